# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""A character controller, and platforms that carry it."""
from __future__ import annotations

from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Tuple

from carom._core import (Memory, Vec2, Vector, duration, ffi, flag, instance, instances, lib,
                         not_negative, number, outside_callback, vec2, vector)
from carom._scenes import Scene
from carom._shapes import Rotation, Shape, convex, rotation_argument, shape_of
from carom._worlds import Body

PLATFORM = 0xffffffff  # the upper half of the owner of a platform; no body has such an id


class Ground(NamedTuple):
    """The ground under a walker: of a body, of a platform by number, or of a level."""
    normal: Vec2
    support: Vec2
    point: Vec2
    one_way: bool
    body: Any = None
    level: Any = None
    platform: Optional[int] = None


class WalkerStep(NamedTuple):
    """The result of Walker.step(). `wall` is the normal of the last wall or ceiling hit, (0, 0) without one."""
    landed: bool
    left: bool
    climbed: bool
    blocked: bool
    slipping: bool
    crushed: bool
    wall: Vec2
    casts: int


class Walker:
    """A character on its feet. Set `velocity`, then call step() with a Level, World, View or Platforms.

    `slope` is the steepest slope to walk on, as rise over run; `step` the highest step to climb and `snap` the highest
    to follow down, in units; 0 means the default, below 0 none.
    """

    def __init__(self, shape: Shape, up: Vector, position: Vector = (0, 0), velocity: Vector = (0, 0), *,
                 slope: float = 0, step: float = 0, snap: float = 0) -> None:
        self._desc: Any = ffi.new('carom_walker_desc *')
        self._walker: Any = ffi.new('carom_walker *')
        self._desc.size = ffi.sizeof('carom_walker_desc')
        self._desc.shape = convex(shape, 'shape')[0]
        c_up = ffi.new('carom_vec2 *', vector(up, 'up'))
        if c_up.x == 0 == c_up.y:
            raise ValueError('up: (0, 0): pass a direction away from the ground')
        self._desc.up = c_up[0]
        self._desc.slope, self._desc.step, self._desc.snap = number(slope, 'slope'), number(step, 'step'), number(snap, 'snap')
        self._jump = ffi.new('carom_jump *')
        self._scene: Optional[Scene] = None
        self.position, self.velocity = position, velocity  # type: ignore[assignment]

    def __repr__(self) -> str:
        at = self.position
        return f'<carom.Walker at ({at.x:g}, {at.y:g}), {"on the ground" if self.grounded else "in the air"}>'

    @property
    def position(self) -> Vec2:
        """The position of the origin of the shape."""
        return vec2(self._walker.position)

    @position.setter
    def position(self, value: Vector) -> None:
        outside_callback('position')
        self._walker.position = vector(value, 'position')

    @property
    def velocity(self) -> Vec2:
        """Units per unit of dt; on the ground, relative to it."""
        return vec2(self._walker.velocity)

    @velocity.setter
    def velocity(self, value: Vector) -> None:
        outside_callback('velocity')
        self._walker.velocity = vector(value, 'velocity')

    @property
    def shape(self) -> Shape:
        """The shape about the position."""
        return shape_of(self._desc.shape, 'shape')

    @property
    def grounded(self) -> bool:
        """Whether the walker is on the ground."""
        return self._walker.grounded

    @property
    def slip(self) -> Vec2:
        """The velocity down ground that is too steep to stand on."""
        return vec2(self._walker.slip)

    @property
    def ground(self) -> Optional[Ground]:
        """The ground; None in the air."""
        g = self._walker.ground
        if not self._walker.grounded:
            return None
        owner = self._scene._owner(g.owner, 0) if self._scene is not None and g.owner else {}
        return Ground(vec2(g.normal), vec2(g.support), vec2(g.point), g.one_way, **owner)

    @property
    def carried(self) -> Vec2:
        """The velocity of the ground that carries the walker."""
        if not self._walker.grounded or self._scene is None:
            return Vec2(0.0, 0.0)
        return vec2(lib.carom_scene_velocity(self._scene._scene(), self._walker.ground.owner))

    def _result(self, r: Any, scene: Scene) -> WalkerStep:
        self._scene = scene
        return WalkerStep(r.landed, r.left, r.climbed, r.blocked, r.slipping, r.crushed, vec2(r.wall), r.casts)

    def step(self, scene: Scene, dt: float = 1) -> WalkerStep:
        """Moves the walker by its velocity for dt."""
        outside_callback('step')
        c_scene = instance(scene, Scene, 'scene')._scene()
        result = lib.carom_walker_step(self._walker, self._desc, c_scene, duration(dt))
        scene._finish()
        return self._result(result, scene)

    def step_in_world(self, body: Body, dt: float = 1) -> WalkerStep:
        """Steps a walker that is a kinematic body with the same shape. Call it before World.step(dt)."""
        outside_callback('step_in_world')
        world = instance(body, Body, 'body').world
        world._idle()
        c_world = body._there()
        if body.type != 'kinematic':
            raise ValueError('body: not kinematic: add it with type="kinematic"')
        result = lib.carom_walker_step_in_world(self._walker, self._desc, c_world, body._id, duration(dt))
        world._finish()
        return self._result(result, world)

    def drop(self, scene: Scene) -> bool:
        """Drops through the one-way edge that the walker stands on; False if there is none."""
        outside_callback('drop')
        dropped = lib.carom_walker_drop(self._walker, self._desc, instance(scene, Scene, 'scene')._scene())
        scene._finish()
        return dropped

    def jump(self, pressed: bool, dt: float = 1, *, coyote: float = 0, buffer: float = 0) -> bool:
        """Whether a jump starts now. Call it once before each step; `pressed` is true in the step in which the key goes
        down. `coyote` is the time after the ground ended in which a jump is allowed, `buffer` the time before landing in
        which a key press counts."""
        rules = ffi.new('carom_jump_rules *', (not_negative(coyote, 'coyote'), not_negative(buffer, 'buffer')))
        return lib.carom_jump_now(self._jump, rules, flag(pressed, 'pressed'), self._walker.grounded, duration(dt))

    def save(self) -> bytes:
        """The state, for restore() of a walker in the same scene; valid for the same version of the library."""
        return bytes(ffi.buffer(self._walker)) + bytes(ffi.buffer(self._jump))

    def restore(self, state: bytes) -> None:
        """Restores the result of save()."""
        outside_callback('restore')
        if not isinstance(state, bytes):
            raise TypeError('state: expected the bytes of save()')
        walker, jump = ffi.buffer(self._walker), ffi.buffer(self._jump)
        if len(state) != len(walker) + len(jump):
            raise ValueError('state: not the result of Walker.save()')
        # A bool of another value than 0 and 1 has no meaning in C.
        for name in ('grounded', 'ground.one_way'):
            if state[ffi.offsetof('carom_walker', *name.split('.'))] > 1:
                raise ValueError('state: not the result of Walker.save()')
        walker[:], jump[:] = state[:len(walker)], state[len(walker):]


