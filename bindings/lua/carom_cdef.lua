-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- The declarations of include/carom, written by tools/cdef.py: change the headers instead. carom.lua passes them to
-- LuaJIT's FFI.
return {
version = "0.3.0-dev",
core = [[
const char *carom_version(void);
typedef struct carom_vec2 {
    float x;
    float y;
} carom_vec2;
typedef struct carom_vec3 {
    float x;
    float y;
    float z;
} carom_vec3;
typedef struct carom_box {
    carom_vec2 min;
    carom_vec2 max;
} carom_box;
typedef struct carom_rotation {
    float cosine;
    float sine;
} carom_rotation;
typedef struct carom_pose {
    carom_vec2 position;
    carom_rotation rotation;
} carom_pose;
typedef enum carom_status {
    CAROM_STATUS_OK = 0,
    CAROM_STATUS_NOT_FINITE,
    CAROM_STATUS_NEGATIVE_RADIUS,
    CAROM_STATUS_REVERSED_BOX,
    CAROM_STATUS_TOO_FEW_VERTICES,
    CAROM_STATUS_TOO_MANY_VERTICES,
    CAROM_STATUS_NOT_CONVEX,
    CAROM_STATUS_NO_AREA,
    CAROM_STATUS_TOO_DEEP,
    CAROM_STATUS_BAD_ARGUMENT,
    CAROM_STATUS_NO_MEMORY,
    CAROM_STATUS_STALE_ID,
    CAROM_STATUS_FULL,
    CAROM_STATUS_NOT_FOUND,
    CAROM_STATUS_BAD_FILE,
    CAROM_STATUS_UNSUPPORTED,
    CAROM_STATUS_TOO_LARGE,
} carom_status;
const char *carom_status_text(carom_status status);
typedef struct carom_error {
    carom_status status;
    int line;
    int column;
    char where[512];
    char message[1024];
} carom_error;
carom_rotation carom_rotation_of(float radians);
carom_rotation carom_rotation_normalized(carom_rotation r);
carom_rotation carom_rotation_compose(carom_rotation a, carom_rotation b);
carom_rotation carom_rotation_inverse(carom_rotation r);
carom_vec2 carom_rotate(carom_rotation r, carom_vec2 v);
carom_vec2 carom_pose_point(carom_pose pose, carom_vec2 v);
carom_vec2 carom_pose_local(carom_pose pose, carom_vec2 p);
carom_pose carom_pose_compose(carom_pose parent, carom_pose child);
typedef struct carom_allocator {
    void *(*resize)(void *context, void *old, size_t old_size, size_t new_size);
    void *context;
} carom_allocator;
typedef enum carom_shape_kind {
    CAROM_SHAPE_NONE = 0,
    CAROM_SHAPE_POINT,
    CAROM_SHAPE_SEGMENT,
    CAROM_SHAPE_CIRCLE,
    CAROM_SHAPE_BOX,
    CAROM_SHAPE_CAPSULE,
    CAROM_SHAPE_POLYGON,
    CAROM_SHAPE_COMPOUND,
} carom_shape_kind;
typedef struct carom_segment {
    carom_vec2 a;
    carom_vec2 b;
    bool one_sided;
    bool skip_a;
    bool skip_b;
} carom_segment;
typedef struct carom_circle {
    carom_vec2 center;
    float radius;
} carom_circle;
typedef struct carom_capsule {
    carom_vec2 a;
    carom_vec2 b;
    float radius;
} carom_capsule;
typedef struct carom_polygon {
    int count;
    carom_vec2 v[8];
    float radius;
} carom_polygon;
typedef struct carom_compound {
    const struct carom_shape *parts;
    int count;
} carom_compound;
typedef struct carom_shape {
    carom_shape_kind kind;
    union {
        carom_vec2 point;
        carom_segment segment;
        carom_circle circle;
        carom_box box;
        carom_capsule capsule;
        carom_polygon polygon;
        carom_compound compound;
    };
} carom_shape;
carom_status carom_make_point(carom_vec2 p, carom_shape *out);
carom_status carom_make_segment(carom_vec2 a, carom_vec2 b, carom_shape *out);
carom_status carom_make_one_sided(carom_vec2 a, carom_vec2 b, carom_shape *out);
carom_status carom_make_circle(carom_vec2 center, float radius, carom_shape *out);
carom_status carom_make_box(carom_vec2 min, carom_vec2 max, carom_shape *out);
carom_status carom_make_rounded_box(carom_box box, float radius, carom_shape *out);
carom_status carom_make_oriented_box(carom_box box, carom_pose pose, carom_shape *out);
carom_status carom_make_capsule(carom_vec2 a, carom_vec2 b, float radius, carom_shape *out);
carom_status carom_make_polygon(const carom_vec2 *points, int count, carom_shape *out);
carom_status carom_make_rounded_polygon(const carom_vec2 *points, int count, float radius, carom_shape *out);
carom_status carom_make_hull(const carom_vec2 *points, int count, carom_shape *out);
carom_status carom_make_compound(const carom_shape *parts, int count, carom_shape *out);
typedef struct carom_ring {
    const carom_vec2 *points;
    int count;
} carom_ring;
typedef struct carom_triangle {
    carom_vec2 v[3];
} carom_triangle;
carom_status carom_triangulate(const carom_ring *rings, int ring_count, const carom_allocator *allocator,
                                         carom_triangle *out, int capacity, int *count);
carom_status carom_decompose(const carom_ring *rings, int ring_count, const carom_allocator *allocator,
                                       carom_shape *out, int capacity, int *count);
carom_status carom_shape_check(const carom_shape *shape);
carom_box carom_shape_bounds(const carom_shape *shape);
carom_shape carom_shape_at(const carom_shape *shape, carom_vec2 offset);
carom_shape carom_shape_posed(const carom_shape *shape, carom_pose pose);
bool carom_overlap(const carom_shape *a, const carom_shape *b);
typedef struct carom_separation {
    float distance;
    carom_vec2 on_a;
    carom_vec2 on_b;
    carom_vec2 normal;
    int part_a;
    int part_b;
} carom_separation;
carom_separation carom_distance(const carom_shape *a, const carom_shape *b);
typedef struct carom_contact_points {
    bool hit;
    float depth;
    carom_vec2 normal;
    int count;
    carom_vec2 points[2];
    int part_a;
    int part_b;
} carom_contact_points;
carom_contact_points carom_contact(const carom_shape *a, const carom_shape *b);
typedef enum carom_feature {
    CAROM_FEATURE_NONE = 0,
    CAROM_FEATURE_EDGE,
    CAROM_FEATURE_END_A,
    CAROM_FEATURE_END_B,
    CAROM_FEATURE_SIDE,
    CAROM_FEATURE_CORNER,
} carom_feature;
typedef struct carom_ray_hit {
    bool hit;
    bool inside;
    float t;
    float exit;
    carom_vec2 point;
    carom_vec2 normal;
    carom_feature feature;
    int part;
} carom_ray_hit;
carom_ray_hit carom_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b);
typedef struct carom_sweep_hit {
    bool hit;
    bool inside;
    float t;
    carom_vec2 at;
    carom_vec2 point;
    carom_vec2 normal;
    carom_feature feature;
    int part_a;
    int part_b;
} carom_sweep_hit;
carom_sweep_hit carom_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move);
bool carom_posed_overlap(const carom_shape *a, carom_pose a_pose, const carom_shape *b, carom_pose b_pose);
carom_separation carom_posed_distance(const carom_shape *a, carom_pose a_pose, const carom_shape *b,
                                                carom_pose b_pose);
carom_contact_points carom_posed_contact(const carom_shape *a, carom_pose a_pose, const carom_shape *b,
                                                   carom_pose b_pose);
carom_ray_hit carom_posed_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b, carom_pose b_pose);
typedef struct carom_turning {
    carom_pose pose;
    carom_vec2 move;
    float angle;
} carom_turning;
typedef struct carom_turning_hit {
    bool hit;
    bool inside;
    float t;
    carom_pose at;
    carom_vec2 point;
    carom_vec2 normal;
    carom_vec2 velocity;
    carom_feature feature;
    int part_a;
    int part_b;
} carom_turning_hit;
carom_pose carom_turning_pose(const carom_turning *motion, float t);
carom_turning_hit carom_sweep_turning(const carom_shape *a, const carom_turning *a_motion,
                                                const carom_shape *b, const carom_turning *b_motion);
