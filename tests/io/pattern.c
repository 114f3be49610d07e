// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Regular expressions of Tiled worlds: their first match and its groups, as Perl and Python find them, and the reason
// why an expression is refused.
#include "io/pattern.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct pattern_case {
    const char *expression, *text;
    bool matches;
    const char *groups[2]; // null: not matched
} pattern_case;

static const pattern_case cases[] = {
    {"(a)(b)", "xab", true, {"a", "b"}},
    {"a|b|(c)", "xc", true, {"c", NULL}},
    {"(a|b|cd)+", "abcdx", true, {"cd", NULL}},
    {"(\\d+)-(\\D+)", "a12-x y", true, {"12", "x y"}},
    {"(\\s)(\\S)", " \tq", true, {"\t", "q"}},
    {"(\\w+)(\\W)", "..Aa_9-", true, {"Aa_9", "-"}},
    {"([0-9a-c]+)([^0-9a-c])", "xxb7q", true, {"b7", "q"}},
    {"([]x]+)", "a]x]b", true, {"]x]", NULL}},
    {"([^]]+)", "]ab]", true, {"ab", NULL}},
    {"([a-]+)", "x-a-", true, {"-a-", NULL}},
    {"([\\d-]+)", "a-12", true, {"-12", NULL}},
    {"([\\w.]+)", "-a.b_", true, {"a.b_", NULL}},
    {"(\\t)", "a\tb", true, {"\t", NULL}},
    {"(\\.)(\\\\)", "a.\\", true, {".", "\\"}},
    {"([\\]]+)", "a]]", true, {"]]", NULL}},
    {"(a*)(a)", "aaa", true, {"aa", "a"}},
    {"(a*?)(a)", "aaa", true, {"", "a"}},
    {"(a+?)(.*)", "aab", true, {"a", "ab"}},
    {"(a?"
     "?)(a)",
     "aa",
     true,
     {"", "a"}},
    {"(a?)(a)", "aa", true, {"a", "a"}},
    {"(a{2})", "aaa", true, {"aa", NULL}},
    {"(a{2,})", "aaaa", true, {"aaaa", NULL}},
    {"(a{1,2}?)(a)", "aaa", true, {"a", "a"}},
    {"(a{,2})", "a{,2}", true, {"a{,2}", NULL}}, // as Perl before 5.34
    {"(a{x)", "a{x", true, {"a{x", NULL}},
    {"(a{2)", "a{2", true, {"a{2", NULL}},
    {"(a{2,b)", "a{2,b", true, {"a{2,b", NULL}},
    {"^(a)(b)$", "ab", true, {"a", "b"}},
    {"^(a)$", "ba", false, {NULL, NULL}},
    {"(?:(a)|(b))+", "ab", true, {"a", "b"}},
    {"(x?)$", "", true, {"", NULL}},
    {"()", "a", true, {"", NULL}},
    {"(a|)b", "b", true, {"", NULL}},
    {"(a)|(b)", "b", true, {NULL, "b"}},
    {"(a){0}(b)", "ab", true, {NULL, "b"}},
    {"([A-Z]+)", "abZ", true, {"Z", NULL}},
    {"(a.c)", "abc a", true, {"abc", NULL}},
    {"(\351)", "caf\351", true, {"\351", NULL}},
    {"([^a])", "aab", true, {"b", NULL}},
    {"(a(b(c)))", "abc", true, {"abc", "bc"}},
    {"a{0,0}(b)", "ab", true, {"b", NULL}},
    {"(-)(\\-)", "--", true, {"-", "-"}},
    {"(\\S\\s)", " \n x\r", true, {"x\r", NULL}},
    {"([\\S]+)", " ab\v", true, {"ab", NULL}},
    {"([\\s]+)", "a \f\v", true, {" \f\v", NULL}},
    {"([\\W]+)", "ab-;", true, {"-;", NULL}},
    {"([\\D]+)", "12ab", true, {"ab", NULL}},
    {"(@)([`])", "@`", true, {"@", "`"}},
    {"([{])([~])", "{~", true, {"{", "~"}},
    {"(/:)", "/:", true, {"/:", NULL}},
    {"(\\{\\})", "{}", true, {"{}", NULL}},
    {"(\\[)(\\:)", "[:", true, {"[", ":"}},
};

