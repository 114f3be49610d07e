-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- Levels, moving through them, maps.
local check = dofile((arg[0]:match("^(.*/)") or "./") .. "check.lua")
local carom = require("carom")
local equal, near, raises = check.equal, check.near, check.raises

equal(carom.tile_names[9], "slope_45")
equal(carom.tile_code("solid"), 1)
equal(carom.tile_code("slope_45", true, 1), 9 + 32 + 64)
equal(carom.tile_canonical(carom.tile_code("solid", true, 3)), 1)
raises("no tile is called", carom.tile_code, "slope_46")

-- Three solid tiles are one boundary.
local function flat(editable)
    return carom.level({tiles = {columns = 3, rows = 1, cell = {16, 16}, codes = {1, 1, 1}, tag = 7}, editable = editable})
end
local level = flat()
equal(level:edge_count(), 4)
equal(level:seams_removed(), 8)
equal({level:bounds()}, {0, 0, 48, 16})
local top
for i, edge in ipairs(level:edges()) do
    if edge.ay == 0 and edge.by == 0 then top = i end
    equal(edge.tag, 7)
    equal(level:edge(edge.next).prev, i)
end
local hit = level:ray(24, -10, 0, 20)
equal({hit.t, hit.x, hit.y, hit.edge, hit.normal}, {0.5, 24, 0, top, {x = 0, y = -1}})
equal(#level:ray_all(-8, 8, 100, 0), 1)
local ball = {circle = {0, 0, 4}}
local sweep = level:sweep({circle = {24, -20, 4}}, 0, 32)
equal({sweep.t, sweep.x, sweep.y, sweep.edge, sweep.part_b}, {0.5, 24, -4, top, nil})
equal(level:overlap({circle = {24, -4, 4}}), {top})
equal(level:nearest({circle = {24, -10, 4}}).distance, 6)
equal(level:nearest({circle = {24, -10, 4}}, 5), {distance = math.huge})
equal({level:solid(8, 8), level:solid(8, -1)}, {true, false})
local rays, found = level:ray_many({24, -10, 0, 20, 24, -10, 0, 5})
equal({found, rays[1], rays[2].hit}, {1, hit, false})
local turn = level:sweep_turning({box = {-4, -4, 4, 4}}, {pose = {24, -20, 0}, dy = 32, angle = 1})
equal({turn.hit, turn.inside, turn.edge, turn.part_b}, {true, false, sweep.edge, nil})
equal(turn.t < 1 and turn.velocity.y > 0, true)
local parked = level:move_turning({box = {-4, -1, 4, 1}}, {24, -3, 0}, 2, 1, 1, "slide")
equal({parked.blocked, parked.spin, parked.inside, parked.contacts[1].edge}, {true, 0, false, sweep.edge})
equal(parked.pose.x > 24 and parked.pose.sine > 0.1 and parked.contacts[1].velocity.y > 1, true)
raises('level:sweep_turning', level.sweep_turning, nil, {point = {0, 0}}, {})
local sweeps = level:sweep_many(ball, {24, -20, 0, 32})
equal({sweeps[1].t, sweeps[1].y}, {0.5, -4})
equal(#level:triangles() / 6, 2)

-- Images.
local copy = carom.open_level(level:image())
check.collect()
equal(copy:ray(24, -10, 0, 20).t, 0.5)
equal(copy:image(), level:image())
raises("image", carom.open_level, "no image")
raises("image", carom.open_level, level:image():sub(1, -9))

-- Moving.
local motion = level:move(ball, 8, -10, 20, 20, "slide")
equal({motion.x, motion.y, motion.dy, motion.count, motion.contacts[1].level, motion.contacts[1].edge}, {28, -4, 0, 1, level, top})
equal(level:move(ball, 8, -10, 0, 20, "bounce").dy, -20)
equal(level:move(ball, 8, -10, 0, 20, {kind = "bounce", restitution = 0.5}).dy, -10)
equal(level:move(ball, 8, -10, 0, 20).t < 1, true)
equal(level:move(ball, 8, 8, 0, 20).inside, true)
local seen
local bounced = level:move(ball, 8, -10, 0, 20, {response = "stop", rule = function(contact, response)
    seen = {contact.level, contact.edge, contact.edge_tag, contact.normal.y, response.kind}
    return "bounce"
end})
equal({bounced.dy, seen}, {-20, {level, top, 7, -1, "stop"}})
raises("oops", level.move, level, ball, 8, -10, 0, 20, {rule = function() error("oops", 0) end})
equal(level:push_out(ball, 24, -1), {x = 24, y = -4, moved = true, crushed = false})
equal({carom.slide(1, 1, {0, -1})}, {1, 0})
equal({carom.bounce(1, 1, 0, -1)}, {1, -1})
equal({carom.corner_correction(level, {box = {-4, -4, 4, 4}}, -3, 30, 0, -30, 4)}, {-1, 0})

-- Editing.
raises("level:set_tile: ", level.set_tile, level, 0, 0, 0)
raises("level:carve: ", level.carve, level, ball)
local soft = flat(true)
soft:set_tile(1, 0, 0)
equal({soft:tile(1, 0), soft:tile(0, 0), soft:tile(9, 9), soft:edge_count()}, {0, 1, 0, 8})
soft:set_tiles({column = 0, row = 0, columns = 2, rows = 1, codes = {0, 1}})
equal({soft:tile(0, 0), soft:tile(1, 0)}, {0, 1})
soft:carve({box = {20, -5, 28, 30}})
equal({soft:solid(24, 8), soft:solid(18, 8)}, {false, true})
soft:fill({circle = {24, 8, 3}})
equal(soft:solid(24, 8), true)
raises("code: expected an integer from 0 to 255", soft.set_tile, soft, 0, 0, 256)
raises("level:set_tile: bad argument", soft.set_tile, soft, 3, 0, 1)
raises("block.codes: 1 values: expected columns * rows = 2", soft.set_tiles, soft, {column = 0, row = 0, columns = 2, rows = 1, codes = {0}})

-- Free shapes, tiles of one's own, bitmaps.
local free = carom.level({
    outlines = {{points = {0, 0, 10, 0, 10, 10, 0, 10}, tag = 3, even_odd = true}, {points = {2, 2, 8, 2, 8, 8, 2, 8}, same_area = true},
        {points = {0, -20, 10, -20}, open = true, one_way = true}},
    tile_shapes = {{base = 21, parts = {{points = {0, 0, 1, 1, 0, 1}}}}},
    tiles = {{columns = 1, rows = 1, origin = {100, 0}, cell = {8, 8}, codes = string.char(21)}},
    fields = {{columns = 2, rows = 2, origin = {200, 0}, cell = {1, 1}, samples = {255, 255, 255, 255}}},
})
equal({free:solid(1, 1), free:solid(5, 5), free:solid(101, 6), free:solid(106, 1), free:solid(201, 1)}, {true, false, true, false, true})
equal(free:ray(5, -30, 0, 15).hit, true)
raises("level.tiles[1].codes: 2 values: expected columns * rows = 3", carom.level, {tiles = {columns = 3, rows = 1, codes = {1, 1}}})
raises("level.tiles[1]: unknown field \"code\"", carom.level, {tiles = {columns = 3, rows = 1, codes = {1, 1, 1}, code = 1}})
raises("outline", carom.level, {outlines = {{points = {0, 0, 1, 1}}}})
raises("level.outlines[1].points: 3 numbers", carom.level, {outlines = {{points = {0, 0, 1}}}})
raises("level.outlines[1].points[2]: nan", carom.level, {outlines = {{points = {0, 0 / 0, 1, 1}}}})
equal(carom.level({}):bounds(), nil)

-- A carved level as a map, and back.
local exported = soft:export("tmx")
local again = carom.map("soft.tmx", {files = {["soft.tmx"] = exported}}):level()
for _, at in ipairs({{24, 8}, {18, 8}, {22, 2}, {40, 8}, {8, 8}}) do equal(again:solid(at[1], at[2]), soft:solid(at[1], at[2])) end
equal(again:edge_count() > 8, true)
equal({soft:export("svg"):sub(1, 4), select(2, soft:export("geojson"))}, {"<svg", 2}) -- edges of the filled circle
raises('format: expected "tmx", "geojson", "svg"', soft.export, soft, "png")

-- Maps: from disk, from memory, their contents, their errors.
local cave = carom.map(check.root .. "levels/cave.tmx")
equal(cave:info().cell, {x = 16, y = 16})
equal(#cave:solids() > 0, true)
local from_disk = cave:level()
cave:free()
local function slurp(name)
    local file = assert(io.open(check.root .. "levels/" .. name, "rb"))
    local bytes = file:read("*a")
    file:close()
    return bytes
end
local opened = {}
local from_memory = carom.map("cave.tmx", {files = function(name)
    opened[#opened + 1] = name
    return slurp(name)
end}):level({editable = true})
equal(opened, {"cave.tmx", "cave-tiles.tsx"})
equal(from_memory:edge_count() >= from_disk:edge_count(), true)
equal(from_memory:solid(300, 300), from_disk:solid(300, 300))
local climb = carom.map("climb.tmx", {contents = true, files = {["climb.tmx"] = slurp("climb.tmx"), ["cave-tiles.tsx"] = slurp("cave-tiles.tsx")}})
local kinds = {}
for _, object in ipairs(climb:objects()) do kinds[object.type] = (kinds[object.type] or 0) + 1 end
equal(kinds, {spawn = 1, coin = 15, crate = 2, lift = 1, crusher = 1, ladder = 1, goal = 1})
equal(climb:objects()[1].form, "point")
equal(#climb:contents().layers > 0, true)
equal({climb:tile_image(1, 1)}, {"cave-tiles.png", 16, 0, 16, 16})
equal(type(climb:notes()), "table")
local none = carom.map("cave.tmx", {files = slurp, not_solid = {"Ground", "ground", "Tiles"}})
equal(none:info().format:sub(1, 3), "TMX")
raises("nope.tmx: cannot be read", carom.map, "nope.tmx")

-- Limits of levels. Errors of levels of maps name the place in the map.
local flat_tiles = {columns = 3, rows = 1, cell = {16, 16}, codes = {1, 1, 1}}
equal(carom.level({tiles = flat_tiles, max_edges = 8}):edge_count(), 4)
raises("max_edges", carom.level, {tiles = flat_tiles, max_edges = 7})
raises("max_edges: expected", carom.level, {tiles = flat_tiles, max_edges = -1})
local star = {} -- 2,101 points, and more crossings than the default of max_crossings
for i = 0, 2100 do
    local angle = i * 1050 / 2101 * 2 * math.pi
    star[#star + 1] = ("%.3f,%.3f"):format(1000 * math.cos(angle), 1000 * math.sin(angle))
end
local stars = carom.map("star.tmx", {files = {["star.tmx"] = ([[<map width="9" height="9" tilewidth="16" tileheight="16">
    <objectgroup name="solid"><object id="9" name="star" x="2000" y="0"><polygon points="%s"/></object></objectgroup></map>]]):format(
    table.concat(star, " "))}})
raises("layer 'solid', object 9 'star' at (3000, 0): too many edges cross", stars.level, stars)
raises("x.tmx:1:1", carom.map, "x.tmx", {files = {["x.tmx"] = "<map"}})
raises("disk full", carom.map, "x.tmx", {files = function() error("disk full", 0) end})
local world = carom.map("a.world", {contents = true, project = "g.tiled-project", files = {
    ["a.world"] = '{"type": "world", "maps": [{"fileName": "a.tmx", "x": 0, "y": 0}, {"fileName": "a.tmx", "x": 16, "y": 0}]}',
    ["a.tmx"] = '<map class="Cave" width="1" height="1" tilewidth="16" tileheight="16"/>',
    ["g.tiled-project"] = '{"propertyTypes": [{"name": "Cave", "type": "class", "members": [{"name": "dark", "type": "bool", ' ..
        '"value": true}]}, {"name": "Kind", "type": "enum", "values": ["ice", "fire"]}]}'}})
local all = world:contents()
equal({#all.levels, all.levels[2].bounds[1], all.levels[2].neighbours, all.levels[1].properties}, {2, 16, {"a.tmx"}, {dark = true}})
equal(all.types, {Cave = {members = {dark = true}}, Kind = {values = {"ice", "fire"}, numbers = false, flags = false}})
raises("only LDtk files", carom.map, "a.tmx", {world = "w", files = {["a.tmx"] = '<map width="1" height="1" tilewidth="1" tileheight="1"/>'}})
raises("the map was read without its contents", cave.contents, carom.map(check.root .. "levels/cave.tmx"))
raises("map:level: this map was freed", cave.level, cave)
raises('unknown field "file"', carom.map, "x.tmx", {file = {}})

-- Freed levels.
level:free()
level:free()
raises("level:ray: this level was freed", level.ray, level, 0, 0, 1, 1)
raises("move: this level was freed", level.move, level, ball, 0, 0, 1, 1)
raises("expected a level", copy.ray, {}, 0, 0, 1, 1)
near(copy:ray(24, -10, 0, 20).y, 0)