typedef struct carom_prepared {
    __attribute__((aligned(16))) carom_shape shape;
    carom_box bounds;
    int is_searchable;
    __attribute__((aligned(16))) float lanes[56];
} carom_prepared;
carom_status carom_prepare(const carom_shape *shape, carom_prepared *out);
bool carom_prepared_overlap(const carom_prepared *a, const carom_prepared *b);
carom_separation carom_prepared_distance(const carom_prepared *a, const carom_prepared *b);
carom_contact_points carom_prepared_contact(const carom_prepared *a, const carom_prepared *b);
carom_ray_hit carom_prepared_ray(carom_vec2 from, carom_vec2 move, const carom_prepared *b);
carom_sweep_hit carom_prepared_sweep(const carom_prepared *a, carom_vec2 a_move, const carom_prepared *b,
                                               carom_vec2 b_move);
int carom_prepared_overlap_many(const carom_prepared *a, const carom_prepared *b, int count, int *hits,
                                          int capacity);
carom_sweep_hit carom_prepared_sweep_many(const carom_prepared *a, carom_vec2 move, const carom_prepared *b,
                                                    int count);
typedef struct carom_circles {
    const float *x;
    const float *y;
    const float *radius;
    int count;
} carom_circles;
typedef struct carom_boxes {
    const float *min_x;
    const float *min_y;
    const float *max_x;
    const float *max_y;
    int count;
} carom_boxes;
typedef struct carom_segments {
    const float *ax;
    const float *ay;
    const float *bx;
    const float *by;
    int count;
} carom_segments;
typedef struct carom_rays {
    const float *x;
    const float *y;
    const float *move_x;
    const float *move_y;
    int count;
} carom_rays;
int carom_overlap_circles(const carom_shape *a, const carom_circles *b, int *hits, int capacity);
int carom_overlap_boxes(const carom_shape *a, const carom_boxes *b, int *hits, int capacity);
int carom_overlap_segments(const carom_shape *a, const carom_segments *b, int *hits, int capacity);
carom_sweep_hit carom_sweep_circles(const carom_shape *a, carom_vec2 move, const carom_circles *b);
carom_sweep_hit carom_sweep_boxes(const carom_shape *a, carom_vec2 move, const carom_boxes *b);
carom_sweep_hit carom_sweep_segments(const carom_shape *a, carom_vec2 move, const carom_segments *b);
int carom_ray_many(const carom_rays *rays, const carom_shape *b, carom_ray_hit *hits);
typedef struct carom_hit3 {
    bool hit;
    bool inside;
    float t;
    float exit;
    carom_vec3 at;
    carom_vec3 point;
    carom_vec3 normal;
    carom_feature feature;
} carom_hit3;
carom_hit3 carom_ray_sphere(carom_vec3 from, carom_vec3 move, carom_vec3 center, float radius);
carom_hit3 carom_sweep_sphere_segment(carom_vec3 center, float radius, carom_vec3 move, carom_vec3 a,
                                                carom_vec3 b);
typedef struct carom_cell {
    int32_t x;
    int32_t y;
} carom_cell;
typedef enum carom_corners {
    CAROM_CORNERS_OPEN = 0,
    CAROM_CORNERS_PAIR,
    CAROM_CORNERS_ANY,
} carom_corners;
typedef struct carom_cell_line {
    uint64_t state[8];
} carom_cell_line;
carom_cell_line carom_cell_line_begin(carom_cell from, carom_cell to, carom_corners corners, bool ends);
bool carom_cell_line_next(carom_cell_line *line, carom_cell *cell);
int64_t carom_cell_line_cells(carom_cell from, carom_cell to, carom_corners corners, bool ends,
                                        carom_cell *cells, int64_t capacity);
typedef struct carom_grid {
    carom_vec2 origin;
    carom_vec2 cell;
} carom_grid;
typedef struct carom_trace {
    uint64_t state[12];
} carom_trace;
carom_status carom_trace_begin(const carom_grid *grid, carom_vec2 from, carom_vec2 to, carom_corners corners,
                                         carom_trace *out);
bool carom_trace_next(carom_trace *trace, carom_cell *cell);
typedef struct carom_span {
    int32_t y;
    int32_t x_min;
    int32_t x_max;
} carom_span;
typedef struct carom_cover {
    uint64_t state[10];
} carom_cover;
carom_status carom_cover_begin(const carom_grid *grid, const carom_shape *shape, carom_vec2 move,
                                         carom_cover *out);
bool carom_cover_next(carom_cover *cover, carom_span *span);
typedef struct carom_sight_map {
    int32_t columns;
    int32_t rows;
    const uint8_t *bytes;
    const uint64_t *bits;
    bool (*blocks)(void *context, carom_cell cell);
    void *context;
} carom_sight_map;
int64_t carom_bits_words(int32_t columns, int32_t rows);
void carom_bits_pack(const uint8_t *bytes, int32_t columns, int32_t rows, uint64_t *bits);
void carom_bits_set(uint64_t *bits, int32_t columns, int32_t rows, carom_cell cell, bool solid);
typedef struct carom_sight_line {
    bool clear;
    carom_cell blocker;
} carom_sight_line;
carom_sight_line carom_sight(const carom_sight_map *map, carom_cell from, carom_cell to,
                                       carom_corners corners);
int carom_sight_many(const carom_sight_map *map, carom_cell from, const carom_cell *targets, int count,
                               carom_corners corners, carom_sight_line *lines);
