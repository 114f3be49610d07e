// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Where in a map an error of its level is.
#include <carom.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *text = "<map width='20' height='10' tilewidth='16' tileheight='16'><objectgroup name='solid'>"
                       "<object id='4' name='hill' x='40' y='0'><polygon points='8,1 12,14 1,6 15,6 4,14'/></object>"
                       "</objectgroup></map>";
    carom_map *map;
    carom_error error;
    if (carom_map_read(text, strlen(text), "hills.tmx", NULL, &map, &error)) return puts(error.message), 1;

    carom_level *level;
    carom_level_desc desc = *carom_map_level(map);
    desc.max_crossings = 3; // a star has five
    if (carom_level_make(&desc, &level, &error) != CAROM_STATUS_OK) {
        printf("%s\n", error.where);
        carom_map_locate(map, &error);
        printf("%s\n", error.where);
    }
    carom_level_free(level);
    carom_map_free(map);
}

// Prints:
// outline 0
// layer 'solid', object 4 'hill' at (48, 1)