static void the_first_match_has_its_groups(void **state) {
    (void)state;
    static cr_pattern pattern;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const pattern_case *c = &cases[i];
        cr_pattern_match match;
        const char *wrong = cr_compile_pattern(c->expression, &pattern);
        if (wrong) fail_msg("'%s': %s", c->expression, wrong);
        if (cr_match_pattern(&pattern, c->text, &match) != c->matches) fail_msg("'%s' in '%s'", c->expression, c->text);
        for (int k = 0; k < 2; k++) {
            const char *group = c->groups[k];
            size_t length = group ? strlen(group) : 0;
            bool same = match.length[k] == length && !match.text[k] == !group;
            if (!same || (group && memcmp(match.text[k], group, length) != 0))
                fail_msg("'%s' in '%s': group %d is '%.*s', not '%s'", c->expression, c->text, k + 1,
                         (int)match.length[k], match.text[k] ? match.text[k] : "", group ? group : "none");
        }
    }
}

static const char *reason_for(const char *expression) {
    static cr_pattern pattern;
    const char *wrong = cr_compile_pattern(expression, &pattern);
    return wrong ? wrong : "";
}

static void wrong_expressions_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *expression, *reason;
    } wrong[] = {
        {"a\\", "it ends in '\\'"},
        {"[\\", "it ends in '\\'"},
        {"\\z", "it has an escape that is not supported"},
        {"\\B", "it has an escape that is not supported"},
        {"(a)\\1", "it has an escape that is not supported"},
        {"[b-a]", "it has a class with a reversed range"},
        {"[a-\\d]", "it has a class with a reversed range"},
        {"[a", "it has a '[' without ']'"},
        {"[a-", "it has a '[' without ']'"},
        {"[", "it has a '[' without ']'"},
        {"(?=a)", "it has a group of an unsupported kind"},
        {"(?", "it has a group of an unsupported kind"},
        {"(a", "it has a '(' without ')'"},
        {"a)", "it has a ')' without '('"},
        {"*a", "it repeats nothing"},
        {"a|+", "it repeats nothing"},
        {"+|a", "it repeats nothing"},
        {"\\a", "it has an escape that is not supported"},
        {"\\A", "it has an escape that is not supported"},
        {"\\Z", "it has an escape that is not supported"},
        {"\\9", "it has an escape that is not supported"},
        {"(?:?)", "it repeats nothing"},
        {"a{101}", "it repeats something too often"},
        {"a{1,101}", "it repeats something too often"},
        {"a{1000}", "it repeats something too often"},
        {"a{99999999999999999999}", "it repeats something too often"},
        {"a{3,2}", "it has a reversed number of repeats"},
        {"a{1,0}", "it has a reversed number of repeats"},
        {"(?:abcdefghijk){100}", "it is too long"},
        {"(?:(?:a{100}){100}){100}", "it is too long"},
        {"(?:(?:a|b){100}){100}", "it is too long"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *reason = reason_for(wrong[i].expression);
        if (strcmp(reason, wrong[i].reason) != 0)
            fail_msg("'%s': '%s', not '%s'", wrong[i].expression, reason, wrong[i].reason);
    }
}

/// Writes `count` copies of a piece.
static const char *repeated(const char *piece, int count, const char *rest) {
    static char out[8192];
    size_t used = 0, length = strlen(piece);
    for (int i = 0; i < count; i++, used += length) memcpy(out + used, piece, length);
    snprintf(out + used, sizeof out - used, "%s", rest);
    return out;
}