int carom_fov(const carom_sight_map *map, carom_cell from, int radius, uint8_t *seen);
typedef enum carom_tile {
    CAROM_TILE_EMPTY = 0,
    CAROM_TILE_SOLID = 1,
    CAROM_TILE_EDGE = 2,
    CAROM_TILE_EDGES_OPPOSITE = 3,
    CAROM_TILE_EDGES_ADJACENT = 4,
    CAROM_TILE_EDGES_THREE = 5,
    CAROM_TILE_HALF = 6,
    CAROM_TILE_QUARTER = 7,
    CAROM_TILE_STEP = 8,
    CAROM_TILE_SLOPE_45 = 9,
    CAROM_TILE_SLOPE_2_LOW = 10,
    CAROM_TILE_SLOPE_2_HIGH = 11,
    CAROM_TILE_SLOPE_3_LOW = 12,
    CAROM_TILE_SLOPE_3_MID = 13,
    CAROM_TILE_SLOPE_3_HIGH = 14,
    CAROM_TILE_BEVEL = 15,
    CAROM_TILE_CORNER = 16,
    CAROM_TILE_PEAK = 17,
    CAROM_TILE_VALLEY = 18,
    CAROM_TILE_DISC = 19,
    CAROM_TILE_PIPE = 20,
    CAROM_TILE_USER = 21,
    CAROM_TILE_BASES = 32,
} carom_tile;
uint8_t carom_tile_code(int base, bool flip, int turns);
uint8_t carom_tile_canonical(uint8_t code);
const char *carom_tile_name(int base);
int carom_tile_by_name(const char *name);
typedef struct carom_tiles {
    int columns;
    int rows;
    carom_vec2 origin;
    carom_vec2 cell;
    const uint8_t *codes;
    int tag;
} carom_tiles;
typedef struct carom_outline {
    const carom_vec2 *points;
    int count;
    bool open;
    bool one_way;
    bool even_odd;
    bool same_area;
    int tag;
} carom_outline;
typedef struct carom_tile_shape {
    int base;
    const carom_outline *parts;
    int parts_count;
} carom_tile_shape;
enum { CAROM_FIELD_THRESHOLD = 128 };
typedef struct carom_field {
    int columns;
    int rows;
    carom_vec2 origin;
    carom_vec2 cell;
    const uint8_t *samples;
    int threshold;
    bool smooth;
    float tolerance;
    int tag;
} carom_field;
enum {
    CAROM_LEVEL_MAX_CROSSINGS = 1 << 20,
    CAROM_LEVEL_MAX_EDGES = 1 << 25
};
typedef struct carom_level_desc {
    uint32_t size;
    bool editable;
    const carom_tiles *tiles;
    int tiles_count;
    const carom_outline *outlines;
    int outlines_count;
    const carom_tile_shape *tile_shapes;
    int tile_shapes_count;
    const carom_field *fields;
    int fields_count;
    int max_crossings;
    const carom_allocator *allocator;
    size_t max_edges;
} carom_level_desc;
typedef struct carom_level carom_level;
carom_status carom_level_make(const carom_level_desc *desc, carom_level **out, carom_error *error);
void carom_level_free(carom_level *level);
carom_status carom_level_set_tile(carom_level *level, int grid, int column, int row, uint8_t code);
typedef struct carom_tile_block {
    int grid;
    int column;
    int row;
    int columns;
    int rows;
    const uint8_t *codes;
} carom_tile_block;
carom_status carom_level_set_tiles(carom_level *level, const carom_tile_block *block);
carom_status carom_level_carve(carom_level *level, const carom_shape *shape);
carom_status carom_level_fill(carom_level *level, const carom_shape *shape);
uint8_t carom_level_tile(const carom_level *level, int grid, int column, int row);
typedef struct carom_level_edge {
    carom_vec2 a;
    carom_vec2 b;
    bool corner_a;
    bool corner_b;
    bool one_way;
    bool two_sided;
    int next;
    int prev;
    int tag;
} carom_level_edge;
int carom_level_edge_count(const carom_level *level);
carom_level_edge carom_level_edge_at(const carom_level *level, int index);
carom_box carom_level_bounds(const carom_level *level);
int carom_level_seams_removed(const carom_level *level);
carom_status carom_level_triangles(const carom_level *level, carom_triangle *out, int capacity, int *count);
carom_ray_hit carom_level_ray(const carom_level *level, carom_vec2 from, carom_vec2 move);
int carom_level_ray_all(const carom_level *level, carom_vec2 from, carom_vec2 move, carom_ray_hit *hits,
                                  int capacity);
carom_sweep_hit carom_level_sweep(const carom_level *level, const carom_shape *shape, carom_vec2 move);
carom_turning_hit carom_level_sweep_turning(const carom_level *level, const carom_shape *shape,
                                                      const carom_turning *motion);
int carom_level_overlap(const carom_level *level, const carom_shape *shape, int *edges, int capacity);
carom_separation carom_level_nearest(const carom_level *level, const carom_shape *shape, float max_distance);
bool carom_level_solid(const carom_level *level, carom_vec2 point);
int carom_level_ray_many(const carom_level *level, const carom_rays *rays, carom_ray_hit *hits);
int carom_level_sweep_many(const carom_level *level, const carom_shape *shapes, const carom_vec2 *moves,
                                     int count, carom_sweep_hit *hits);
size_t carom_level_image_size(const carom_level *level);
void carom_level_image_write(const carom_level *level, void *bytes);
carom_status carom_level_open(const void *bytes, size_t size, const carom_allocator *allocator,
                                        carom_level **out, carom_error *error);
typedef struct carom_scene_hit {
    carom_sweep_hit sweep;
    uint64_t owner;
    bool one_way;
    int level;
} carom_scene_hit;
typedef struct carom_scene_turning_hit {
    carom_turning_hit turning;
    uint64_t owner;
    bool one_way;
    int level;
} carom_scene_turning_hit;
typedef struct carom_material {
    float restitution;
    float friction;
    float surface_speed;
} carom_material;
typedef struct carom_surface {
    uint64_t tag;
    int level;
    int edge_tag;
    carom_material material;
} carom_surface;
typedef struct carom_scene_contact {
    carom_contact_points contact;
    uint64_t owner;
    bool one_way;
    carom_shape shape;
} carom_scene_contact;
typedef struct carom_scene_obstacle {
    carom_shape shape;
    bool one_way;
} carom_scene_obstacle;
typedef struct carom_scene {
    const void *self;
    carom_scene_hit (*sweep)(const void *self, const carom_shape *shape, carom_vec2 move);
    int (*contacts)(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity);
    carom_vec2 (*velocity)(const void *self, uint64_t owner);
    int (*obstacles)(const void *self, carom_box box, carom_scene_obstacle *out, int capacity);
    bool (*solid)(const void *self, carom_vec2 point);
    void (*surface)(const void *self, const carom_scene_hit *hit, carom_surface *out);
    carom_scene_hit (*sweep_past)(const void *self, const carom_shape *shape, carom_vec2 move, const uint64_t *passed,
                                  int count);
    carom_scene_turning_hit (*sweep_turning)(const void *self, const carom_shape *shape, const carom_turning *motion);
    void (*reserved[1])(void);
} carom_scene;
carom_vec2 carom_scene_velocity(const carom_scene *scene, uint64_t owner);
carom_scene carom_scene_of_level(const carom_level *level);
typedef enum carom_response_kind {
    CAROM_RESPONSE_STOP = 0,
    CAROM_RESPONSE_SLIDE,
    CAROM_RESPONSE_BOUNCE,
    CAROM_RESPONSE_PASS,
} carom_response_kind;
typedef struct carom_response {
    carom_response_kind kind;
    float restitution;
    float friction;
    float surface_speed;
} carom_response;
typedef struct carom_rule_contact {
    uint64_t mover;
    uint64_t mover_tag;
    uint64_t other;
    carom_surface surface;
    int edge;
    bool one_way;
    float t;
    float approach;
    carom_vec2 point;
    carom_vec2 normal;
    carom_vec2 velocity;
} carom_rule_contact;
typedef void carom_contact_rule(const carom_rule_contact *contact, carom_response *response, void *user_data);
carom_vec2 carom_slide(carom_vec2 velocity, const carom_vec2 *normals, int count);
carom_vec2 carom_bounce(carom_vec2 velocity, carom_vec2 normal, float restitution, float friction);
typedef struct carom_motion {
    carom_vec2 at;
    carom_vec2 velocity;
    carom_vec2 remainder;
    float t;
    int contacts;
    int casts;
    bool inside;
} carom_motion;
carom_motion carom_move(const carom_scene *scene, const carom_shape *shape, const carom_motion *start,
                                  const carom_response *response, carom_scene_hit *contacts, int capacity);
typedef struct carom_move_rule {
    carom_response response;
    carom_contact_rule *rule;
    void *user_data;
    uint64_t mover;
    uint64_t mover_tag;
    float dt;
} carom_move_rule;
carom_motion carom_move_by_rule(const carom_scene *scene, const carom_shape *shape, const carom_motion *start,
                                          const carom_move_rule *rule, carom_scene_hit *contacts, int capacity);
