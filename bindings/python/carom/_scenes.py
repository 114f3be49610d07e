# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Responses, materials, and moving a shape through anything that answers sweeps: a level, a world, a view, platforms."""
from __future__ import annotations

import weakref
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple, Union

from carom._core import (Callback, Owner, Vec2, Vector, c_array, call, duration, ffi, floats, lib, not_negative, number,
                         shown, vec2, vector, word)
from carom._shapes import Pose, Shape, SweepHit, TurningHit, c_shape, sweep_hit

RESPONSES = {'stop': lib.CAROM_RESPONSE_STOP, 'slide': lib.CAROM_RESPONSE_SLIDE, 'bounce': lib.CAROM_RESPONSE_BOUNCE,
             'pass': lib.CAROM_RESPONSE_PASS}
RESPONSE_NAMES = {value: name for name, value in RESPONSES.items()}


class Response(NamedTuple):
    """What a mover does at a contact: "stop", "slide", "bounce" or "pass". Instead of a Response, its kind will do; a
    bounce then has the restitution 1."""
    kind: str = 'stop'
    restitution: float = 0.0
    friction: float = 0.0
    surface_speed: float = 0.0


class Material(NamedTuple):
    """What a surface adds to the response of a mover that touches it."""
    restitution: float = 0.0
    friction: float = 0.0
    surface_speed: float = 0.0


def c_response(value: Any, name: str) -> Tuple[int, float, float, float]:
    if isinstance(value, str):
        return word(value, RESPONSES, name), 1.0 if value == 'bounce' else 0.0, 0.0, 0.0
    if not isinstance(value, Response):
        raise TypeError(f'{name}: expected a carom.Response or one of {", ".join(map(repr, RESPONSES))}, not {shown(value)}')
    return (word(value.kind, RESPONSES, name), not_negative(value.restitution, f'{name}.restitution'),
            not_negative(value.friction, f'{name}.friction'), number(value.surface_speed, f'{name}.surface_speed'))


def response_of(r: Any) -> Response:
    return Response(RESPONSE_NAMES[r.kind], r.restitution, r.friction, r.surface_speed)


def c_material(value: Any, name: str) -> Tuple[float, float, float]:
    if not isinstance(value, Material):
        raise TypeError(f'{name}: expected a carom.Material, not {shown(value)}')
    return tuple(number(member, name) for member in value)  # type: ignore[return-value]


def material_of(m: Any) -> Material:
    return Material(m.restitution, m.friction, m.surface_speed)


class RuleContact(NamedTuple):
    """A contact that a rule decides. `body` or `level` is the obstacle; `tag` is that of the body, `edge_tag` that of
    the edge."""
    mover: Any
    mover_tag: int
    body: Any
    level: Any
    tag: int
    edge: Optional[int]
    edge_tag: int
    material: Material
    one_way: bool
    t: float
    approach: float
    point: Vec2
    normal: Vec2
    velocity: Vec2


Rule = Callable[[RuleContact, Response], Union[Response, str, None]]


class Motion(NamedTuple):
    """The result of Scene.move(). `velocity` is the velocity after all contacts. `contacts` has the first 16 of
    `contact_count`.
    Pass `remainder` to the next call for motion that is exact far from the origin."""
    position: Vec2
    velocity: Vec2
    t: float
    contacts: Tuple[SweepHit, ...]
    contact_count: int
    inside: bool
    casts: int
    remainder: Vec2


class TurningMotion(NamedTuple):
    """The result of Level.move_turning(). `velocity` and `spin` are those after all contacts. `blocked`: a contact
    stopped the turn. `contacts` has the first 16 of `contact_count`."""
    pose: Pose
    velocity: Vec2
    spin: float
    t: float
    contacts: Tuple[TurningHit, ...]
    contact_count: int
    blocked: bool
    inside: bool
    casts: int


class Push(NamedTuple):
    """The result of Scene.push_out()."""
    position: Vec2
    moved: bool
    crushed: bool


class RuleCall(Callback):
    """A contact rule and the scene that it works in."""

    def __init__(self, rule: Rule, scene: Scene) -> None:
        super().__init__(rule)
        self.scene = weakref.ref(scene)

    def decide(self, contact: Any, response: Any) -> None:
        scene = self.scene()
        if scene is None:
            return
        s = contact.surface
        owner = scene._owner(contact.other, s.level)
        mover = scene._owner(contact.mover, 0).get('body') if contact.mover else None
        chosen = self.run(RuleContact(
            mover, contact.mover_tag, owner.get('body'), owner.get('level'), s.tag,
            contact.edge if contact.edge >= 0 else None, s.edge_tag, material_of(s.material), contact.one_way, contact.t,
            contact.approach, vec2(contact.point), vec2(contact.normal), vec2(contact.velocity)), response_of(response))
        if chosen is not None:
            try:
                response[0] = c_response(chosen, 'the result of the rule')
            except (TypeError, ValueError) as error:
                self.error = error


