// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Maps of each format that use most of what the readers know, read with rules, a project and snapping while each
// allocation and each limit of steps fails.
#include "io/failures.h"
#include "io/given_files.h"

typedef struct failing_map {
    const char *name, *text;
    int outlines, objects, tiles, notes; // without a failure
    const char *level;
} failing_map;

#define GRID  "width='3' height='2' "
#define SOLID "<properties><property name='solid' type='bool' value='true'/></properties>"

static const char tmx[] =
    "<map orientation='orthogonal' " GRID "tilewidth='16' tileheight='16' class='Wall' backgroundcolor='#102030'>"
    "<properties><property name='stats' type='class' propertytype='Stats'><properties>"
    "<property name='hp' type='int' value='3'/></properties></property></properties>"
    "<tileset firstgid='1' source='sets/t.tsx'/><tileset firstgid='40' source='sets/none.tsx'/>"
    "<tileset firstgid='60' name='own' tilewidth='8' tileheight='8' tilecount='2' columns='2' class='Wall'>"
    "<tile id='1'><properties><property name='carom' value='slope_45 flip 90'/></properties></tile>"
    "<tile id='1' type='Ledge'/></tileset>"
    "<group name='g' offsetx='1'>" SOLID "<layer name='ground' " GRID
    "parallaxx='0.5'><data encoding='csv'>1,2,3,2147483652,41,61</data></layer></group>"
    "<layer name='collision' " GRID "><data encoding='base64' compression='zlib'>"
    "eNpjZGBgYGRgaGAC0swMDAsYIDQDAA60ASs=</data></layer>"
    "<layer name='walls' " GRID "><data><tile gid='1'/><tile/><tile/><tile gid='2'/><tile/><tile/></data></layer>"
    "<imagelayer name='sky' parallaxy='2'>" SOLID "<image source='sky.png'/></imagelayer>"
    "<objectgroup name='Enemies'><object name='foe' type='Foe' width='4' height='4'/></objectgroup>"
    "<objectgroup name='solid'>"
    "<object id='1' width='8' height='4' rotation='30'/><object id='2' width='5' height='3'><ellipse/></object>"
    "<object id='3' x='20' width='2' height='6'><capsule/></object><object id='4' x='9'><point/></object>"
    "<object id='5' width='9' height='9'><properties><property name='carom' value='hole'/></properties></object>"
    "<object id='6'><properties><property name='one_way' value='left'/><property name='carom_tag' value='7'/>"
    "</properties><polygon points='0,0 9,0 9,9 4,4 0,9'/></object>"
    "<object id='7' type='Ledge'><polyline points='9,0 0,0'/></object>"
    "<object id='8' template='foe.tx' x='50'/><object id='9' template='brick.tx' x='60'/>"
    "<object id='10' gid='3' x='70' y='16' width='16' height='16'/><object id='11' gid='1' y='40' width='8' "
    "height='8'/>"
    "<object id='12' template='none.tx' x='5'/><object id='13' width='9' height='9'><text>Go</text></object>"
    "<object id='14' type='platform' name='by 64,0 in 120' width='9' height='9'/>"
    "<object id='15' name='collideable' width='2' height='2'/>"
    "</objectgroup><objectgroup name='floor'><object id='16' width='3' height='3'/></objectgroup></map>";

static const char tsx[] =
    "<tileset name='t' tilewidth='16' tileheight='16' tilecount='9' columns='3' margin='1' spacing='2'>"
    "<tileoffset x='1' y='-1'/><image source='t.png' width='60' height='60'/>"
    "<properties><property name='made' value='me'/></properties>"
    "<tile id='0' type='lava'><animation><frame tileid='0' duration='9'/><frame tileid='1' duration='9'/></animation>"
    "</tile><tile id='1'><properties><property name='stats' type='class' propertytype='Stats'/></properties></tile>"
    "<tile id='2' type='Wall'><image source='two.png' width='8' height='9'/><objectgroup>"
    "<object width='8' height='4'/><object width='8' height='4'><ellipse/></object><object><polygon points='0,0 4,0 "
    "4,4'/>"
    "</object><object><polyline points='0,0 4,0 4,4'/></object><object width='2' height='6'><capsule/></object>"
    "</objectgroup></tile>"
    "<tile id='3'><objectgroup><object template='../foe.tx'/><object type='Ledge' width='8' height='4'/></objectgroup>"
    "</tile></tileset>";

static const char foe_tx[] =
    "<template><object name='any' type='Foe' width='6' height='4'><properties><property name='speed' type='float' "
    "value='2'/></properties><polygon points='0,0 6,0 6,4'/></object></template>";

