"""The audit, from the arguments that Python has."""

from __future__ import annotations

import numbers
import operator
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Protocol, SupportsFloat, SupportsIndex, overload

from . import _native
from ._games import Game, of_line

if TYPE_CHECKING:
    import pyarrow
else:

    class _PyArrow:
        """PyArrow's types by name, for `typing.get_type_hints`: it is imported when they are asked for, and
        where it is not installed they are anything.
        """

        def __getattr__(self, name: str) -> Any:
            try:
                import pyarrow
            except ImportError:
                return Any
            return getattr(pyarrow, name)

    pyarrow = _PyArrow()


class _Array(Protocol):
    """What is one record batch, whoever made it."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


class _Stream(Protocol):
    """What is several: a table, a data frame, a reader."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


def audit(
    data: bytes | bytearray | memoryview | str,
    name: str = "",
    *,
    rules: str | None = None,
    komi: SupportsFloat | None = None,
    certainty: SupportsFloat | None = None,
    prove: bool | None = None,
) -> list[Game]:
    """Audit the games of one file, given by its bytes or its text.

    There are as many games as the file holds, and one that says why where it holds none: whatever
    the bytes, they are never an exception. A text is what a file holds and never its path, and
    nothing is unpacked: :func:`audit_files` reads paths and archives. It was decoded
    before, so it is read as it stands, whatever character set it names, and none is said to be wrong.

    :param name: what the file is called in the games and their findings; bytes of a file's name
        that are no text are written ``\\xNN``, as in reports
    :param rules: the rules of records that name none, such as ``"chinese"``; Japanese by default
    :param komi: the komi of even games that name none; by default the one usual in its year where
        the result of a 19x19 game has half a point, else 0
    :param certainty: the least chance of being right with which a verdict is given, from 0 to 1;
        below it the game is undecidable
    :param prove: search much longer for what can be proved, 75 to 220 ms a game; not by default

    >>> audit(b"no game")
    [Game('', 0: broken)]
    >>> [finding.code for finding in audit(b"no game")[0].findings]
    ['no-game']
    >>> audit("(;SZ[9])", rules="go")
    Traceback (most recent call last):
      ...
    ValueError: rules "go" are not known; there are japanese, korean, chinese, aga, nz, ing, tromp-taylor, stone
    """
    if isinstance(data, str):
        content = _content(data)
    elif isinstance(data, (bytes, bytearray, memoryview)):
        content = bytes(data)
    else:
        hint = "; audit_files() reads paths" if isinstance(data, os.PathLike) else ""
        raise TypeError(
            f"audit() takes the bytes or the text of a file, not {_kind(data)}{hint}"
        )
    if not isinstance(name, str):
        raise TypeError(f"name is a text, not {_kind(name)}")
    terms = _terms(rules, komi, certainty, prove)
    return [of_line(line) for line in _native.audit(content, _name(name), terms)]


@overload
def audit_batch(
    batch: _Array,
    *,
    rules: str | None = ...,
    komi: SupportsFloat | None = ...,
    certainty: SupportsFloat | None = ...,
    prove: bool | None = ...,
) -> pyarrow.RecordBatch: ...


@overload
def audit_batch(
    batch: _Stream,
    *,
    rules: str | None = ...,
    komi: SupportsFloat | None = ...,
    certainty: SupportsFloat | None = ...,
    prove: bool | None = ...,
) -> pyarrow.Table: ...


@overload
def audit_batch(
    batch: Any,
    *,
    rules: str | None = ...,
    komi: SupportsFloat | None = ...,
    certainty: SupportsFloat | None = ...,
    prove: bool | None = ...,
) -> pyarrow.RecordBatch | pyarrow.Table: ...


