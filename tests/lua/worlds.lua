-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- Worlds, bodies, walkers, platforms, debug drawing; which objects keep which in memory.
local check = dofile((arg[0]:match("^(.*/)") or "./") .. "check.lua")
local carom = require("carom")
local equal, near, raises = check.equal, check.near, check.raises

local function ground()
    return carom.level({tiles = {columns = 8, rows = 1, origin = {0, 100}, cell = {16, 16}, codes = ("\1"):rep(8), tag = 5}})
end
local ball = {circle = {0, 0, 4}}

-- A ball falls on the ground, and events name the same objects.
local level = ground()
local world = carom.world({level = level, down = {0, 1}})
local body = world:add({shape = ball, position = {64, 80}, velocity = {0, 20}, response = "bounce", tag = 12, mass = 3})
body.name = "ball" -- a field of one's own
world:step()
equal({body:position()}, {64, 92})
equal({body:velocity()}, {0, -20})
local events = world:events()
equal({#events, events[1].kind, events[1].a, events[1].level, events[1].a.name}, {2, "begin", body, level, "ball"})
near(events[1].t, 0.8)
equal(level:edge(events[1].edge).ay, 100)
equal(world:stats().hits, 1)
equal(world:stats().tested, 0)
equal({body:mass(), body:tag(), body:type(), body:is_sensor(), body:alive()}, {3, 12, "mover", false, true})
equal(body:shape(), {circle = {64, 92, 4}})
equal(body:response(), {kind = "bounce", restitution = 1, friction = 0, surface_speed = 0})
equal(body:filter(), {category = 1, ignore = 0, group = 0})

-- Snapshots: a removed body comes back as the same object.
local snapshot, hash = world:snapshot(), world:hash()
equal(#hash, 16)
body:remove()
equal({body:alive(), world:count()}, {false, 0})
raises("body:position: this body was removed", body.position, body)
raises("body:remove: this body was removed", body.remove, body)
local other = world:add({shape = ball, position = {10, 10}}) -- at the same index
equal(other ~= body, true)
world:restore(snapshot)
equal({body:alive(), other:alive(), world:hash() == hash, world:bodies()[1]}, {true, false, true, body})
raises("world:restore: ", world.restore, world, "no snapshot")
raises("world:restore: ", world.restore, world, snapshot:sub(1, -2))
equal(world:hash(), hash)
local twin = carom.world({level = level})
twin:restore(snapshot)
equal({twin:hash(), twin:bodies()[1] ~= body, twin:bodies()[1]:tag()}, {hash, true, 12})

-- Setters and getters.
body:set_position(30, 40)
body:set_velocity(1, 2)
body:set_response({kind = "slide", friction = 0.5})
body:set_material({restitution = 0.25, surface_speed = -1})
body:set_filter({category = 2, ignore = 6, group = -1})
body:set_pose({30, 40, 0})
local blade = world:add({shape = {box = {-9, -1, 9, 1}}, type = "kinematic", filter = {category = 1, ignore = 2^31 - 1}, angle = math.pi / 2, spin = 2, position = {-500, 0}})
equal({blade:pose().sine, blade:spin()}, {1, 2})
blade:set_spin(0)
blade:set_pose({x = 1, y = 2, cosine = 1, sine = 0})
equal({blade:pose(), blade:spin()}, {{x = 1, y = 2, cosine = 1, sine = 0}, 0})
blade:remove()
body:set_mass(math.huge)
body:set_sensor(true)
body:set_tag(2 ^ 40)
body:set_shape({compound = {{circle = {0, 0, 1}}, {box = {1, 1, 2, 2}}}})
equal({{body:position()}, {body:velocity()}, body:response(), body:material(), body:filter(), body:mass(), body:is_sensor(), body:tag()}, {
    {30, 40}, {1, 2}, {kind = "slide", restitution = 0, friction = 0.5, surface_speed = 0},
    {restitution = 0.25, friction = 0, surface_speed = -1}, {category = 2, ignore = 6, group = -1}, math.huge, true, 2 ^ 40})
equal(body:shape(), {compound = {{circle = {30, 40, 1}}, {box = {31, 41, 32, 42}}}})
equal(body:own_shape(), {compound = {{circle = {0, 0, 1}}, {box = {1, 1, 2, 2}}}})
equal({carom.world{bounces = 4, down = {0, 2}}:down()}, {0, 2})
equal({carom.world{bounces = 4}:bounces(), carom.world{}:bounces()}, {4, 32})
equal({body:carried()}, {0, 0})
world:set_edge_material(5, {friction = 0.5})
equal(world:edge_material(5), {restitution = 0, friction = 0.5, surface_speed = 0})
equal(world:positions(), {30, 40})
equal(world:positions({1, 2, 3, 4}), {30, 40})
equal(world:velocities({1, 2, 3, 4}), {world:bodies()[1]:velocity()})
raises("mass: 0: pass a mass above 0", body.set_mass, body, 0)
raises("body:set_position.x: nan", body.set_position, body, 0 / 0, 0)
raises('response: expected "stop", "slide", "bounce", "pass", not "slid"', body.set_response, body, "slid")
raises("response.friction: -1 is below 0", body.set_response, body, {kind = "slide", friction = -1})
raises('body: unknown field "place"', world.add, world, {shape = ball, place = {1, 1}})
raises("body.shape: expected a table", world.add, world, {})
raises("body.position[2]: expected a number, not nil", world.add, world, {shape = ball, position = {1}})
raises("body.type: expected", world.add, world, {shape = ball, type = "dynamic"})
raises("dt: 0: pass a time above 0", world.step, world, 0)
raises("dt: nan", world.step, world, 0 / 0)
raises("body:move_to", body.move_to, body, 1, 1)
raises("expected a world", world.step)
raises("world.levels[1]: expected a level", carom.world, {level = world})

-- Kinematic bodies push, carry and crush.
local box = {box = {-4, -4, 4, 4}}
world = carom.world({level = level, down = {0, 1}})
local lift = world:add({shape = {box = {-20, -2, 20, 2}}, position = {64, 50}, type = "kinematic", velocity = {3, 0}})
local crate = world:add({shape = box, position = {64, 44}, velocity = {0, 1}, response = "slide"})
world:step()
crate:set_velocity(0, 1)
world:step()
equal({{crate:position()}, {crate:carried()}}, {{70, 44}, {3, 0}})
equal(world:pairs()[1].b, lift)
local press = world:add({shape = {box = {-8, -8, 8, 8}}, position = {64, 20}, type = "kinematic"})
raises("body:move_to_pose", crate.move_to_pose, crate, {0, 0, 1})
press:move_to(64, 40)
crate:set_velocity(0, 1)
world:step()
equal(world:stats().tested > 0, true)
local bodies, tests = 0, 0
for _, cell in ipairs(world:cells()) do
    bodies, tests = bodies + cell.bodies, tests + cell.tests
    equal({cell.statics, #cell.bounds, cell.bounds[1] < cell.bounds[3]}, {false, 4, true})
end
equal({bodies, tests >= 3}, {3, true})
local crush = world:crushes()[1]
equal({crush.body, crush.by == press or crush.by == lift}, {crate, true})

local other_world = carom.world({})
local door = other_world:add({shape = box, type = "kinematic"})
door:move_to_pose({64, 20, math.pi / 2})
other_world:step()
equal(door:pose(), {x = 64, y = 20, cosine = 0, sine = 1})
door:set_spin(2)
equal({door:velocity_at(67, 21)}, {-2, 6})

-- Queries, and views.
equal(world:ray(64, 90, 0, 20).level, level)
local hit = world:ray(64, 0, 0, 200)
equal({hit.body, hit.level}, {press, nil})
equal(#world:ray_all(64, 0, 0, 200), 3)
equal(world:ray_any(0, 0, 0, 10), false)
equal(world:view({except = press, movers = false}):ray(64, 0, 0, 200).body, lift)
local fixed = world:view({movers = false, kinematics = false})
equal({fixed:ray(64, 0, 0, 200).level, fixed:ray_any(64, 0, 0, 60)}, {level, false})
equal(world:sweep(ball, 0, 0).hit, false)
equal(world:sweep({circle = {64, 0, 4}}, 0, 100).body, press)
equal(#world:sweep_all({circle = {64, 0, 4}}, 0, 100), 4)
equal(world:sweep_any({circle = {64, 0, 4}}, 0, 1), false)
equal(world:overlap({point = {64, 100}})[1].level, level)
equal(world:overlap_any({point = {64, 60}}), false)
equal(world:nearest({point = {64, 90}}).level, level)
equal(world:nearest({point = {64, 90}}, 1).distance, math.huge)
equal(#world:nearest_all({point = {64, 90}}), 4)
equal(fixed:move(ball, 64, 80, 0, 40, "slide").y, 96)
equal(world:move(ball, 64, -20, 0, 80).contacts[1].body, press)
equal(world:view({filter = {ignore = 1}, levels = false}):ray_any(64, 0, 0, 200), false)
raises("view.except: a body of another world", world.view, world, {except = twin:bodies()[1]})

-- More hits than a buffer has at first.
local crowd = carom.world()
for i = 1, 40 do crowd:add({shape = ball, position = {10 * i, 0}, type = "static"}) end
equal(#crowd:ray_all(0, 0, 1000, 0), 40)
equal(#crowd:overlap({box = {0, -1, 1000, 1}}), 40)

-- Rules.
local doors = {}
world = carom.world({rule = function(contact, response)
    doors[#doors + 1] = {contact.mover_tag, contact.tag, contact.normal.x, response.kind}
    if contact.tag == 2 then return "pass" end
    if contact.tag == 3 then
        response.kind, response.restitution = "bounce", 0.5
        return response
    end
end})
local bullet = world:add({shape = {point = {0, 0}}, velocity = {100, 0}, tag = 1})
world:add({shape = box, position = {20, 0}, type = "static", tag = 2})
local bumper = world:add({shape = box, position = {54, 0}, type = "static", tag = 3})
world:step()
equal(doors, {{1, 2, -1, "stop"}, {1, 3, -1, "stop"}})
equal({bullet:velocity()}, {-50, 0})
raises("not allowed in a rule", (function()
    local bad = carom.world({rule = function() world:step() end})
    bad:add({shape = {point = {0, 0}}, velocity = {100, 0}})
    bad:add({shape = box, position = {20, 0}, type = "static"})
    bad:step()
end))
raises("my own error", (function()
    local bad = carom.world({rule = function() error("my own error", 0) end})
    bad:add({shape = {point = {0, 0}}, velocity = {100, 0}})
    bad:add({shape = box, position = {20, 0}, type = "static"})
    bad:step()
end))
-- Also when the loop around the step is compiled.
for i = 1, 400 do
    bullet:set_position(40, 0)
    bullet:set_velocity(100, 0)
    world:step(0.5)
    equal(bullet:velocity(), -50)
end
equal(bumper:alive(), true)
-- Calls that were compiled while nothing called back.
local asked = 0
local function ask()
    asked = asked + 1
end
world = carom.world({rule = ask})
local mover = world:add({shape = {point = {0, 0}}, velocity = {0.001, 0}})
world:add({shape = box, position = {20, 0}, type = "static"})
for _ = 1, 400 do world:step() end
equal(asked, 0)
mover:set_velocity(100, 0)
world:step()
equal(asked, 1)
for _ = 1, 400 do level:move({point = {0, 0}}, 24, 0, 0, 1, {rule = ask}) end
equal(asked, 1)
level:move({point = {0, 0}}, 24, 0, 0, 200, {rule = ask})
equal(asked, 2)
for _ = 1, 400 do level:draw({line = ask, view = {1000, 1000, 1001, 1001}}) end
equal(asked, 2)
level:draw({line = ask})
equal(asked, 6)

-- A removed body in its last event.
world = carom.world()
local left = world:add({shape = box, velocity = {10, 0}})
local right = world:add({shape = box, position = {16, 0}, type = "static"})
right.name = "right"
world:step()
equal(world:events()[1].b, right)
right:remove()
right = nil
check.collect()
world:step()
local last = world:events()[1]
equal({last.kind, last.a, last.b.name, last.a_gone, last.b_gone}, {"end", left, "right", false, true})
raises("this body was removed", last.b.position, last.b)

-- Walkers: on a level, on platforms, and as bodies.
local capsule = {capsule = {0, -5, 0, 5, 5}}
local walker = carom.walker({shape = capsule, up = {0, -1}, position = {40, 80}})
local landed = false
for _ = 1, 60 do
    local _, vy = walker:velocity()
    walker:set_velocity(30, vy + 10)
    landed = walker:step(level, 1 / 60).landed or landed
end
equal({landed, walker:grounded(), walker:ground().normal, select(2, walker:position())}, {true, true, {x = 0, y = -1}, 90})
local saved, x = walker:save(), walker:position()
walker:step(level, 1)
walker:restore(saved)
equal(walker:position(), x)
equal(walker:jump({coyote = 0.1}, true, 1 / 60), true)
equal(walker:drop(level), false)
raises("bytes: not the result", walker.restore, walker, "x")
raises("walker.up: (0, 0)", carom.walker, {shape = capsule, up = {0, 0}})
raises("walker.shape: missing", carom.walker, {up = {0, 1}})
raises("scene: expected a level, a world, a view or platforms", walker.step, walker, 5)

local platforms = carom.platforms(level, {{shape = {box = {-20, -2, 20, 2}}, position = {64, 60}, velocity = {6, 0}}})
walker:set_position(64, 40)
walker:set_velocity(0, 0)
for _ = 1, 60 do
    local _, vy = walker:velocity()
    walker:set_velocity(0, vy + 10)
    walker:step(platforms, 1 / 60)
    platforms:step(1 / 60)
end
equal(walker:ground().platform, 1)
equal({walker:carried()}, {6, 0})
near(walker:position(), 66, 4)
near(platforms:position(1), 70, 1e-3)
local wheels = carom.platforms(level, {{shape = {box = {-20, -2, 20, 2}}, position = {64, 60}, angle = math.pi, spin = 2}})
equal({wheels:rotation(1)}, {-1, 0})
equal(wheels:spin(1), 2)
wheels:set_spin(1, math.pi / 2)
wheels:set_angle(1, math.pi / 2)
wheels:step()
near(wheels:rotation(1), -1, 1e-6)
raises("spin: ", wheels.set_spin, wheels, 1, "fast")
platforms:set_velocity(1, 0, 0)
equal({platforms:velocity(1)}, {0, 0})
equal(platforms:move(ball, 70, 0, 0, 80).contacts[1].platform, 1)
raises("platforms:position.index: expected an integer from 1 to 1", platforms.position, platforms, 2)

world = carom.world({level = level})
local legs = world:add({shape = capsule, position = {40, 80}, type = "kinematic"})
walker = carom.walker({shape = capsule, up = {0, -1}, position = {40, 80}})
for _ = 1, 60 do
    local _, vy = walker:velocity()
    walker:set_velocity(30, vy + 10)
    walker:step_in_world(legs, 1 / 60)
    world:step(1 / 60)
end
equal({legs:position()}, {walker:position()})
equal({walker:grounded(), walker:ground().body}, {true, nil})
raises('body: not kinematic: add it with type = "kinematic"', walker.step_in_world, walker, world:add({shape = capsule}), 1)

-- Debug drawing.
local drawn = {line = 0, polygon = 0, circle = 0, point = 0, text = 0}
local painter = {contacts = true, bounds = true, names = true, normals = 4, ahead = 1, view = {0, 0, 1000, 1000}}
for name in pairs(drawn) do painter[name] = function(...)
    drawn[name] = drawn[name] + 1
    equal(select("#", ...) >= 2, true)
end end
level:draw(painter)
equal(drawn.line, 8)
world:draw(painter)
walker:draw(painter)
carom.draw_shape(painter, box, 0xff0000ff)
equal({drawn.circle >= 2, drawn.polygon >= 1, drawn.text, drawn.point >= 1}, {true, true, 2, true})
raises("no paint", world.draw, world, {circle = function() error("no paint", 0) end})
raises("painter.line: expected a function", world.draw, world, {line = 5})

-- Memory: a world keeps its levels, in every order of collection.
for _ = 1, 200 do
    local l = ground()
    local w = carom.world({level = l})
    w:add({shape = ball, position = {64, 80}, velocity = {0, 20}})
    if math.random(2) == 1 then l:free() end
    l = nil
    if math.random(2) == 1 then collectgarbage() end
    w:step()
    equal(#w:events(), 1)
    if math.random(2) == 1 then w:free() end
end
check.collect()
local alive = setmetatable({}, {__mode = "k"})
do
    local l = ground()
    local w = carom.world({level = l})
    alive[l], alive[w] = true, true
    alive[w:add({shape = ball})] = true
    alive[w:view({})] = true
    alive[carom.platforms(w, {})] = true
end
check.collect()
equal(next(alive), nil)
world:free()
raises("world:step: this world was freed", world.step, world)
raises("body:position: this world was freed", legs.position, legs)
raises("this world was freed", walker.step, walker, world)
equal(legs:alive(), false)