class Platform:
    """A kinematic obstacle of Platforms."""
    __slots__ = ('_c', '_all', '_index')
    _c: Any  # carom_platform *
    _all: Any  # the array that it points into
    _index: int

    def __init__(self) -> None:
        raise TypeError('Platform: Platforms makes them')

    @property
    def position(self) -> Vec2:
        """Its position."""
        return vec2(self._c.position)

    @position.setter
    def position(self, value: Vector) -> None:
        outside_callback('position')
        self._c.position = vector(value, 'position')

    @property
    def velocity(self) -> Vec2:
        """Its velocity, in units per unit of dt."""
        return vec2(self._c.velocity)

    @velocity.setter
    def velocity(self, value: Vector) -> None:
        outside_callback('velocity')
        self._c.velocity = vector(value, 'velocity')

    @property
    def rotation(self) -> Rotation:
        """Its rotation about its position. It may be set to radians."""
        return Rotation._of_c(self._c.rotation)

    @rotation.setter
    def rotation(self, value: Any) -> None:
        outside_callback('rotation')
        self._c.rotation = rotation_argument(value, 'rotation')

    @property
    def spin(self) -> float:
        """Radians per unit of dt."""
        return self._c.spin

    @spin.setter
    def spin(self, value: float) -> None:
        outside_callback('spin')
        self._c.spin = number(value, 'spin')

    def __repr__(self) -> str:
        return f'<carom.Platform {self._index} at ({self.position.x:g}, {self.position.y:g})>'


class Platforms(Scene):
    """A scene and kinematic obstacles in it, which carry and push walkers. `shapes` are pairs of a convex shape and a
    position. platforms[i] has a position, a rotation, a velocity and a spin."""

    def __init__(self, base: Scene, shapes: Iterable[Tuple[Shape, Vector]]) -> None:
        c_base = instance(base, Scene, 'base')._scene()
        self._base = base
        depth, below = 0, base
        while isinstance(below, Platforms):
            depth, below = depth + 1, below._base
        if depth > 8:
            raise ValueError('base: platforms on platforms, nested too deep')
        pairs = instances(shapes, tuple, 'shapes')
        self._list = ffi.new('carom_platform[]', max(len(pairs), 1))
        self._platforms: List[Platform] = []
        for i, pair in enumerate(pairs):
            if len(pair) != 2:
                raise ValueError(f'shapes[{i}]: expected a shape and a position')
            self._list[i].shape = convex(pair[0], f'shapes[{i}]')[0]
            self._list[i].position = vector(pair[1], f'shapes[{i}]')
            self._list[i].rotation = (1.0, 0.0)
            self._list[i].owner = PLATFORM << 32 | i
            platform = Platform.__new__(Platform)
            platform._c, platform._all, platform._index = self._list + i, self._list, i
            self._platforms.append(platform)
        self._c = ffi.new('carom_platforms *', (c_base, self._list, len(pairs)))
        self._c_scene = ffi.new('carom_scene *', lib.carom_scene_of_platforms(self._c))
        self._memory = Memory(None, None)

    def _scene(self) -> Any:
        self._pointer()
        self._base._scene()
        return self._c_scene

    def _owner(self, owner: int, level: int) -> Dict[str, Any]:
        return {'platform': owner & PLATFORM} if owner >> 32 == PLATFORM else self._base._owner(owner, level)

    def _finish(self) -> None:
        self._base._finish()

    def __len__(self) -> int:
        return len(self._platforms)

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index: int) -> Platform:
        return self._platforms[index]

    def __repr__(self) -> str:
        return f'<carom.Platforms, {len(self)} on {self._base!r}>'

    def step(self, dt: float = 1) -> None:
        """Moves each platform by its velocity for dt. Call it after all walkers have moved."""
        outside_callback('step')
        self._pointer()
        lib.carom_platforms_move(self._list, len(self), duration(dt))