def audit_batch(
    batch: Any,
    *,
    rules: str | None = None,
    komi: SupportsFloat | None = None,
    certainty: SupportsFloat | None = None,
    prove: bool | None = None,
) -> pyarrow.RecordBatch | pyarrow.Table:
    """Audit records that are held in columns: ``name`` (text) and ``content`` (bytes or text).

    Gives a row a game with the columns and types of the Parquet report (see :func:`schema`). Rows
    are in the order of the records; a record that is null, or no game, has a row that says so, and
    ``source`` is null where ``name`` is. The audit runs on one thread without the interpreter's
    lock; engines run many batches at a time. A table or data frame is audited batch by batch and
    gives a table.

    Three more columns are looked at where they are there, as :func:`read_files` and
    :func:`split_batch` make them: ``root``, which the rows get as theirs, ``joint`` and ``trouble``.
    No other column is carried into the rows; ``root`` and ``source`` say which record a row is of.

    What a batch cannot know is which games of other batches are the same: there are no findings
    about duplicates. ``GROUP BY id`` gives them.

    >>> import pyarrow
    >>> rows = audit_batch(pyarrow.record_batch({"name": ["a", "b"], "content": [b"(;SZ[9])", None]}))
    >>> rows["source"].to_pylist(), rows["verdict"].to_pylist()
    (['a', 'b'], ['not-scored', 'broken'])
    >>> rows["findings"].to_pylist()[1]
    ['unreadable']
    """
    terms = _terms(rules, komi, certainty, prove)
    return _each("audit_batch()", batch, lambda batch: _native.audit_batch(batch, terms), schema())


@overload
def split_batch(batch: _Array, size: SupportsIndex = ...) -> pyarrow.RecordBatch: ...


@overload
def split_batch(batch: _Stream, size: SupportsIndex = ...) -> pyarrow.Table: ...


@overload
def split_batch(batch: Any, size: SupportsIndex = ...) -> pyarrow.RecordBatch | pyarrow.Table: ...


def split_batch(
    batch: Any, size: SupportsIndex = 1 << 16
) -> pyarrow.RecordBatch | pyarrow.Table:
    """Cut large records between games, so that one file of many games is work for many tasks.

    Gives the columns of :func:`read_files` and no others. ``joint`` says where in its file a part
    begins, or that its bytes were a text, and is null for files that are whole. :func:`audit_batch` reads it: the rows of the
    parts are the rows of the file. Parts are small, some dozens of games, since engines put records
    into batches by their number.

    :param size: bytes from which on a record is cut, and about which its parts have
    """
    wanted = min(_whole("size", size), sys.maxsize)
    if wanted < 1:
        raise ValueError(f"size {wanted}: there must be 1 byte or more")
    columns = _native.record_schema()
    return _each("split_batch()", batch, lambda batch: _native.split_batch(batch, wanted), columns)


def read_files(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
) -> pyarrow.RecordBatchReader:
    """The records of folders, archives and files without an audit.

    For engines that cannot look into archives: written as Parquet, or handed on as they are, they
    can be shared out among workers. Files are found as :func:`audit_files` finds them, but that a
    file of more than 128 MiB is not read; where there are none it is the same error. The columns:

    ``name``
        what the rows call ``source``
    ``content``
        the bytes; null where nothing could be read
    ``joint``
        null: no record is cut (see :func:`split_batch`)
    ``root``
        the path as it was named that ``name`` is relative to
    ``trouble``
        null, or why the content is not all of it: a code as in reports, a colon, and a sentence
    """
    import pyarrow

    reading = _native.Reading(_paths(paths))
    batches = iter(reading.next, None)
    return pyarrow.RecordBatchReader.from_batches(_native.record_schema(), batches)


