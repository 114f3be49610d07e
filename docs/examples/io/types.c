// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The custom types of a Tiled project. Here map and project come from memory.
#include <carom.h>
#include <stdio.h>
#include <string.h>

static carom_status open_text(void *context, const char *path, const void **bytes, size_t *size) {
    const char *project = context;
    if (strcmp(path, "game.tiled-project") != 0) return CAROM_STATUS_NOT_FOUND;
    *bytes = project;
    *size = strlen(project);
    return CAROM_STATUS_OK;
}

int main(void) {
    char project[] =
        "{\"propertyTypes\": [{\"id\": 1, \"name\": \"Rank\", \"type\": \"enum\", \"storageType\": \"string\","
        " \"values\": [\"guard\", \"captain\"]}]}";
    const carom_map_files files = {.open = open_text, .context = project};
    const carom_map_options options = {.contents = true, .files = &files, .project = "game.tiled-project"};
    const char *text = "<map width='10' height='8' tilewidth='16' tileheight='16'/>";
    carom_map *map;
    carom_error error;
    if (carom_map_read(text, strlen(text), "cellar.tmx", &options, &map, &error)) return puts(error.message), 1;

    const carom_map_type *rank = carom_map_type_of(carom_map_contents_of(map), "Rank");
    for (int i = 0; rank && i < rank->values_count; i++) printf("%d: %s\n", i, rank->values[i]);
    carom_map_free(map);
}

// Prints:
// 0: guard
// 1: captain