static const char brick_tx[] =
    "<template><tileset firstgid='1' source='sets/t.tsx'/><object gid='3' width='16' height='16'/></template>";

static const char project[] =
    "{\"objectTypesFile\": \"types.xml\", \"propertyTypes\": ["
    "{\"name\": \"Rank\", \"type\": \"enum\", \"storageType\": \"int\", \"values\": [\"low\", \"high\"]},"
    "{\"name\": \"Stats\", \"type\": \"class\", \"members\": [{\"name\": \"hp\", \"type\": \"int\", \"value\": 10}, "
    "{\"name\": \"rank\", \"type\": \"int\", \"propertyType\": \"Rank\", \"value\": 1}]},"
    "{\"name\": \"Foe\", \"type\": \"class\", \"useAs\": [\"object\"], \"members\": ["
    "{\"name\": \"stats\", \"type\": \"class\", \"propertyType\": \"Stats\", \"value\": {\"hp\": 20}}, "
    "{\"name\": \"note\", \"type\": \"string\", \"value\": null}]},"
    "{\"name\": \"Wall\", \"type\": \"class\", \"useAs\": [\"map\", \"object\", \"tile\", \"tileset\"], \"members\": ["
    "{\"name\": \"solid\", \"type\": \"bool\", \"value\": true}]}]}";

static const char types_xml[] =
    "<objecttypes><objecttype name='Ledge'><property name='oneWay' type='bool' default='true'/></objecttype>"
    "<objecttype name='lava'><property name='burn' type='float' default='1'/></objecttype></objecttypes>";

static const char tmj[] =
    "{\"type\": \"map\", \"orientation\": \"hexagonal\", \"staggeraxis\": \"x\", \"staggerindex\": \"even\", "
    "\"hexsidelength\": 6, \"infinite\": true, \"width\": 4, \"height\": 4, \"tilewidth\": 14, \"tileheight\": 12, "
    "\"properties\": {\"old\": \"yes\", \"stats\": {\"hp\": 3, \"list\": [1, 2], \"none\": null}}, "
    "\"tilesets\": [{\"firstgid\": 1, \"source\": \"t.tsj\"}], \"layers\": [{\"type\": \"fog\", \"name\": \"mist\"}, "
    "{\"type\": \"tilelayer\", \"name\": \"ground\", \"class\": \"solid\", \"chunks\": ["
    "{\"x\": -2, \"y\": 0, \"width\": 2, \"height\": 1, \"data\": [1, 536870914]},"
    "{\"x\": 2, \"y\": 3, \"width\": 2, \"height\": 1, \"data\": \"AQAAAAMAAAA=\"}], \"encoding\": \"base64\"},"
    "{\"type\": \"objectgroup\", \"name\": \"things\", \"objects\": ["
    "{\"id\": 1, \"name\": \"a\", \"x\": 1, \"y\": 2, \"width\": 3, \"height\": 4, \"properties\": {\"solid\": true}},"
    "{\"id\": 2, \"gid\": 1, \"x\": 1, \"y\": 2, \"width\": 3, \"height\": 4}]}]}";

static const char tsj[] =
    "{\"name\": \"t\", \"tilewidth\": 14, \"tileheight\": 12, \"tilecount\": 4, \"columns\": 2, \"image\": \"t.png\", "
    "\"imagewidth\": 28, \"imageheight\": 24, \"tileproperties\": {\"1\": {\"solid\": \"true\"}}, "
    "\"tiles\": [{\"id\": 0, \"objectgroup\": {\"objects\": [{\"id\": 1, \"width\": 5, \"height\": 5}]}}, "
    "{\"id\": 2, \"image\": \"two.png\", \"imagewidth\": 5, \"imageheight\": 5, "
    "\"animation\": [{\"tileid\": 1, \"duration\": 5}]}]}";

#define ROOM(name, x, more)                                                                                            \
    "{\"identifier\": \"" name "\", \"iid\": \"" name "\", \"pxWid\": 16, \"pxHei\": 8, \"worldX\": " x ", "           \
    "\"worldY\": 0, \"__neighbours\": [{\"levelIid\": \"b\"}, {\"levelIid\": \"c\"}]" more "}"