def audit_files(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    threads: SupportsIndex | None = None,
    progress: Callable[[int, float], object] | None = None,
    *,
    rules: str | None = None,
    komi: SupportsFloat | None = None,
    certainty: SupportsFloat | None = None,
    prove: bool | None = None,
    config: str | os.PathLike[str] | None = None,
) -> pyarrow.RecordBatchReader:
    """Audit folders, archives and files: the rows of ``audit --isolated`` in the same order.

    Archives are read in place. The audit runs in the background, a few batches ahead of whoever
    takes them, and ends when the reader is used up or forgotten (pyarrow's ``close`` alone does not
    reach it); memory does not grow with the number of games, but for some 250 bytes a game by which
    duplicates are found.

    No path at all is a ``ValueError``, and so are paths at which no game is, as both are errors of the
    command; the reader raises the second, when it has looked.

    No ``audit.toml`` is looked for, as the command does: ``config`` names one. What is written,
    what makes a run fail, statistics, caches, resumed runs, second opinions, ``--changed-since``,
    ``audit fix`` and ``audit solve`` are the command's alone.

    :param threads: as many as the machine has by default
    :param progress: is called after each batch with the games so far and the share of the input,
        from 0 to 1, that they are; the last call says 1
    :param config: a settings file, as ``--config`` of the command; its ``[output]``, ``[fail]`` and
        ``[run]`` change no row and are passed over, and an argument goes before what it says
    """
    named = _paths(paths)
    if threads is not None:
        threads = _whole("threads", threads)
        if not 1 <= threads <= 1024:
            raise ValueError(f"threads {threads}: there can be 1 to 1024")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function, not {_kind(progress)}")
    if config is not None:
        [config] = _paths([config])
    import pyarrow

    terms = _terms(rules, komi, certainty, prove)
    batches = _native.Batches(named, threads, progress is not None, config, terms)
    return pyarrow.RecordBatchReader.from_batches(schema(), _OneAtATime(_taken(batches, progress)))


class _OneAtATime:
    """Batches for several threads: each is given to one of them."""

    def __init__(self, batches: Iterator[pyarrow.RecordBatch]) -> None:
        self._batches = batches
        self._lock = threading.RLock()

    def __iter__(self) -> Iterator[pyarrow.RecordBatch]:
        return self

    def __next__(self) -> pyarrow.RecordBatch:
        with self._lock:
            return next(self._batches)


def _taken(
    batches: _native.Batches, progress: Callable[[int, float], object] | None
) -> Iterator[pyarrow.RecordBatch]:
    games, share = 0, 0.0
    try:
        while (following := batches.next()) is not None:
            batch, done, total = following
            games += len(batch)
            if progress is not None:
                share = min(1.0, done / total) if total else 1.0
                progress(games, share)
            yield batch
        # What an archive holds beside its members is no game's.
        if progress is not None and share < 1.0:
            progress(games, 1.0)
    finally:
        batches.close()


def schema() -> pyarrow.Schema:
    """The columns of batches and their types: those of the Parquet report.

    >>> schema().field("margin")
    pyarrow.Field<margin: double>
    """
    return _native.schema()


def _terms(
    rules: str | None,
    komi: SupportsFloat | None,
    certainty: SupportsFloat | None,
    prove: bool | None,
) -> dict[str, object]:
    if rules is not None and not isinstance(rules, str):
        raise TypeError(f"rules are named by a text, not {_kind(rules)}")
    if prove is not None and not isinstance(prove, bool):
        raise TypeError(f"prove is True or False, not {_kind(prove)}")
    return {
        "rules": rules,
        "komi": _number("komi", komi),
        "certainty": _number("certainty", certainty),
        "prove": prove,
    }


def _number(name: str, value: SupportsFloat | None) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (numbers.Real, Decimal)):
        raise TypeError(f"{name} is a number, not {_kind(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} is too large") from None


def _whole(name: str, value: SupportsIndex) -> int:
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} is a whole number, not {_kind(value)}")
    return operator.index(value)


def _name(name: str) -> str:
    """A file's name as reports write it, where Python has bytes in it that are no text."""
    if name.isascii():
        return name
    names = (f"\\x{ord(c) - 0xDC00:02x}" if "\udc80" <= c <= "\udcff" else c for c in name)
    return "".join(names).encode("utf-8", "backslashreplace").decode("utf-8")


def _paths(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """The paths, which must be there."""
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    elif isinstance(paths, (bytes, bytearray)) or not isinstance(paths, Iterable):
        raise TypeError(f"paths are texts or path objects, not {_kind(paths)}")
    named = []
    for path in paths:
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"a path is a text or a path object, not {_kind(path)}")
        os.stat(path)
        named.append(os.fsdecode(path))
    return named


