# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Checks of arguments, errors, and the owners of memory: what every module of the package uses.

All decisions are made in C. C trusts its caller: so every argument is checked here, before the call.
"""
from __future__ import annotations

import operator
import threading
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from carom._carom import ffi, lib  # type: ignore[import]

FLT_MAX = 3.4028234663852886e38
INT_MAX = 2**31 - 1
INFINITY = float('inf')


class Vec2(NamedTuple):
    """A point or a motion. Wherever a function takes one, any pair of numbers will do."""
    x: float
    y: float


Vector = Union[Vec2, Sequence[float], np.ndarray]


# ---- Errors ---------------------------------------------------------------------------------------------------------

class Error(ValueError):
    """The library refused an argument, a file or a level. Nothing has changed then.

    `status` is the phrase of the C status ("not convex"). For files, `where` is the file or the path in it, `line` and
    `column` count from 1, and are 0 if unknown.
    """

    def __init__(self, message: str, status: str = '', where: str = '', line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.status, self.where, self.line, self.column = status, where, line, column


HINTS = {
    lib.CAROM_STATUS_NOT_FINITE: 'pass finite numbers',
    lib.CAROM_STATUS_NEGATIVE_RADIUS: 'pass a radius of 0 or more',
    lib.CAROM_STATUS_REVERSED_BOX: 'pass min <= max on both axes',
    lib.CAROM_STATUS_TOO_FEW_VERTICES: 'pass more points',
    lib.CAROM_STATUS_TOO_MANY_VERTICES: 'pass fewer points, or several convex parts as a Compound',
    lib.CAROM_STATUS_NOT_CONVEX: 'pass a convex polygon, or use carom.decompose',
    lib.CAROM_STATUS_NO_AREA: 'pass points that are not on one line',
    lib.CAROM_STATUS_TOO_DEEP: 'nest compounds at most 8 deep',
    lib.CAROM_STATUS_STALE_ID: 'do not use a body after its removal',
    lib.CAROM_STATUS_UNSUPPORTED: 'use another kind; a level must be made with editable=True',
    lib.CAROM_STATUS_TOO_LARGE: 'use less',
}


def text_of(pointer: Any) -> str:
    return ffi.string(pointer).decode('utf-8', 'replace')


def check(status: int, where: str) -> None:
    """Raises the exception of a status."""
    if status:
        text = text_of(lib.carom_status_text(status))
        if status == lib.CAROM_STATUS_NO_MEMORY:
            raise MemoryError(f'{where}: {text}')
        raise Error(f'{where}: {text}: {HINTS.get(status, "check the values")}', text)


def check_error(status: int, error: Any, name: str) -> None:
    """As check(), for functions that write a carom_error."""
    if not status:
        return
    if error.status != status or status == lib.CAROM_STATUS_NO_MEMORY:
        check(status, name)
    where, message, text = text_of(error.where), text_of(error.message), text_of(lib.carom_status_text(status))
    place = f'{where}:{error.line}:{error.column}' if error.line > 0 else where
    raise Error(f'{place or name}: {message or text}', text, where, error.line, error.column)


def shown(value: object) -> str:
    """A value in a message."""
    if value is None or isinstance(value, (bool, int, float)):
        return repr(value)[:40]
    if isinstance(value, str):
        return repr(value) if len(value) <= 40 else 'a long string'
    kind = type(value).__name__
    return ('an ' if kind[:1].lower() in 'aeio' else 'a ') + kind


# ---- Arguments ------------------------------------------------------------------------------------------------------

def number(value: Any, name: str) -> float:
    """A finite 32-bit float."""
    if type(value) is not float:
        if isinstance(value, (str, bytes, bytearray)):
            raise TypeError(f'{name}: expected a number, not {shown(value)}')
        try:
            value = float(value)
        except (TypeError, ValueError):
            raise TypeError(f'{name}: expected a number, not {shown(value)}') from None
        except OverflowError:
            value = INFINITY
    if -FLT_MAX <= value <= FLT_MAX:
        return value
    raise ValueError(f'{name}: {value} is not a finite 32-bit float: pass a finite number')


def not_negative(value: Any, name: str) -> float:
    value = number(value, name)
    if value < 0:
        raise ValueError(f'{name}: {value} is below 0: pass 0 or more')
    return value


def limit(value: Any, name: str) -> float:
    """A number that may be infinite."""
    return INFINITY if value is None or value is INFINITY or value == INFINITY else number(value, name)


def duration(value: Any, name: str = 'dt') -> float:
    value = number(value, name)
    if not float(ffi.cast('float', value)) > 0:
        raise ValueError(f'{name}: {value}: pass a time above 0')
    return value


def vector(value: Any, name: str) -> Tuple[float, float]:
    try:
        x, y = value
    except (TypeError, ValueError):
        raise TypeError(f'{name}: expected two numbers (x, y), not {shown(value)}') from None
    return number(x, name), number(y, name)


def integer(value: Any, low: int, high: int, name: str) -> int:
    try:
        value = operator.index(value)
    except TypeError:
        raise TypeError(f'{name}: expected an integer, not {shown(value)}') from None
    if not low <= value <= high:
        raise ValueError(f'{name}: expected an integer from {low} to {high}, not {shown(value)}')
    return value


def small(value: Any, name: str) -> int:
    return integer(value, -INT_MAX - 1, INT_MAX, name)


def flag(value: Any, name: str) -> bool:
    if value is True or value is False:
        return value
    if isinstance(value, np.bool_):
        return bool(value)
    raise TypeError(f'{name}: expected True or False, not {shown(value)}')


def text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f'{name}: expected a string, not {shown(value)}')
    return value


def c_text(value: Any, name: str) -> Any:
    """A C string. A 0 would end it early."""
    data = text(value, name).encode('utf-8', 'surrogateescape')
    if b'\0' in data:
        raise ValueError(f'{name}: contains a character 0')
    return ffi.new('char[]', data)


def word(value: Any, words: Dict[str, int], name: str) -> int:
    found = words.get(value) if isinstance(value, str) else None
    if found is None:
        names = ', '.join(map(repr, words))
        raise (ValueError if isinstance(value, str) else TypeError)(f'{name}: expected one of {names}, not {shown(value)}')
    return found


def call(value: Any, name: str) -> Callable[..., Any]:
    if not callable(value):
        raise TypeError(f'{name}: expected a function, not {shown(value)}')
    return value


def instance(value: Any, kind: type, name: str) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f'{name}: expected a {kind.__name__}, not {shown(value)}')
    return value


def instances(values: Any, kind: type, name: str) -> List[Any]:
    if isinstance(values, kind):
        raise TypeError(f'{name}: expected a list of {kind.__name__}, not one')
    try:
        values = list(values)
    except TypeError:
        raise TypeError(f'{name}: expected a list of {kind.__name__}, not {shown(values)}') from None
    for i, value in enumerate(values):
        instance(value, kind, f'{name}[{i}]')
    return values


def array(value: Any, dtype: Any, name: str) -> np.ndarray:
    try:
        with np.errstate(all='ignore'):
            return np.ascontiguousarray(value, dtype=dtype)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f'{name}: expected numbers in an array, not {shown(value)}') from None


def floats(value: Any, columns: int, name: str) -> np.ndarray:
    """An array of finite floats with a number of columns: the rows of a list, or of an array."""
    out = array(value, np.float32, name)
    if out.ndim != 2 or out.shape[1] != columns:
        if out.size:
            raise ValueError(f'{name}: an array of the shape {out.shape}: expected (n, {columns})')
        out = out.reshape(0, columns)
    if len(out) > INT_MAX // 8:
        raise ValueError(f'{name}: {len(out)} rows: use less')
    if not np.isfinite(out).all():
        raise ValueError(f'{name}: not all numbers are finite 32-bit floats')
    return out


def octets(value: Any, name: str) -> np.ndarray:
    """A two-dimensional array of bytes."""
    if isinstance(value, np.ndarray) and value.dtype == np.uint8:
        out = np.ascontiguousarray(value)
    else:
        wide = array(value, np.float64, name)
        with np.errstate(all='ignore'):
            out = wide.astype(np.uint8)
        if not (out == wide).all():
            raise ValueError(f'{name}: not all values are integers from 0 to 255')
    if out.ndim != 2:
        raise ValueError(f'{name}: an array of the shape {out.shape}: expected (rows, columns)')
    if max(out.shape) > 262144:
        raise ValueError(f'{name}: an array of the shape {out.shape}: at most 262144 rows and columns are allowed')
    return out


def same_length(a: np.ndarray, b: np.ndarray, names: str) -> int:
    if len(a) != len(b):
        raise ValueError(f'{names}: {len(a)} and {len(b)} rows: pass as many of both')
    return len(a)


def vec2(v: Any) -> Vec2:
    return Vec2(v.x, v.y)


def c_array(kind: str, values: np.ndarray) -> Any:
    return ffi.from_buffer(kind + '[]', values)


def dtype_of(kind: str, **fields: Tuple[str, Any]) -> np.dtype:
    """The NumPy form of a C struct: its members by name, as (path in the struct, type)."""
    offsets = [ffi.offsetof(kind, *path.split('.')) for path, _ in fields.values()]
    return np.dtype({'names': list(fields), 'formats': [form for _, form in fields.values()], 'offsets': offsets,
                     'itemsize': ffi.sizeof(kind)})


def records(count: Any, dtype: np.dtype) -> np.recarray:
    return np.zeros(count, dtype).view(np.recarray)  # type: ignore[return-value]


# ---- Callbacks ------------------------------------------------------------------------------------------------------

class _Depth(threading.local):
    value = 0


_depth = _Depth()


def outside_callback(where: str) -> None:
    """While C calls back, nothing may change that it works on."""
    if _depth.value:
        raise RuntimeError(f'{where}: not allowed in a callback: do it after the call')


class Callback:
    """A function that C calls. An exception must not pass through C: it is raised after the call."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.error: Optional[BaseException] = None

    def run(self, *arguments: Any) -> Any:
        if self.error is not None:
            return None
        _depth.value += 1
        try:
            return self.function(*arguments)
        except BaseException as error:  # raised again by finish()
            self.error = error
            return None
        finally:
            _depth.value -= 1

    def take(self) -> Optional[BaseException]:
        error, self.error = self.error, None
        return error

    def finish(self) -> None:
        error = self.take()
        if error is not None:
            raise error