typedef struct carom_turning_motion {
    carom_pose pose;
    carom_vec2 velocity;
    float spin;
    float t;
    int contacts;
    int casts;
    bool blocked;
    bool inside;
} carom_turning_motion;
carom_turning_motion carom_move_turning(const carom_scene *scene, const carom_shape *shape,
                                                  const carom_turning_motion *start, const carom_response *response,
                                                  carom_scene_turning_hit *contacts, int capacity);
typedef struct carom_push {
    carom_vec2 at;
    bool moved;
    bool crushed;
} carom_push;
carom_push carom_push_out(const carom_scene *scene, const carom_shape *shape, carom_vec2 position,
                                    float max_distance);
typedef struct carom_world carom_world;
typedef struct carom_body_id {
    uint32_t index;
    uint32_t generation;
} carom_body_id;
typedef bool carom_custom_filter(const carom_world *world, carom_body_id a, carom_body_id b, void *user_data);
struct carom_event;
typedef void carom_on_collision(carom_world *world, const struct carom_event *event, void *user_data);
typedef struct carom_tasks {
    void (*run)(void *context, int count, void (*task)(void *data, int index), void *data);
    void *context;
    int workers;
} carom_tasks;
typedef struct carom_world_desc {
    uint32_t size;
    const carom_level *level;
    int bounces;
    const carom_allocator *allocator;
    carom_custom_filter *custom_filter;
    carom_on_collision *on_collision;
    carom_contact_rule *rule;
    void *user_data;
    carom_tasks tasks;
    carom_vec2 down;
} carom_world_desc;
carom_status carom_world_make(const carom_world_desc *desc, carom_world **out);
void carom_world_free(carom_world *world);
carom_status carom_world_shrink(carom_world *world);
carom_status carom_world_attach(carom_world *world, const carom_level *level);
const carom_level *carom_world_level(const carom_world *world, int number);
int carom_world_bounces(const carom_world *world);
carom_vec2 carom_world_down(const carom_world *world);
uint64_t carom_body_bits(carom_body_id id);
carom_body_id carom_body_of_bits(uint64_t bits);
typedef struct carom_filter {
    uint32_t category;
    uint32_t ignore;
    int32_t group;
} carom_filter;
typedef enum carom_body_type {
    CAROM_BODY_MOVER = 0,
    CAROM_BODY_STATIC,
    CAROM_BODY_KINEMATIC,
} carom_body_type;
typedef struct carom_body_desc {
    uint32_t size;
    carom_shape shape;
    carom_vec2 position;
    carom_vec2 velocity;
    carom_body_type type;
    bool sensor;
    carom_response response;
    carom_material material;
    carom_filter filter;
    float mass;
    float spin;
    uint64_t tag;
    carom_rotation rotation;
} carom_body_desc;
carom_status carom_world_add(carom_world *world, const carom_body_desc *desc, carom_body_id *out,
                                       carom_error *error);
carom_status carom_world_remove(carom_world *world, carom_body_id id);
bool carom_world_has(const carom_world *world, carom_body_id id);
int carom_world_count(const carom_world *world);
int carom_world_bodies(const carom_world *world, carom_body_id *out, int capacity);
carom_vec2 carom_world_position(const carom_world *world, carom_body_id id);
carom_vec2 carom_world_velocity(const carom_world *world, carom_body_id id);
carom_pose carom_world_pose(const carom_world *world, carom_body_id id);
float carom_world_spin(const carom_world *world, carom_body_id id);
carom_vec2 carom_world_velocity_at(const carom_world *world, carom_body_id id, carom_vec2 point);
carom_vec2 carom_world_carried(const carom_world *world, carom_body_id id);
carom_body_type carom_world_type(const carom_world *world, carom_body_id id);
bool carom_world_is_sensor(const carom_world *world, carom_body_id id);
carom_response carom_world_response(const carom_world *world, carom_body_id id);
carom_material carom_world_material(const carom_world *world, carom_body_id id);
float carom_world_mass(const carom_world *world, carom_body_id id);
carom_filter carom_world_filter(const carom_world *world, carom_body_id id);
const carom_vec2 *carom_world_positions(const carom_world *world, int *count);
const carom_vec2 *carom_world_velocities(const carom_world *world, int *count);
carom_shape carom_world_shape(const carom_world *world, carom_body_id id);
carom_shape carom_world_part(const carom_world *world, carom_body_id id, int number);
carom_shape carom_world_own_part(const carom_world *world, carom_body_id id, int number);
uint64_t carom_world_tag(const carom_world *world, carom_body_id id);
carom_status carom_world_set_position(carom_world *world, carom_body_id id, carom_vec2 position);
carom_status carom_world_move_to(carom_world *world, carom_body_id id, carom_vec2 target);
carom_status carom_world_move_to_pose(carom_world *world, carom_body_id id, carom_pose target);
carom_status carom_world_set_shape(carom_world *world, carom_body_id id, const carom_shape *shape);
carom_status carom_world_set_pose(carom_world *world, carom_body_id id, carom_pose pose);
carom_status carom_world_set_spin(carom_world *world, carom_body_id id, float spin);
carom_status carom_world_set_mass(carom_world *world, carom_body_id id, float mass);
carom_status carom_world_set_velocity(carom_world *world, carom_body_id id, carom_vec2 velocity);
carom_status carom_world_set_response(carom_world *world, carom_body_id id, carom_response response);
carom_status carom_world_set_material(carom_world *world, carom_body_id id, carom_material material);
carom_status carom_world_set_sensor(carom_world *world, carom_body_id id, bool sensor);
carom_status carom_world_set_filter(carom_world *world, carom_body_id id, carom_filter filter);
carom_status carom_world_set_tag(carom_world *world, carom_body_id id, uint64_t tag);
carom_status carom_world_set_edge_material(carom_world *world, int edge_tag, carom_material material);
carom_material carom_world_edge_material(const carom_world *world, int edge_tag);
carom_status carom_world_step(carom_world *world, float dt);
typedef enum carom_event_kind {
    CAROM_EVENT_BEGIN,
    CAROM_EVENT_STAY,
    CAROM_EVENT_END,
} carom_event_kind;
typedef enum carom_event_gone {
    CAROM_EVENT_GONE_A = 1,
    CAROM_EVENT_GONE_B = 2,
} carom_event_gone;
typedef struct carom_event {
    carom_event_kind kind;
    float t;
    carom_body_id a;
    carom_body_id b;
    int level;
    int edge;
    carom_vec2 point;
    carom_vec2 normal;
    uint32_t gone;
} carom_event;
const carom_event *carom_world_events(const carom_world *world, int *count);
typedef struct carom_pair {
    carom_body_id a;
    carom_body_id b;
    int level;
    int edge;
    carom_vec2 point;
    carom_vec2 normal;
} carom_pair;
const carom_pair *carom_world_pairs(const carom_world *world, int *count);
typedef struct carom_crush {
    carom_body_id body;
    carom_body_id by;
    carom_body_id against;
    int level;
} carom_crush;
const carom_crush *carom_world_crushes(const carom_world *world, int *count);
typedef struct carom_step_stats {
    int hits;
    int rested;
    int crushed;
    int tested;
} carom_step_stats;
carom_step_stats carom_world_stats(const carom_world *world);
typedef struct carom_world_cell {
    carom_box bounds;
    int bodies;
    int tests;
    bool statics;
} carom_world_cell;
int carom_world_cells(const carom_world *world, carom_world_cell *out, int capacity);
uint64_t carom_world_hash(const carom_world *world);
size_t carom_world_snapshot_size(const carom_world *world);
carom_status carom_world_snapshot(const carom_world *world, void *buffer, size_t capacity);
carom_status carom_world_restore(carom_world *world, const void *snapshot, size_t size);
typedef struct carom_world_view {
    const carom_world *world;
    carom_filter filter;
    carom_body_id except;
    bool crossing;
    bool no_levels;
    bool no_statics;
    bool no_movers;
    bool no_kinematics;
} carom_world_view;
typedef struct carom_world_ray_hit {
    carom_body_id body;
    int level;
    carom_ray_hit ray;
} carom_world_ray_hit;
carom_world_ray_hit carom_world_ray(const carom_world_view *view, carom_vec2 from, carom_vec2 move);
int carom_world_ray_all(const carom_world_view *view, carom_vec2 from, carom_vec2 move,
                                  carom_world_ray_hit *out, int capacity);