def _each(
    what: str,
    records: Any,
    work: Callable[[pyarrow.RecordBatch], pyarrow.RecordBatch],
    schema: pyarrow.Schema,
) -> pyarrow.RecordBatch | pyarrow.Table:
    """What work makes of a record batch, or of each of a table's."""
    import pyarrow

    if hasattr(records, "__arrow_c_array__"):
        batch = pyarrow.record_batch(records)
        if batch.nbytes > _MOST:
            raise ValueError(
                f"{what} takes batches of up to {_MOST:,} bytes, and this one has {batch.nbytes:,}: "
                "pass a table, which is cut"
            )
        return work(_plain(batch))
    table = None
    if hasattr(records, "__arrow_c_stream__"):
        table = pyarrow.table(records)
    elif type(records).__module__.split(".")[0] == "pandas" and hasattr(records, "columns"):
        # Before pandas 2.2.
        table = pyarrow.Table.from_pandas(records, preserve_index=False)
    if table is not None:
        # Of a table without rows the columns are looked at all the same.
        batches = table.to_batches(_ROWS) or [pyarrow.RecordBatch.from_pylist([], table.schema)]
        pieces = (piece for batch in batches for piece in _pieces(batch))
        return pyarrow.Table.from_batches([work(_plain(piece)) for piece in pieces], schema)
    raise TypeError(
        f"{what} takes an Arrow record batch or table with the columns name and content, "
        f"not {_kind(records)}"
    )


#: Rows of a table that are looked at together, and bytes of a batch: a column of one holds less than two gigabytes.
_ROWS, _MOST = 4096, 1 << 30


def _pieces(batch: pyarrow.RecordBatch) -> Iterator[pyarrow.RecordBatch]:
    if batch.nbytes <= _MOST or len(batch) < 2:
        yield batch
    else:
        half = len(batch) // 2
        yield from _pieces(batch.slice(0, half))
        yield from _pieces(batch.slice(half))


def _plain(batch: pyarrow.RecordBatch) -> pyarrow.RecordBatch:
    """A batch of what is looked at, without dictionaries and with texts that are some."""
    import pyarrow

    names = batch.schema.names
    for name in _LOOKED_AT:
        if names.count(name) > 1:
            raise ValueError(f'the batch has {names.count(name)} columns "{name}"')
    if not {"name", "content"} <= set(names):
        return batch  # which is refused, with the columns that there are
    names = [name for name in names if name in _LOOKED_AT]
    columns = [_plain_column(name, batch.column(name)) for name in names]
    return pyarrow.record_batch(columns, names)


_LOOKED_AT = ("name", "content", "joint", "root", "trouble")


def _plain_column(name: str, column: Any) -> Any:
    import pyarrow

    types = pyarrow.types
    if column.null_count == len(column):
        # Of what type a column without a value is says nothing.
        kind = pyarrow.binary() if name == "content" else pyarrow.string()
        return pyarrow.nulls(len(column), kind)
    if types.is_dictionary(column.type):
        # Of views, which Polars makes, nothing can be taken by number.
        views = {"string_view": pyarrow.large_string(), "binary_view": pyarrow.large_binary()}
        values = column.dictionary
        values = values.cast(views.get(str(values.type), values.type))
        column = pyarrow.DictionaryArray.from_arrays(column.indices, values).dictionary_decode()
    if not (types.is_string(column.type) or types.is_large_string(column.type)):
        return column
    try:
        column.validate(full=True)
    except pyarrow.ArrowInvalid:
        # Engines turn bytes into text unseen. These are the bytes of a file; the others stay texts.
        cells = column.cast(pyarrow.large_binary()).to_pylist()
        if name != "content":
            texts = [cell if cell is None else cell.decode("utf-8", "replace") for cell in cells]
            return pyarrow.array(texts, pyarrow.large_string())
        files = [cell if cell is None else _bytes(cell.decode("utf-8", "surrogateescape")) for cell in cells]
        return pyarrow.array(files, pyarrow.large_binary())
    return column


def _content(text: str) -> str | bytes:
    """A text, or the bytes of one that is none."""
    try:
        text.encode()
        return text
    except UnicodeEncodeError:
        return _bytes(text)


def _bytes(text: str) -> bytes:
    """A text as the bytes of a file that is marked as UTF-8, whatever character set it names."""
    if text.isascii():
        return text.encode("ascii")
    try:
        return text.encode("utf-8-sig" if text[0] != "\ufeff" else "utf-8")
    except UnicodeEncodeError:
        pass
    try:
        # As Python reads files whose bytes are no text: the very bytes.
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _kind(value: object) -> str:
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