static void the_size_of_an_expression_is_bounded(void **state) {
    (void)state;
    assert_string_equal(reason_for(repeated("(", 50, "a")), "it has a '(' without ')'");
    assert_string_equal(reason_for(repeated("(", 51, "a")), "its groups are nested too deeply");
    assert_string_equal(reason_for(repeated("a|", 50, "a")), "");
    assert_string_equal(reason_for(repeated("a|", 51, "a")), "it has too many alternatives");
    assert_string_equal(reason_for(repeated("[a]", 32, "")), "");
    assert_string_equal(reason_for(repeated("[a]", 33, "")), "it has too many classes");
    assert_string_equal(reason_for(repeated("[a]", 32, "\\d")), "it has too many classes");
    assert_string_equal(reason_for(repeated("a", CR_PATTERN_OPS - 1, "")), "");
    assert_string_equal(reason_for(repeated("a", CR_PATTERN_OPS, "")), "it is too long");
    assert_string_equal(reason_for(repeated("a", CR_PATTERN_OPS - 5, "()()()")), ""); // two groups are saved
    assert_string_equal(reason_for(repeated("a", CR_PATTERN_OPS - 4, "()()()")), "it is too long");
    assert_string_equal(reason_for(repeated("a", CR_PATTERN_OPS, "|b")), "it is too long");
    assert_string_equal(reason_for(repeated("a", CR_PATTERN_OPS - 2, "|b")), "it is too long");
}

/// Parts that are inserted late move what comes after them, and nothing else.
static void long_expressions_keep_their_classes(void **state) {
    (void)state;
    static cr_pattern pattern;
    cr_pattern_match match;
    static const struct {
        const char *end;
        bool matches;
    } texts[] = {{"d", true}, {"bd", true}, {"cd", true}, {"ad", false}, {"bcd", false}, {"b", false}};
    for (int parts = 1; 2 * parts < CR_PATTERN_OPS - 10; parts += 24) {
        assert_null(cr_compile_pattern(repeated("y?", parts, "^[bc]?d$"), &pattern));
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            if (cr_match_pattern(&pattern, texts[i].end, &match) != texts[i].matches)
                fail_msg("%d parts and %s", parts, texts[i].end);
    }
}

static void the_cost_of_a_match_is_bounded(void **state) {
    (void)state;
    static cr_pattern pattern;
    cr_pattern_match match;
    assert_null(cr_compile_pattern("^(.*)x(.*)$", &pattern));
    assert_true(cr_match_pattern(&pattern, repeated("a", CR_PATTERN_TEXT - 2, "x"), &match));
    assert_int_equal(match.length[0], CR_PATTERN_TEXT - 2);
    assert_int_equal(match.length[1], 0);
    assert_false(cr_match_pattern(&pattern, repeated("a", CR_PATTERN_TEXT - 1, "x"), &match));
    assert_null(match.text[0]);
    assert_null(cr_compile_pattern("(?:a|b|ab)*c", &pattern)); // exponential for naive backtracking
    assert_false(cr_match_pattern(&pattern, repeated("ab", 100, ""), &match));
    assert_null(cr_compile_pattern(repeated(".*", 20, "x"), &pattern));
    assert_true(cr_match_pattern(&pattern, "aax", &match));
    assert_false(cr_match_pattern(&pattern, repeated("a", 250, ""), &match));
    // 21 choices for each byte, all of which remain on the stack until the end is found.
    assert_null(cr_compile_pattern("^(?:(?:b?"
                                   "?){20}a)*c$",
                                   &pattern));
    assert_true(cr_match_pattern(&pattern, repeated("a", 190, "c"), &match));
    assert_false(cr_match_pattern(&pattern, repeated("a", 200, "c"), &match));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_match_has_its_groups),       cmocka_unit_test(wrong_expressions_are_refused),
        cmocka_unit_test(the_size_of_an_expression_is_bounded), cmocka_unit_test(long_expressions_keep_their_classes),
        cmocka_unit_test(the_cost_of_a_match_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
