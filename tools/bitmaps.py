#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Levels from bitmaps of 4096 x 4096, beside OpenCV's findContours and potrace: bitmaps.py [BUILD] [SIDE]

Needs python3-numpy, python3-opencv and potrace of Debian, and a C compiler. BUILD is the folder with libcarom.a (build).
The subjects run in turns; the best of three counts. Times are processor times of one thread. OpenCV gives lists of
pixels and no index for queries; potrace fits Bezier curves and writes them to a file.
"""

import os
import subprocess
import sys
import tempfile
import time

import cv2
import numpy

REPEATS = 3


def pictures(side):
    """Hills and caves (sums of sines), and blurred noise, as 8-bit samples; 128 and more is solid."""
    y, x = numpy.mgrid[0:side, 0:side].astype(numpy.float32)
    hills = numpy.sin(x / 37) + numpy.sin(y / 29) + numpy.sin((x + y) / 61) + numpy.sin((x - 2 * y) / 113)
    noise = numpy.random.RandomState(1).randint(0, 256, (side, side)).astype(numpy.float32)
    noise = cv2.GaussianBlur(noise, (0, 0), 2)
    for name, picture in (("hills and caves", hills * 31 + 128), ("blurred noise", (noise - noise.mean()) * 8 + 128)):
        yield name, numpy.clip(picture, 0, 255).astype(numpy.uint8)


def peak_memory():
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1e3


def contours(path, method):
    """In a process of its own, because memory is not given back: points, milliseconds, and megabytes beside the mask."""
    mask = numpy.load(path)
    best, before = 1e9, peak_memory()
    for _ in range(REPEATS):
        start = time.process_time()
        found, _ = cv2.findContours(mask, cv2.RETR_CCOMP, method)
        best = min(best, time.process_time() - start)
    print(sum(len(c) for c in found), 1e3 * best, peak_memory() - before)


def child(command):
    """The processor time of a command in milliseconds, its peak of memory in megabytes, and what it prints."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        output = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit("%s failed" % command[0])
    return 1e3 * (used.ru_utime + used.ru_stime), used.ru_maxrss / 1e3, output


def write_pictures(folder, side):
    """Also in a process of its own: the peak of memory that wait4 reports includes that of the parent."""
    for name, picture in pictures(side):
        path = os.path.join(folder, name)
        mask = (picture >= 128).astype(numpy.uint8)
        cv2.imwrite(path + ".pgm", picture)
        numpy.save(path + ".npy", mask)
        with open(path + ".pbm", "wb") as file:
            file.write(b"P4 %d %d\n" % (side, side))
            file.write(numpy.packbits(mask, axis=1).tobytes())


def compare(name, path, program):
    for label, smooth, tolerance in (("mask", 0, 0), ("interpolated", 1, 0), ("interpolated, 0.5", 1, 0.5)):
        output = child([program, path + ".pgm", str(smooth), str(tolerance), str(REPEATS)])[2].split()
        print("%s: Carom, %s: %s edges, %s ms, %s MB" % (name, label, *output))
    for label, method in (("all pixels", cv2.CHAIN_APPROX_NONE), ("ends of runs", cv2.CHAIN_APPROX_SIMPLE)):
        output = child([sys.executable, __file__, "--contours", path + ".npy", str(method)])[2].split()
        print("%s: findContours, %s: %s points, %.1f ms, %.0f MB" % (name, label, output[0], *map(float, output[1:])))
    for label, options in (("curves", []), ("polygons", ["-a", "0", "-n"])):
        runs = [child(["potrace", "-b", "geojson", "-t", "0", *options, "-o", path + ".json", path + ".pbm"])
                for _ in range(REPEATS)]
        print("%s: potrace, %s: %.0f ms, %.0f MB" % (name, label, min(r[0] for r in runs), runs[0][1]))


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build"
    side = sys.argv[2] if len(sys.argv) > 2 else "4096"
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    print("OpenCV %s, %s" % (cv2.__version__, child(["potrace", "--version"])[2].split("\n")[0]))
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "bitmaps")
        child(["cc", "-O2", "-I", os.path.join(root, "include"), os.path.join(root, "tools/bitmaps.c"),
               os.path.join(build, "libcarom.a"), "-lm", "-o", program])
        child([sys.executable, __file__, "--pictures", folder, side])
        for name in ("hills and caves", "blurred noise"):
            compare(name, os.path.join(folder, name), program)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    if sys.argv[1:2] == ["--contours"]:
        contours(sys.argv[2], int(sys.argv[3]))
    elif sys.argv[1:2] == ["--pictures"]:
        write_pictures(sys.argv[2], int(sys.argv[3]))
    else:
        main()