bool carom_world_ray_any(const carom_world_view *view, carom_vec2 from, carom_vec2 move);
typedef struct carom_world_sweep_hit {
    carom_body_id body;
    int level;
    carom_sweep_hit sweep;
} carom_world_sweep_hit;
carom_world_sweep_hit carom_world_sweep(const carom_world_view *view, const carom_shape *shape,
                                                  carom_vec2 move);
int carom_world_sweep_all(const carom_world_view *view, const carom_shape *shape, carom_vec2 move,
                                    carom_world_sweep_hit *out, int capacity);
bool carom_world_sweep_any(const carom_world_view *view, const carom_shape *shape, carom_vec2 move);
typedef struct carom_world_overlapped {
    carom_body_id body;
    int level;
    int edge;
} carom_world_overlapped;
int carom_world_overlap(const carom_world_view *view, const carom_shape *shape, carom_world_overlapped *out,
                                  int capacity);
bool carom_world_overlap_any(const carom_world_view *view, const carom_shape *shape);
typedef struct carom_world_separation {
    carom_body_id body;
    int level;
    carom_separation separation;
} carom_world_separation;
carom_world_separation carom_world_nearest(const carom_world_view *view, const carom_shape *shape,
                                                     float max_distance);
int carom_world_nearest_all(const carom_world_view *view, const carom_shape *shape, float max_distance,
                                      carom_world_separation *out, int capacity);
carom_scene carom_scene_of_world(const carom_world_view *view);
typedef struct carom_walker_desc {
    uint32_t size;
    float slope;
    float step;
    float snap;
    carom_vec2 up;
    carom_shape shape;
} carom_walker_desc;
typedef struct carom_ground {
    carom_vec2 normal;
    carom_vec2 support;
    carom_vec2 point;
    uint64_t owner;
    bool one_way;
} carom_ground;
typedef struct carom_walker {
    carom_vec2 position;
    carom_vec2 velocity;
    bool grounded;
    carom_ground ground;
    carom_vec2 slip;
    carom_vec2 remainder;
} carom_walker;
typedef struct carom_walker_result {
    bool landed;
    bool left;
    bool climbed;
    bool blocked;
    bool slipping;
    bool crushed;
    carom_vec2 wall;
    int casts;
} carom_walker_result;
carom_walker_result carom_walker_step(carom_walker *walker, const carom_walker_desc *desc,
                                                const carom_scene *scene, float dt);
bool carom_walker_drop(carom_walker *walker, const carom_walker_desc *desc, const carom_scene *scene);
carom_walker_result carom_walker_step_in_world(carom_walker *walker, const carom_walker_desc *desc,
                                                         carom_world *world, carom_body_id body, float dt);
typedef struct carom_platform {
    carom_shape shape;
    carom_vec2 position;
    carom_vec2 velocity;
    uint64_t owner;
    carom_rotation rotation;
    float spin;
    uint32_t reserved;
} carom_platform;
typedef struct carom_platforms {
    const carom_scene *base;
    const carom_platform *list;
    int count;
} carom_platforms;
carom_scene carom_scene_of_platforms(const carom_platforms *platforms);
void carom_platforms_move(carom_platform *list, int count, float dt);
typedef struct carom_jump_rules {
    float coyote;
    float buffer;
} carom_jump_rules;
typedef struct carom_jump {
    float air;
    float wanted;
} carom_jump;
bool carom_jump_now(carom_jump *jump, const carom_jump_rules *rules, bool pressed, bool grounded, float dt);
carom_vec2 carom_corner_correction(const carom_scene *scene, const carom_shape *shape, carom_vec2 position,
                                             carom_vec2 motion, float max_distance);
typedef enum carom_draw_what {
    CAROM_DRAW_BOUNDS = 1,
    CAROM_DRAW_CONTACTS = 2,
    CAROM_DRAW_NAMES = 4,
} carom_draw_what;
typedef enum carom_draw_role {
    CAROM_DRAW_ROLE_EDGE = 0,
    CAROM_DRAW_ROLE_ONE_WAY,
    CAROM_DRAW_ROLE_NORMAL,
    CAROM_DRAW_ROLE_MOVER,
    CAROM_DRAW_ROLE_STATIC,
    CAROM_DRAW_ROLE_KINEMATIC,
    CAROM_DRAW_ROLE_SENSOR,
    CAROM_DRAW_ROLE_BOUNDS,
    CAROM_DRAW_ROLE_CONTACT,
    CAROM_DRAW_ROLE_VELOCITY,
    CAROM_DRAW_ROLE_NAME,
    CAROM_DRAW_ROLE_WALKER,
    CAROM_DRAW_ROLE_GROUNDED,
} carom_draw_role;
typedef struct carom_draw_desc {
    uint32_t size;
    uint32_t what;
    void (*line)(void *context, const carom_vec2 *ends, uint32_t color);
    void (*polygon)(void *context, const carom_vec2 *points, int count, uint32_t color);
    void (*circle)(void *context, const carom_circle *circle, uint32_t color);
    void (*point)(void *context, const carom_vec2 *at, uint32_t color);
    void (*text)(void *context, const carom_vec2 *at, const char *text, uint32_t color);
    void *context;
    const carom_box *view;
    const uint32_t *colors;
    float normals;
    float ahead;
} carom_draw_desc;
void carom_draw_shape(const carom_draw_desc *desc, const carom_shape *shape, uint32_t color);
void carom_draw_level(const carom_draw_desc *desc, const carom_level *level);
void carom_draw_world(const carom_draw_desc *desc, const carom_world *world);
void carom_draw_walker(const carom_draw_desc *desc, const carom_walker *walker,
                                 const carom_walker_desc *legs);
void carom_flat_rotation_of(float radians, carom_rotation *out);
void carom_flat_rotation_normalized(const carom_rotation *r, carom_rotation *out);
void carom_flat_rotation_compose(const carom_rotation *a, const carom_rotation *b, carom_rotation *out);
void carom_flat_rotation_inverse(const carom_rotation *r, carom_rotation *out);
void carom_flat_rotate(const carom_rotation *r, const carom_vec2 *v, carom_vec2 *out);
void carom_flat_pose_point(const carom_pose *pose, const carom_vec2 *v, carom_vec2 *out);
void carom_flat_pose_local(const carom_pose *pose, const carom_vec2 *p, carom_vec2 *out);
void carom_flat_pose_compose(const carom_pose *parent, const carom_pose *child, carom_pose *out);
carom_status carom_flat_make_point(const carom_vec2 *p, carom_shape *out);
carom_status carom_flat_make_segment(const carom_vec2 *a, const carom_vec2 *b, carom_shape *out);
carom_status carom_flat_make_one_sided(const carom_vec2 *a, const carom_vec2 *b, carom_shape *out);
carom_status carom_flat_make_circle(const carom_vec2 *center, float radius, carom_shape *out);
carom_status carom_flat_make_box(const carom_vec2 *min, const carom_vec2 *max, carom_shape *out);
carom_status carom_flat_make_capsule(const carom_vec2 *a, const carom_vec2 *b, float radius,
                                               carom_shape *out);