#define LAYERS(ground, tiles, entities)                                                                                \
    ", \"layerInstances\": [{\"layerDefUid\": 1, \"__identifier\": \"Ground\", \"__type\": \"IntGrid\", "              \
    "\"__cWid\": 2, \"__cHei\": 1, \"__gridSize\": 8, \"__tilesetDefUid\": 7, \"intGridCsv\": [" ground "], "          \
    "\"autoLayerTiles\": [" tiles "]},"                                                                                \
    "{\"layerDefUid\": 3, \"__identifier\": \"Tiles\", \"__type\": \"Tiles\", \"__cWid\": 2, \"__cHei\": 1, "          \
    "\"__gridSize\": 8, \"__tilesetDefUid\": 7, \"gridTiles\": [" tiles "]},"                                          \
    "{\"layerDefUid\": 2, \"__identifier\": \"Things\", \"__type\": \"Entities\", \"__cWid\": 2, \"__cHei\": 1, "      \
    "\"__gridSize\": 8, \"entityInstances\": [" entities "]}]"
#define TILE "{\"px\": [8, 0], \"src\": [11, 1], \"f\": 3, \"t\": 1}"
#define ENTITY(name)                                                                                                   \
    "{\"__identifier\": \"" name "\", \"iid\": \"e\", \"px\": [8, 8], \"__pivot\": [0.5, 1], \"width\": 4, "           \
    "\"height\": 6, \"fieldInstances\": [{\"__identifier\": \"path\", \"__type\": \"Array<Point>\", \"__value\": "     \
    "[{\"cx\": 1}]}]}"

static const char ldtk[] =
    "{\"jsonVersion\": \"1.5.3\", \"bgColor\": \"#102030\", \"defs\": {\"layers\": ["
    "{\"uid\": 1, \"identifier\": \"Ground\", \"type\": \"IntGrid\", \"intGridValues\": [{\"value\": 1, "
    "\"identifier\": \"rock\"}, {\"value\": 2, \"identifier\": \"slope_45\"}, {\"value\": 3, \"identifier\": null}]},"
    "{\"uid\": 2, \"identifier\": \"Things\", \"type\": \"Entities\"},"
    "{\"uid\": 3, \"identifier\": \"Tiles\", \"type\": \"Tiles\"}, {\"uid\": 4, \"identifier\": \"Art\", \"type\": "
    "\"AutoLayer\"}],"
    "\"tilesets\": [{\"uid\": 7, \"identifier\": \"Cave\", \"relPath\": \"cave.png\", \"tileGridSize\": 8, "
    "\"spacing\": 2, \"padding\": 1, \"__cWid\": 4, \"__cHei\": 3}], \"enums\": [{\"identifier\": \"Item\", "
    "\"values\": [{\"id\": \"Key\"}, {\"id\": \"Gem\"}]}], \"externalEnums\": [{\"identifier\": \"Far\", \"values\": "
    "[{\"id\": \"Out\"}]}]}, \"levels\": [], \"worlds\": [{\"identifier\": \"Up\", \"worldLayout\": \"GridVania\", "
    "\"levels\": [" ROOM("a", "0", LAYERS("1, 2", TILE, ENTITY("Door") "," ENTITY("Lift"))) "," ROOM(
        "b", "16", ", \"externalRelPath\": \"b.ldtkl\"") "]},"
                                                         "{\"identifier\": \"Down\", \"worldLayout\": \"Free\", "
                                                         "\"levels\": [" ROOM("c", "-9", LAYERS("3, 0", "", "")) "]}]}";

static const char ldtkl[] = "{\"identifier\": \"b\"" LAYERS("0, 1", TILE "," TILE, "") "}";

static const char geojson[] =
    "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", \"id\": 7, \"properties\": {\"name\": "
    "\"Door\", \"size\": [1, 2], \"owner\": {\"name\": \"a\"}, \"none\": null}, \"geometry\": {\"type\": "
    "\"MultiPolygon\", \"coordinates\": [[[[0, 0], [9, 0], [9, 9]], [[4, 1], [6, 1], [6, 2]]]]}},"
    "{\"type\": \"Feature\", \"properties\": {\"one_way\": \"down\"}, \"geometry\": {\"type\": \"LineString\", "
    "\"coordinates\": [[0, 20], [9, 20.25]]}},"
    "{\"type\": \"Feature\", \"properties\": {\"name\": \"spawn\"}, \"geometry\": {\"type\": \"MultiPoint\", "
    "\"coordinates\": [[0, 20], [9, 20]]}}]}";

