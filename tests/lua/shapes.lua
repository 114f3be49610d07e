-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- Shapes, queries on pairs, batches, rotations, grids.
local check = dofile((arg[0]:match("^(.*/)") or "./") .. "check.lua")
local carom = require("carom")
local equal, near, raises = check.equal, check.near, check.raises

-- The example of the README, by descriptions and by prepared shapes.
local ball, wall = {circle = {0, 5, 1}}, {segment = {0, 0, 10, 10}}
for _, pair in ipairs({{ball, wall}, {carom.shape(ball), wall}, {carom.shape(ball), carom.shape(wall)}}) do
    local hit = carom.sweep(pair[1], 10, 0, pair[2])
    equal(hit.hit, true)
    near(hit.t, 0.358578622, 1e-8)
    near(hit.x, 3.58578634, 1e-7)
    equal(hit.y, 5)
    equal(hit.feature, "edge")
    equal(hit.part_b, 1)
end
equal(carom.sweep(ball, -10, 0, wall).t, 1)
equal(carom.sweep(ball, -10, 0, wall).normal, nil)
equal(carom.sweep({circle = {0, 0, 1}}, 0, 0, {circle = {4, 0, 1}}, -4, 0).t, 0.5)

equal(carom.overlap({circle = {0, 0, 2}}, {circle = {3, 4, 3}}), true)
equal(carom.overlap({circle = {0, 0, 2}}, {circle = {3, 4, 2.9999998}}), false)
equal(carom.distance({point = {0, 0}}, {box = {3, 0, 4, 1}}).distance, 3)
equal(carom.distance({point = {0, 0}}, {segment = {1, 1, 1, -1}, one_sided = true}).normal, {x = -1, y = 0})
equal(carom.distance({point = {0, 0}}, {segment = {1, -1, 1, 1}, one_sided = true}), {distance = math.huge})
local contact = carom.contact({box = {0, 0, 2, 2}}, {box = {1, 1, 5, 2}})
equal({contact.hit, contact.depth, #contact.points}, {true, 1, 2})

local ray = carom.ray(0, 0, 10, 0, {circle = {5, 0, 1}})
equal({ray.t, ray.x, ray.y, ray.inside}, {math.floor(0.4 * 2 ^ 24 + 0.5) / 2 ^ 24 == ray.t and ray.t or ray.t, 4, 0, false})
near(ray.exit, 0.6, 1e-6)
equal(carom.ray(0, 0, 0, 0, {circle = {0, 0, 1}}).exit, math.huge)

-- A flipper of length 4 that turns up by a quarter turn, and a ball above it.
local flipper, turn = {capsule = {0, 0, 4, 0, 0.5}}, {pose = {x = 1, y = 1}, angle = math.pi / 2}
local turned = carom.sweep_turning(flipper, turn, {circle = {4, 4, 0.5}})
equal({turned.hit, turned.inside, turned.feature, turned.part_b}, {true, false, nil, 1})
near(turned.t, 0.35, 0.05)
equal(turned.velocity.y > 0, true)
equal(carom.sweep_turning(flipper, {pose = {1, 1, 0}, angle = -1}, {circle = {4, 4, 0.5}}).hit, false)
equal(carom.turning_pose(turn, 0).cosine, 1)
near(carom.turning_pose(turn, 1).sine, 1, 1e-6)
raises('a_motion: unknown field "turn": the fields of a motion are pose dx dy angle', carom.sweep_turning, flipper, {turn = 1}, ball)

-- Compounds: parts count from 1, and live as long as the shape.
local compound = {compound = {{circle = {0, 0, 1}}, {compound = {{box = {4, 0, 5, 1}}}}}}
local stored = carom.shape(compound)
equal(stored.kind, "compound")
equal(stored:desc(), compound)
equal({stored:bounds()}, {-1, -1, 5, 1})
check.collect()
equal(carom.sweep({point = {10, 0.5}}, -8, 0, stored).part_b, 2)
equal(carom.overlap({point = {0, 0}}, {compound = {stored}}), true)
for _, desc in ipairs({{point = {1, 2}}, {segment = {1, 2, 3, 4}, one_sided = true, ends = {true, false}},
    {circle = {1, 2, 3}}, {box = {1, 2, 3, 4}}, {capsule = {1, 2, 3, 4, 5}}, {polygon = {0, 0, 2, 0, 2, 2}}}) do
    equal(carom.shape(desc):desc(), desc)
    equal(carom.check(desc), nil)
end
-- Rounded corners, and shapes at poses.
equal(carom.distance({point = {5, 5}}, {box = {0, 0, 1, 1}, radius = 1}).distance, carom.distance({point = {5, 5}}, {box = {0, 0, 1, 1}}).distance - 1)
equal(carom.shape({polygon = {0, 0, 2, 0, 2, 2}, radius = 0.5}):desc(), {polygon = {0, 0, 2, 0, 2, 2}, radius = 0.5})
equal(carom.shape({box = {0, 0, 2, 1}, pose = {10, 0, math.pi / 2}}):desc(), {box = {9, 0, 10, 2}})
equal(carom.shape({box = {0, 0, 2, 1}, pose = {x = 10, angle = math.pi / 2}}):desc(), {box = {9, 0, 10, 2}})
local posed = {compound = {{circle = {1, 0, 1}}, stored}, pose = carom.pose({x = 10, angle = math.pi / 2})}
equal(carom.shape(posed):desc(), {compound = {{circle = {10, 1, 1}}, {compound = {{circle = {10, 0, 1}}, {compound = {{box = {9, 4, 10, 5}}}}}}}})
equal(stored:desc(), compound) -- the parts were copied
equal(carom.overlap(posed, {point = {9.5, 4.5}}), true)
raises("a: radius is for a box or a polygon only", carom.overlap, {circle = {0, 0, 1}, radius = 2}, ball)
raises("a.box: negative radius", carom.overlap, {box = {0, 0, 1, 1}, radius = -2}, ball)
raises("a.pose: 2 numbers: expected x, y and an angle", carom.overlap, {circle = {0, 0, 1}, pose = {1, 2}}, ball)
raises("a.pose.angle: nan", carom.overlap, {circle = {0, 0, 1}, pose = {1, 2, 0 / 0}}, ball)
equal(carom.shape_at({circle = {1, 2, 3}}, 10, 20), {circle = {11, 22, 3}})
equal({carom.bounds({capsule = {0, 0, 4, 0, 1}})}, {-1, -1, 5, 1})
equal(carom.hull({0, 0, 2, 0, 1, 1, 0, 2, 2, 2}), {polygon = {0, 0, 2, 0, 2, 2, 0, 2}})

-- Errors name the argument, the reason, and what to do.
raises("a.circle: negative radius: pass a radius of 0 or more", carom.overlap, {circle = {0, 0, -1}}, ball)
raises("b.box: reversed box", carom.overlap, ball, {box = {1, 1, 0, 0}})
raises("a.circle[2]: nan is not a finite 32-bit float", carom.overlap, {circle = {0, 0 / 0, 1}}, ball)
raises("a.circle[3]: inf is not a finite", carom.overlap, {circle = {0, 0, math.huge}}, ball)
raises("a.circle: 2 numbers: expected 3", carom.overlap, {circle = {0, 0}}, ball)
raises('unknown field "r": the fields of a shape are', carom.overlap, {circle = {0, 0, 1}, r = 2}, ball)
raises("a: expected a table", carom.overlap, nil, ball)
raises("a: no kind", carom.overlap, {}, ball)
raises("one_sided and ends are for segments only", carom.overlap, {circle = {0, 0, 1}, one_sided = true}, ball)
raises("move.x: expected a number, not nil", carom.sweep, ball, nil, 0, wall)
raises("shape.compound[2].polygon: polygon is not convex", carom.shape, {compound = {ball, {polygon = {0, 0, 4, 0, 1, 1, 0, 4}}}})
equal(carom.check({circle = {0, 0, -1}}), "shape.circle: negative radius: pass a radius of 0 or more")
local endless = {}
endless.compound = {endless}
raises("nested too deep", carom.shape, endless)

-- Batches return what single queries return.
local circles, boxes = {}, {}
for i = 0, 99 do
    for _, v in ipairs({i % 10, math.floor(i / 10), 0.25}) do circles[#circles + 1] = v end
    for _, v in ipairs({i, 0, i + 0.5, 1}) do boxes[#boxes + 1] = v end
end
local found = {}
for i = 0, 99 do
    if carom.overlap(ball, {circle = {circles[3 * i + 1], circles[3 * i + 2], 0.25}}) then found[#found + 1] = i + 1 end
end
equal(carom.overlap_circles(ball, circles), found)
equal(#found, 4)
equal(carom.sweep_boxes({point = {-1, 0.5}}, 50, 0, boxes).part_b, 1)
equal(carom.sweep_segments({point = {0, 0}}, 9, 0, {5, -1, 5, 1, 3, -1, 3, 1}).part_b, 2)
local hits, count = carom.ray_many({0, 0, 10, 0, 0, 9, 10, 0}, {circle = {5, 0, 1}})
equal({count, hits[1].x, hits[2].hit}, {1, 4, false})
local shapes = carom.shapes({{circle = {0, 0, 1}}, {box = {5, 0, 6, 1}}, compound})
equal(shapes.count, 3)
equal(shapes:overlap({point = {0.5, 0}}), {1, 3})
equal(shapes:sweep({point = {9, 0.5}}, -9, 0).part_b, 2)
raises("circles: 4 numbers: expected 3 for each", carom.overlap_circles, ball, {1, 2, 3, 4})
raises("shapes[2].circle: negative radius", carom.shapes, {ball, {circle = {0, 0, -1}}})

equal(#carom.triangulate({{0, 0, 4, 0, 4, 4, 0, 4}, {1, 1, 2, 1, 2, 2, 1, 2}}) / 6, 8)
equal(#carom.decompose({{0, 0, 4, 0, 4, 1, 1, 1, 1, 4, 0, 4}}), 2)
raises("rings: bad argument", carom.triangulate, {{0, 0, 4, 4, 4, 0, 0, 4}})

local hit3 = carom.ray3({0, 0, 0}, {10, 0, 0}, {5, 0, 0, 1})
equal({hit3.hit, hit3.at.x}, {true, 4})
equal(carom.sweep3({0, 2, 0, 1}, {0, -2, 0}, {-1, 0, 0, 1, 0, 0}).t, 0.5)

-- Rotations and poses.
equal({carom.rotate(carom.rotation(math.pi / 2), 1, 0)}, {0, 1})
equal(carom.rotation_compose(carom.rotation(math.pi / 2), carom.rotation(math.pi / 2)), {cosine = -1, sine = 0})
equal(carom.rotation_normalized({cosine = 3, sine = 0}), {cosine = 1, sine = 0})
equal(carom.rotation_inverse(carom.rotation(math.pi / 2)).sine, -1)
local pose = carom.pose({x = 10, y = 0, angle = math.pi / 2})
equal({carom.pose_point(pose, 1, 0)}, {10, 1})
equal({carom.pose_local(pose, 10, 1)}, {1, 0})
equal(carom.pose_compose(pose, {x = 1}), {x = 10, y = 1, cosine = 0, sine = 1})

-- Grids.
local function cells(...)
    local out = {}
    for x, y in ... do out[#out + 1] = x .. "," .. y end
    return table.concat(out, " ")
end
equal(cells(carom.cell_line(0, 0, 3, 2)), "1,0 1,1 2,1 2,2")
equal(cells(carom.cell_line(0, 0, 2, 2, {ends = true})), "0,0 1,1 2,2")
equal(cells(carom.cell_line(0, 0, 1, 1, {corners = "any"})), "1,0 0,1")
equal(cells(carom.trace({cell = {16, 16}}, 8, 8, 40, 8)), "0,0 1,0 2,0")
local spans = {}
for y, first, last in carom.cover({x = -16, cell = {16, 16}}, {circle = {8, 8, 4}}, 32, 16) do spans[#spans + 1] = {y, first, last} end
equal(spans, {{0, 1, 3}, {1, 1, 3}})
raises('options.corners: expected "open" or "any"', carom.cell_line, 0, 0, 1, 1, {corners = "pair"})
raises("from.x: expected an integer", carom.cell_line, 0.5, 0, 1, 1)
raises("trace: bad argument", carom.trace, {cell = {0, 16}}, 8, 8, 40, 8)

local map = carom.sight_map({"....", "..#.", "...."})
equal({map:sight(0, 1, 3, 1)}, {false, 2, 1})
map:set(2, 1, false)
equal({map:sight(0, 1, 3, 1)}, {true})
map:set(1, 1, true)
equal(map:get(1, 1), true)
equal({map:sight_many(0, 1, {3, 1, 0, 2})}, {{false, true}, 1})
local visible, number_seen = map:fov(0, 1, 5)
equal({visible(1, 1), visible(2, 1), visible(-1, 1)}, {true, false, false})
equal(number_seen > 3, true)
equal(carom.sight_map({columns = 3, rows = 2, blocks = function(x) return x == 1 end}):get(1, 0), true)
raises("cell (4, 0) is outside of the map", map.get, map, 4, 0)
raises("sight_map[2]: 3 cells, expected 4", carom.sight_map, {"....", "..."})
raises("sight_map[2]: 1 cell, expected 4", carom.sight_map, {"....", "."})
raises("radius: expected an integer from 0 to 1024", map.fov, map, 0, 0, 1025)