carom_status carom_flat_make_rounded_box(const carom_box *box, float radius, carom_shape *out);
carom_status carom_flat_make_oriented_box(const carom_box *box, const carom_pose *pose, carom_shape *out);
void carom_flat_shape_bounds(const carom_shape *shape, carom_box *out);
void carom_flat_shape_at(const carom_shape *shape, const carom_vec2 *offset, carom_shape *out);
void carom_flat_distance(const carom_shape *a, const carom_shape *b, carom_separation *out);
void carom_flat_contact(const carom_shape *a, const carom_shape *b, carom_contact_points *out);
void carom_flat_ray(const carom_vec2 *from, const carom_vec2 *move, const carom_shape *b, carom_ray_hit *out);
void carom_flat_sweep(const carom_shape *a, const carom_vec2 *a_move, const carom_shape *b,
                                const carom_vec2 *b_move, carom_sweep_hit *out);
void carom_flat_shape_posed(const carom_shape *shape, const carom_pose *pose, carom_shape *out);
bool carom_flat_posed_overlap(const carom_shape *a, const carom_pose *a_pose, const carom_shape *b,
                                        const carom_pose *b_pose);
void carom_flat_posed_distance(const carom_shape *a, const carom_pose *a_pose, const carom_shape *b,
                                         const carom_pose *b_pose, carom_separation *out);
void carom_flat_posed_contact(const carom_shape *a, const carom_pose *a_pose, const carom_shape *b,
                                        const carom_pose *b_pose, carom_contact_points *out);
void carom_flat_posed_ray(const carom_vec2 *from, const carom_vec2 *move, const carom_shape *b,
                                    const carom_pose *b_pose, carom_ray_hit *out);
void carom_flat_turning_pose(const carom_turning *motion, float t, carom_pose *out);
void carom_flat_sweep_turning(const carom_shape *a, const carom_turning *a_motion, const carom_shape *b,
                                        const carom_turning *b_motion, carom_turning_hit *out);
void carom_flat_prepared_distance(const carom_prepared *a, const carom_prepared *b, carom_separation *out);
void carom_flat_prepared_contact(const carom_prepared *a, const carom_prepared *b, carom_contact_points *out);
void carom_flat_prepared_ray(const carom_vec2 *from, const carom_vec2 *move, const carom_prepared *b,
                                       carom_ray_hit *out);
void carom_flat_prepared_sweep(const carom_prepared *a, const carom_vec2 *a_move, const carom_prepared *b,
                                         const carom_vec2 *b_move, carom_sweep_hit *out);
void carom_flat_prepared_sweep_many(const carom_prepared *a, const carom_vec2 *move, const carom_prepared *b,
                                              int count, carom_sweep_hit *out);
void carom_flat_sweep_circles(const carom_shape *a, const carom_vec2 *move, const carom_circles *b,
                                        carom_sweep_hit *out);
void carom_flat_sweep_boxes(const carom_shape *a, const carom_vec2 *move, const carom_boxes *b,
                                      carom_sweep_hit *out);
void carom_flat_sweep_segments(const carom_shape *a, const carom_vec2 *move, const carom_segments *b,
                                         carom_sweep_hit *out);
void carom_flat_ray_sphere(const carom_vec3 *from, const carom_vec3 *move, const carom_vec3 *center,
                                     float radius, carom_hit3 *out);
void carom_flat_sweep_sphere_segment(const carom_vec3 *center, float radius, const carom_vec3 *move,
                                               const carom_vec3 *a, const carom_vec3 *b, carom_hit3 *out);
void carom_flat_cell_line_begin(const carom_cell *from, const carom_cell *to, carom_corners corners,
                                          bool ends, carom_cell_line *out);
int64_t carom_flat_cell_line_cells(const carom_cell *from, const carom_cell *to, carom_corners corners,
                                             bool ends, carom_cell *cells, int64_t capacity);
carom_status carom_flat_trace_begin(const carom_grid *grid, const carom_vec2 *from, const carom_vec2 *to,
                                              carom_corners corners, carom_trace *out);
carom_status carom_flat_cover_begin(const carom_grid *grid, const carom_shape *shape, const carom_vec2 *move,
                                              carom_cover *out);
void carom_flat_bits_set(uint64_t *bits, int32_t columns, int32_t rows, const carom_cell *cell, bool solid);
void carom_flat_sight(const carom_sight_map *map, const carom_cell *from, const carom_cell *to,
                                carom_corners corners, carom_sight_line *out);
int carom_flat_sight_many(const carom_sight_map *map, const carom_cell *from, const carom_cell *targets,
                                    int count, carom_corners corners, carom_sight_line *lines);
int carom_flat_fov(const carom_sight_map *map, const carom_cell *from, int radius, uint8_t *seen);
void carom_flat_level_edge_at(const carom_level *level, int index, carom_level_edge *out);
void carom_flat_level_bounds(const carom_level *level, carom_box *out);
void carom_flat_level_ray(const carom_level *level, const carom_vec2 *from, const carom_vec2 *move,
                                    carom_ray_hit *out);
int carom_flat_level_ray_all(const carom_level *level, const carom_vec2 *from, const carom_vec2 *move,
                                       carom_ray_hit *hits, int capacity);
void carom_flat_level_sweep(const carom_level *level, const carom_shape *shape, const carom_vec2 *move,
                                      carom_sweep_hit *out);
void carom_flat_level_sweep_turning(const carom_level *level, const carom_shape *shape,
                                              const carom_turning *motion, carom_turning_hit *out);
void carom_flat_level_nearest(const carom_level *level, const carom_shape *shape, float max_distance,
                                        carom_separation *out);
bool carom_flat_level_solid(const carom_level *level, const carom_vec2 *point);
void carom_flat_scene_velocity(const carom_scene *scene, uint64_t owner, carom_vec2 *out);
void carom_flat_scene_of_level(const carom_level *level, carom_scene *out);
void carom_flat_slide(const carom_vec2 *velocity, const carom_vec2 *normals, int count, carom_vec2 *out);
void carom_flat_bounce(const carom_vec2 *velocity, const carom_vec2 *normal, float restitution,
                                 float friction, carom_vec2 *out);
void carom_flat_move(const carom_scene *scene, const carom_shape *shape, carom_motion *state,
                               const carom_response *response, carom_scene_hit *contacts, int capacity);
void carom_flat_move_by_rule(const carom_scene *scene, const carom_shape *shape, carom_motion *state,
                                       const carom_move_rule *rule, carom_scene_hit *contacts, int capacity);
void carom_flat_move_turning(const carom_scene *scene, const carom_shape *shape, carom_turning_motion *state,
                                       const carom_response *response, carom_scene_turning_hit *contacts, int capacity);
void carom_flat_push_out(const carom_scene *scene, const carom_shape *shape, const carom_vec2 *position,
                                   float max_distance, carom_push *out);
uint64_t carom_flat_body_bits(const carom_body_id *id);
void carom_flat_body_of_bits(uint64_t bits, carom_body_id *out);
void carom_flat_world_down(const carom_world *world, carom_vec2 *out);
carom_status carom_flat_world_remove(carom_world *world, uint64_t id);
bool carom_flat_world_has(const carom_world *world, uint64_t id);
void carom_flat_world_position(const carom_world *world, uint64_t id, carom_vec2 *out);
void carom_flat_world_velocity(const carom_world *world, uint64_t id, carom_vec2 *out);
void carom_flat_world_carried(const carom_world *world, uint64_t id, carom_vec2 *out);
carom_body_type carom_flat_world_type(const carom_world *world, uint64_t id);
bool carom_flat_world_is_sensor(const carom_world *world, uint64_t id);
void carom_flat_world_response(const carom_world *world, uint64_t id, carom_response *out);
void carom_flat_world_material(const carom_world *world, uint64_t id, carom_material *out);
void carom_flat_world_pose(const carom_world *world, uint64_t id, carom_pose *out);
float carom_flat_world_spin(const carom_world *world, uint64_t id);
void carom_flat_world_velocity_at(const carom_world *world, uint64_t id, const carom_vec2 *point,
                                            carom_vec2 *out);