@ffi.def_extern()
def py_rule(contact: Any, response: Any, user_data: Any) -> None:
    ffi.from_handle(user_data).decide(contact, response)


class Scene(Owner):
    """Anything that answers sweeps: the base of Level, World, View and Platforms."""
    _c_scene: Any  # carom_scene *

    def _scene(self) -> Any:
        """Returns the carom_scene, after checks."""
        self._pointer()
        return self._c_scene

    def _owner(self, owner: int, level: int) -> Dict[str, Any]:
        """The object that a hit names: `body`, `level` or `platform`."""
        raise NotImplementedError

    def move(self, shape: Shape, position: Vector, velocity: Vector, response: Union[Response, str] = 'stop', *,
             rule: Optional[Rule] = None, dt: float = 1, remainder: Vector = (0, 0)) -> Motion:
        """Moves a shape, which is about its origin, from a position by a velocity, with the response at each contact.

        A rule decides each contact: it gets a RuleContact and the Response, and returns a response or None. `dt` is the
        duration of the move, for the speed of surfaces.
        """
        scene, c = self._scene(), c_shape(shape, 'shape')
        start = ffi.new('carom_motion *')
        start.at, start.velocity = vector(position, 'position'), vector(velocity, 'velocity')
        start.remainder = vector(remainder, 'remainder')
        answer = ffi.new('carom_response *', c_response(response, 'response'))
        dt = duration(dt)
        hits = ffi.new('carom_scene_hit[]', 16)
        if rule is None:
            m = lib.carom_move(scene, c, start, answer, hits, 16)
        else:
            decision = RuleCall(call(rule, 'rule'), self)
            handle = ffi.new_handle(decision)
            desc = ffi.new('carom_move_rule *')
            desc.response, desc.rule, desc.user_data, desc.dt = answer[0], lib.py_rule, handle, dt
            m = lib.carom_move_by_rule(scene, c, start, desc, hits, 16)
            decision.finish()
        self._finish()
        contacts = []
        for i in range(min(m.contacts, 16)):
            h = hits[i]
            owner = self._owner(h.owner, h.level)
            contacts.append(sweep_hit(h.sweep, 'level' in owner)._replace(one_way=h.one_way, **owner))
        return Motion(vec2(m.at), vec2(m.velocity), m.t, tuple(contacts), m.contacts, m.inside, m.casts, vec2(m.remainder))

    def push_out(self, shape: Shape, position: Vector, max_distance: float = 0) -> Push:
        """The nearest position at which a shape penetrates nothing, within a distance; 0 means its penetration depth."""
        push = lib.carom_push_out(self._scene(), c_shape(shape, 'shape'), vector(position, 'position'),
                                  number(max_distance, 'max_distance'))
        self._finish()
        return Push(vec2(push.at), push.moved, push.crushed)

    def corner_correction(self, shape: Shape, position: Vector, motion: Vector, max_distance: float) -> Vec2:
        """The sideways translation that moves a shape past a corner which would stop its motion; (0, 0) without one."""
        v = lib.carom_corner_correction(self._scene(), c_shape(shape, 'shape'), vector(position, 'position'),
                                        vector(motion, 'motion'), not_negative(max_distance, 'max_distance'))
        self._finish()
        return vec2(v)

    def _finish(self) -> None:
        """Raises the exception of a custom filter, which queries may have called."""


def slide(velocity: Vector, normals: Any) -> Vec2:
    """The velocity closest to `velocity` that moves against none of the normals, an array of the shape (n, 2)."""
    rows = floats(normals, 2, 'normals')
    if len(rows) > 1 << 12:  # the cost is quadratic
        raise ValueError(f'normals: {len(rows)} rows: at most {1 << 12} are allowed')
    return vec2(lib.carom_slide(vector(velocity, 'velocity'), c_array('carom_vec2', rows), len(rows)))


def bounce(velocity: Vector, normal: Vector, restitution: float = 1, friction: float = 0) -> Vec2:
    """The velocity after a bounce off a surface with a unit normal."""
    return vec2(lib.carom_bounce(vector(velocity, 'velocity'), vector(normal, 'normal'),
                                 number(restitution, 'restitution'), number(friction, 'friction')))