static const char world[] =
    "{\"type\": \"world\", \"properties\": [{\"name\": \"hero\", \"type\": \"string\", \"value\": \"Ann\"}], "
    "\"patterns\": [{\"regexp\": \"r.tmx\"}], \"maps\": [{\"fileName\": \"small.tmx\", \"x\": 0, \"y\": 0, "
    "\"width\": 16, \"height\": 16}, {\"fileName\": \"small.tmx\", \"x\": 16, \"y\": 0, \"width\": 16, \"height\": 16},"
    "{\"fileName\": \"none.tmx\", \"x\": 32, \"y\": 0, \"width\": 16, \"height\": 16}]}";

static const char small_tmx[] =
    "<map orientation='isometric' width='1' height='1' tilewidth='16' tileheight='8'>"
    "<properties><property name='music' value='a.ogg'/></properties><tileset firstgid='1' source='sets/t.tsx'/>"
    "<layer name='collision' width='1' height='1'><data encoding='csv'>1</data></layer></map>";

static const given_file files[] = {{"sets/t.tsx", tsx},
                                   {"foe.tx", foe_tx},
                                   {"brick.tx", brick_tx},
                                   {"game.tiled-project", project},
                                   {"types.xml", types_xml},
                                   {"t.tsj", tsj},
                                   {"b.ldtkl", ldtkl},
                                   {"small.tmx", small_tmx},
                                   {NULL, NULL}};

static const failing_map maps[] = {
    {"a.tmx", tmx, 35, 17, 13, 20, NULL},     {"a.tmj", tmj, 6, 2, 4, 6, NULL},
    {"a.ldtk", ldtk, 2, 2, 6, 6, NULL},       {"b.ldtk", ldtk, 0, 0, 2, 8, "b"},
    {"a.geojson", geojson, 3, 3, 0, 5, NULL}, {"a.world", world, 0, 0, 2, 9, NULL},
    {"b.world", world, 0, 0, 2, 8, "small"},
};

static carom_status read_failing(const carom_map_options *options, carom_map **map, carom_error *error,
                                 const void *context) {
    const failing_map *failing = context;
    const carom_map_files source = {.open = open_given, .context = (void *)(uintptr_t)files};
    carom_map_options all = *options;
    all.files = &source;
    all.level = failing->level;
    return carom_map_read(failing->text, strlen(failing->text), failing->name, &all, map, error);
}

static const carom_map_rule rules[] = {{"t:1", CAROM_MAP_MEANING_ONE_WAY},    {"Lift", CAROM_MAP_MEANING_ONE_WAY},
                                       {"Door", CAROM_MAP_MEANING_SOLID},     {"Tiles", CAROM_MAP_MEANING_SOLID},
                                       {"Ground:3", CAROM_MAP_MEANING_SOLID}, {"made", CAROM_MAP_MEANING_NOT_SOLID}};
static const carom_map_value values[] = {{"rock", CAROM_TILE_SOLID}, {"3", CAROM_TILE_EDGE}};
static const carom_map_options everything = {.contents = true,
                                             .project = "game.tiled-project",
                                             .rules = rules,
                                             .rules_count = sizeof rules / sizeof *rules,
                                             .values = values,
                                             .values_count = 2,
                                             .snap = 0.5f};

enum { MAPS = sizeof maps / sizeof *maps };

/// The maps reach what they are made for.
static void without_a_failure_everything_is_read(void **state) {
    (void)state;
    for (int i = 0; i < MAPS; i++) {
        carom_map *map;
        carom_error error = {.status = CAROM_STATUS_OK};
        if (read_failing(&everything, &map, &error, &maps[i]))
            fail_msg("%s: %s: %s", maps[i].name, error.where, error.message);
        int outlines = carom_map_level(map)->outlines_count, objects = carom_map_object_count(map);
        int tiles = carom_map_about(map).tiles, notes = carom_map_note_count(map);
        if (outlines != maps[i].outlines || objects != maps[i].objects || tiles != maps[i].tiles ||
            notes != maps[i].notes) {
            for (int k = 0; k < notes; k++) {
                carom_map_note note = carom_map_note_at(map, k);
                print_message("%s: %s\n", note.where, note.message);
            }
            fail_msg("%s: %d outlines, %d objects, %d tiles, %d notes", maps[i].name, outlines, objects, tiles, notes);
        }
        carom_map_free(map);
    }
}

static void each_failure_is_reported(void **state) {
    (void)state;
    for (int i = 0; i < MAPS; i++) {
        expect_failures(read_failing, everything, &maps[i]);
        expect_failures(read_failing, (carom_map_options){.project = "game.tiled-project"}, &maps[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_failure_everything_is_read),
        cmocka_unit_test(each_failure_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