float carom_flat_world_mass(const carom_world *world, uint64_t id);
void carom_flat_world_filter(const carom_world *world, uint64_t id, carom_filter *out);
void carom_flat_world_shape(const carom_world *world, uint64_t id, carom_shape *out);
void carom_flat_world_part(const carom_world *world, uint64_t id, int number, carom_shape *out);
void carom_flat_world_own_part(const carom_world *world, uint64_t id, int number, carom_shape *out);
uint64_t carom_flat_world_tag(const carom_world *world, uint64_t id);
carom_status carom_flat_world_set_position(carom_world *world, uint64_t id, const carom_vec2 *position);
carom_status carom_flat_world_set_velocity(carom_world *world, uint64_t id, const carom_vec2 *velocity);
carom_status carom_flat_world_move_to(carom_world *world, uint64_t id, const carom_vec2 *target);
carom_status carom_flat_world_move_to_pose(carom_world *world, uint64_t id, const carom_pose *target);
carom_status carom_flat_world_set_shape(carom_world *world, uint64_t id, const carom_shape *shape);
carom_status carom_flat_world_set_pose(carom_world *world, uint64_t id, const carom_pose *pose);
carom_status carom_flat_world_set_spin(carom_world *world, uint64_t id, float spin);
carom_status carom_flat_world_set_mass(carom_world *world, uint64_t id, float mass);
carom_status carom_flat_world_set_sensor(carom_world *world, uint64_t id, bool sensor);
carom_status carom_flat_world_set_response(carom_world *world, uint64_t id, const carom_response *response);
carom_status carom_flat_world_set_material(carom_world *world, uint64_t id, const carom_material *material);
carom_status carom_flat_world_set_filter(carom_world *world, uint64_t id, const carom_filter *filter);
carom_status carom_flat_world_set_tag(carom_world *world, uint64_t id, uint64_t tag);
carom_status carom_flat_world_set_edge_material(carom_world *world, int edge_tag,
                                                          const carom_material *material);
void carom_flat_world_edge_material(const carom_world *world, int edge_tag, carom_material *out);
void carom_flat_world_stats(const carom_world *world, carom_step_stats *out);
void carom_flat_world_ray(const carom_world_view *view, const carom_vec2 *from, const carom_vec2 *move,
                                    carom_world_ray_hit *out);
int carom_flat_world_ray_all(const carom_world_view *view, const carom_vec2 *from, const carom_vec2 *move,
                                       carom_world_ray_hit *out, int capacity);
bool carom_flat_world_ray_any(const carom_world_view *view, const carom_vec2 *from, const carom_vec2 *move);
void carom_flat_world_sweep(const carom_world_view *view, const carom_shape *shape, const carom_vec2 *move,
                                      carom_world_sweep_hit *out);
int carom_flat_world_sweep_all(const carom_world_view *view, const carom_shape *shape, const carom_vec2 *move,
                                         carom_world_sweep_hit *out, int capacity);
bool carom_flat_world_sweep_any(const carom_world_view *view, const carom_shape *shape,
                                          const carom_vec2 *move);
void carom_flat_world_nearest(const carom_world_view *view, const carom_shape *shape, float max_distance,
                                        carom_world_separation *out);
void carom_flat_scene_of_world(const carom_world_view *view, carom_scene *out);
void carom_flat_walker_step(carom_walker *walker, const carom_walker_desc *desc, const carom_scene *scene,
                                      float dt, carom_walker_result *out);
void carom_flat_walker_step_in_world(carom_walker *walker, const carom_walker_desc *desc, carom_world *world,
                                               uint64_t body, float dt, carom_walker_result *out);
void carom_flat_scene_of_platforms(const carom_platforms *platforms, carom_scene *out);
void carom_flat_corner_correction(const carom_scene *scene, const carom_shape *shape,
                                            const carom_vec2 *position, const carom_vec2 *motion, float max_distance,
                                            carom_vec2 *out);
