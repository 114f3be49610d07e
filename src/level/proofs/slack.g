# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_DOUBLE_SLACK in src/level/index/index.h
#
# Times and lengths in double, against others (is_far, with the most roundings): off^2 > reach^2 e^2 (1 + S). The difference
# that gives off rounds once, twice in the square, which rounds once (d1, d2); a component of e once, twice in a square,
# which rounds, and the sum (d3, d4, d5); reach has a sum, twice, and its square (d6, d7); two products round (d8, d9), and 1
# + S is rounded by at most 2^-53 (d10). If the test holds, off^2 > reach^2 e^2. All others have fewer: a length times an
# extent seven (take_circle, set_corners), times before contact at most six (bound_edge), the time at which a turn comes
# near three on either side (comes_near), and the part of a walk to the left four (test_left, visit_nearest).
off2 = (1 + d1) * (1 + d1) * (1 + d2);
length2 = (1 + d3) * (1 + d3) * (1 + d4) * (1 + d5);
reach2 = (1 + d6) * (1 + d6) * (1 + d7);
limit = reach2 * length2 * (1 + d8) * ((1 + @K@ * 1b-53 + d10) * (1 + d9));
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53]
  /\ d9 in [-1b-53, 1b-53] /\ d10 in [-1b-53, 1b-53]
  -> limit - off2 >= 0 }