# ---- Owners of memory -----------------------------------------------------------------------------------------------

class Memory:
    """Memory of the library, and how many objects use it.

    Objects that are collected together are finalized in any order. So the memory that an object uses is freed when its
    last user is, whatever the order.
    """
    __slots__ = ('pointer', 'free', 'uses', 'users', 'anchor')

    def __init__(self, pointer: Any, free: Optional[Callable[[Any], None]], uses: Iterable['Memory'] = (),
                 anchor: Any = None) -> None:
        self.pointer, self.free, self.users, self.anchor = pointer, free, 1, anchor
        self.uses: List[Memory] = []
        for memory in uses:
            self.use(memory)

    def use(self, memory: 'Memory') -> None:
        memory.users += 1
        self.uses.append(memory)

    def release(self) -> None:
        self.users -= 1
        if self.users:
            return
        if self.free is not None:
            self.free(self.pointer)
        self.pointer = self.anchor = None
        for memory in self.uses:
            memory.release()


class Owner:
    """An object that owns memory of the library. The collector frees it, or close(), or the end of a `with` block."""
    _memory: Optional[Memory] = None

    def close(self) -> None:
        """Frees the memory now. What another object uses stays: a world keeps its levels."""
        outside_callback(f'{type(self).__name__}.close')
        self._release()

    def _release(self) -> None:
        memory, self._memory = self._memory, None
        if memory is not None:
            memory.release()

    @property
    def closed(self) -> bool:
        """True after close()."""
        return self._memory is None

    def _pointer(self) -> Any:
        memory = self._memory
        if memory is None:
            raise RuntimeError(f'this {type(self).__name__} was closed: do not use it after close()')
        return memory.pointer

    def __reduce__(self) -> Any:
        # Copies would own the same memory.
        raise TypeError(f'a {type(self).__name__} cannot be copied or pickled')

    def __enter__(self: Any) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self._release()