typedef struct carom_flat_passed {
    const uint64_t *owners;
    int count;
} carom_flat_passed;
typedef struct carom_flat_scene {
    void *self;
    void (*sweep)(void *self, const carom_shape *shape, const carom_vec2 *move, carom_scene_hit *out);
    int (*contacts)(void *self, const carom_shape *shape, carom_scene_contact *out, int capacity);
    void (*velocity)(void *self, uint64_t owner, carom_vec2 *out);
    int (*obstacles)(void *self, const carom_box *box, carom_scene_obstacle *out, int capacity);
    bool (*solid)(void *self, const carom_vec2 *point);
    void (*surface)(void *self, const carom_scene_hit *hit, carom_surface *out);
    void (*sweep_past)(void *self, const carom_shape *shape, const carom_vec2 *move, const carom_flat_passed *passed,
                       carom_scene_hit *out);
    void (*sweep_turning)(void *self, const carom_shape *shape, const carom_turning *motion,
                          carom_scene_turning_hit *out);
    void (*reserved[1])(void);
} carom_flat_scene;
void carom_flat_callback_scene(const carom_flat_scene *scene, carom_scene *out);
typedef struct carom_flat_blocks {
    void *context;
    bool (*blocks)(void *context, const carom_cell *cell);
} carom_flat_blocks;
void carom_flat_callback_blocks(const carom_flat_blocks *test, carom_sight_map *map);
typedef struct carom_flat_filter {
    bool (*custom_filter)(const carom_world *world, uint64_t a, uint64_t b, void *user_data);
    void *user_data;
} carom_flat_filter;
void carom_flat_callback_filter(carom_flat_filter *filter, carom_world_desc *desc);
]],
io = [[
typedef struct carom_map_limits {
    size_t file_bytes;
    size_t cells;
    size_t points;
    size_t outlines;
    int depth;
    int files;
    size_t memory;
    size_t steps;
} carom_map_limits;
typedef struct carom_map_files {
    carom_status (*open)(void *context, const char *path, const void **bytes, size_t *size);
    void (*release)(void *context, const void *bytes, size_t size);
    void *context;
} carom_map_files;
typedef struct carom_map_value {
    const char *name;
    uint8_t code;
} carom_map_value;
typedef enum carom_map_meaning {
    CAROM_MAP_MEANING_SOLID = 0,
    CAROM_MAP_MEANING_NOT_SOLID,
    CAROM_MAP_MEANING_ONE_WAY,
} carom_map_meaning;
typedef struct carom_map_rule {
    const char *name;
    carom_map_meaning meaning;
} carom_map_rule;
typedef struct carom_map_options {
    uint32_t size;
    carom_map_limits limits;
    const char *root;
    const carom_map_files *files;
    const char *level;
    const carom_map_value *values;
    int values_count;
    const carom_map_rule *rules;
    int rules_count;
    int world_depth;
    bool contents;
    float snap;
    const carom_allocator *allocator;
    const char *project;
    const char *world;
} carom_map_options;
typedef struct carom_map carom_map;
carom_status carom_map_load(const char *path, const carom_map_options *options, carom_map **out,
                                      carom_error *error);
carom_status carom_map_read(const void *bytes, size_t size, const char *name,
                                      const carom_map_options *options, carom_map **out, carom_error *error);
void carom_map_free(carom_map *map);
enum {
    CAROM_MAP_MAX_EDGES = 1 << 22
};
const carom_level_desc *carom_map_level(const carom_map *map);
void carom_map_locate(const carom_map *map, carom_error *error);
typedef struct carom_map_info {
    const char *format;
    carom_box bounds;
    carom_vec2 cell;
    bool has_background;
    uint32_t background;
    int layers;
    int tiles;
    int snapped;
} carom_map_info;
carom_map_info carom_map_about(const carom_map *map);
typedef struct carom_map_object {
    const char *name;
    const char *type;
    const char *layer;
    int id;
    carom_vec2 position;
    carom_vec2 size;
    carom_vec2 center;
    float rotation;
    bool visible;
    bool solid;
} carom_map_object;
int carom_map_object_count(const carom_map *map);
carom_map_object carom_map_object_at(const carom_map *map, int index);
typedef struct carom_map_solid {
    const char *layer;
    const char *tileset;
    const char *type;
    const char *mark;
    bool one_way;
    int cells;
    int objects;
} carom_map_solid;
int carom_map_solid_count(const carom_map *map);
carom_map_solid carom_map_solid_at(const carom_map *map, int index);
typedef struct carom_map_note {
    const char *where;
    const char *message;
} carom_map_note;
int carom_map_note_count(const carom_map *map);
carom_map_note carom_map_note_at(const carom_map *map, int index);
typedef struct carom_map_property {
    const char *name;
    const char *type;
    const char *text;
    double number;
} carom_map_property;
typedef struct carom_map_properties {
    const carom_map_property *items;
    int count;
} carom_map_properties;
const carom_map_property *carom_map_property_of(const carom_map_properties *properties, const char *name);
typedef enum carom_map_flip {
    CAROM_MAP_FLIP_ROTATE_120 = 1,
    CAROM_MAP_FLIP_DIAGONAL = 2,
    CAROM_MAP_FLIP_Y = 4,
    CAROM_MAP_FLIP_X = 8,
} carom_map_flip;
typedef struct carom_map_cell {
    int column;
    int row;
    int tileset;
    uint32_t id;
    unsigned flips;
    carom_vec2 corner;
    carom_vec2 size;
    float opacity;
} carom_map_cell;
typedef enum carom_map_layer_kind {
    CAROM_MAP_LAYER_TILES = 0,
    CAROM_MAP_LAYER_OBJECTS,
    CAROM_MAP_LAYER_IMAGE,
} carom_map_layer_kind;
typedef struct carom_map_layer {
    const char *name;
    const char *type;
    const char *image;
    carom_map_layer_kind kind;
    bool visible;
    float opacity;
    carom_vec2 offset;
    carom_vec2 parallax;
    int level;
    int first_object;
    int objects_count;
    const carom_map_cell *cells;
    int cells_count;
    carom_map_properties properties;
} carom_map_layer;
typedef enum carom_map_form {
    CAROM_MAP_FORM_BOX = 0,
    CAROM_MAP_FORM_ELLIPSE,
    CAROM_MAP_FORM_CAPSULE,
    CAROM_MAP_FORM_POINT,
    CAROM_MAP_FORM_POLYGON,
    CAROM_MAP_FORM_POLYLINE,
    CAROM_MAP_FORM_TEXT,
    CAROM_MAP_FORM_TILE,
} carom_map_form;
typedef struct carom_map_details {
    carom_map_form form;
    const carom_vec2 *points;
    int points_count;
    int layer;
    int tileset;
    uint32_t tile;
    unsigned flips;
    const char *text;
    const char *iid;
    carom_map_properties properties;
} carom_map_details;
typedef struct carom_map_frame {
    uint32_t tile;
    int milliseconds;
} carom_map_frame;
typedef struct carom_map_tile {
    uint32_t id;
    const char *type;
    const char *image;
    carom_box rectangle;
    const carom_map_frame *frames;
    int frames_count;
    carom_map_properties properties;
} carom_map_tile;
typedef struct carom_map_tileset {
    const char *name;
    const char *type;
    const char *image;
    carom_vec2 tile_size;
    carom_vec2 offset;
    float margin;
    float spacing;
    int columns;
    int tile_count;
    const carom_map_tile *tiles;
    int tiles_count;
    carom_map_properties properties;
} carom_map_tileset;
bool carom_map_tile_image(const carom_map_tileset *tileset, uint32_t id, const char **image,
                                    carom_box *rectangle, const carom_map_tile **tile);
typedef struct carom_map_level_info {
    const char *name;
    const char *iid;
    const char *world;
    carom_box bounds;
    int depth;
    const char *const *neighbours;
    int neighbours_count;
    carom_map_properties properties;
} carom_map_level_info;
typedef enum carom_map_type_kind {
    CAROM_MAP_TYPE_ENUM = 0,
    CAROM_MAP_TYPE_CLASS,
} carom_map_type_kind;
typedef struct carom_map_type {
    const char *name;
    carom_map_type_kind kind;
    const char *const *values;
    int values_count;
    bool numbers;
    bool flags;
    carom_map_properties members;
} carom_map_type;
typedef struct carom_map_contents {
    carom_map_properties properties;
    const carom_map_layer *layers;
    const carom_map_tileset *tilesets;
    const carom_map_details *objects;
    const carom_map_level_info *levels;
    int layers_count;
    int tilesets_count;
    int objects_count;
    int levels_count;
    const carom_map_type *types;
    int types_count;
} carom_map_contents;
const carom_map_contents *carom_map_contents_of(const carom_map *map);
const carom_map_type *carom_map_type_of(const carom_map_contents *contents, const char *name);
typedef bool carom_svg_write(void *context, const char *text, size_t size);
typedef enum carom_level_format {
    CAROM_LEVEL_FORMAT_TMX = 0,
    CAROM_LEVEL_FORMAT_GEOJSON,
    CAROM_LEVEL_FORMAT_SVG,
} carom_level_format;
carom_status carom_level_write(const carom_level *level, carom_level_format format, carom_svg_write *write,
                                         void *context, int *tags_lost);
typedef struct carom_svg {
    carom_svg_write *write;
    void *context;
    carom_vec2 origin;
    float scale;
    bool failed;
} carom_svg;
typedef struct carom_svg_style {
    const char *fill;
    const char *stroke;
    float width;
    float dash;
    float opacity;
} carom_svg_style;
typedef enum carom_svg_anchor {
    CAROM_SVG_ANCHOR_LEFT = 0,
    CAROM_SVG_ANCHOR_MIDDLE,
    CAROM_SVG_ANCHOR_RIGHT,
} carom_svg_anchor;
void carom_svg_begin(carom_svg *svg, float width, float height, const char *title);
bool carom_svg_end(carom_svg *svg);
void carom_svg_group(carom_svg *svg, const carom_svg_style *style);
void carom_svg_group_end(carom_svg *svg);
void carom_svg_solid(carom_svg *svg, const carom_level *level);
void carom_svg_edges(carom_svg *svg, const carom_level *level, bool one_way);
void carom_svg_normals(carom_svg *svg, const carom_level *level, bool one_way, float length);
void carom_svg_line(carom_svg *svg, const carom_vec2 *points, int count);
void carom_svg_dots(carom_svg *svg, const carom_vec2 *points, int count);
void carom_svg_shape(carom_svg *svg, const carom_shape *shape);
void carom_svg_text(carom_svg *svg, carom_vec2 at, float size, carom_svg_anchor anchor, const char *text);
void carom_flat_map_about(const carom_map *map, carom_map_info *out);
void carom_flat_map_object_at(const carom_map *map, int index, carom_map_object *out);
void carom_flat_map_solid_at(const carom_map *map, int index, carom_map_solid *out);
void carom_flat_map_note_at(const carom_map *map, int index, carom_map_note *out);
void carom_flat_svg_text(carom_svg *svg, const carom_vec2 *at, float size, carom_svg_anchor anchor,
                                   const char *text);
]],
}
