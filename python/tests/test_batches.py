"""Batches: files, archives, records in columns."""

import gc
import gzip
import os
import resource
import signal
import subprocess
import sys
import threading
import time
import zipfile

import pyarrow
import pyarrow.parquet
import pytest
import sgf_audit
from sgf_audit import _audit
from conftest import PROJECT, SAMPLES, TWO_GAMES, alone, command, lines, report, same_cells


def records(folder=SAMPLES):
    return sgf_audit.read_files(folder).read_all().combine_chunks().to_batches()[0]


def test_the_columns_are_those_of_the_parquet_report(tmp_path):
    path = report(SAMPLES, tmp_path / "report.parquet")
    assert sgf_audit.schema().equals(pyarrow.parquet.read_schema(path))


def test_files_give_the_rows_of_the_report_cell_by_cell(tmp_path):
    expected = pyarrow.parquet.read_table(report(SAMPLES, tmp_path / "report.parquet"))
    for threads in (1, 2, 5):
        table = sgf_audit.audit_files(SAMPLES, threads).read_all()
        assert table.to_pylist() == expected.to_pylist(), threads


def test_a_batch_gives_the_rows_of_the_report_cell_by_cell(tmp_path):
    # What could not be read, or not all of it, has its reason.
    games = gzip.compress(b"(;SZ[9];B[aa];W[bb])\n(;SZ[9];B[cc])\n" + os.urandom(90_000).hex().encode())
    (tmp_path / "cut.sgf.gz").write_bytes(games[: len(games) // 2])
    (tmp_path / "large.sgf.gz").write_bytes(games)
    (tmp_path / "page.zip").write_bytes(b"<html>429</html>")
    folders = [SAMPLES, tmp_path]
    expected = single(tmp_path.parent, folders)
    batch = records(folders)
    codes = {trouble.split(":")[0] for trouble in batch["trouble"].to_pylist() if trouble}
    assert {"archive-damaged", "unreadable", "html-page"} <= codes
    same_cells(sgf_audit.audit_batch(batch), expected)
    parts = sgf_audit.split_batch(batch, 1000)
    assert len(parts) > len(batch) and parts.schema == batch.schema
    same_cells(sgf_audit.audit_batch(parts), expected)


def test_rows_of_two_folders_with_the_same_names_are_told_apart(tmp_path):
    for folder, point in (("one", "aa"), ("other", "bb")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.sgf").write_text(f"(;SZ[9];B[{point}])")
    folders = [tmp_path / "one", tmp_path / "other"]
    expected = single(tmp_path, folders)
    assert expected["source"].to_pylist() == ["x.sgf", "x.sgf"]
    assert expected["root"].to_pylist() == [str(folder) for folder in folders]
    same_cells(sgf_audit.audit_batch(records(folders)), expected)


def test_paths_are_those_of_the_call(tmp_path, monkeypatch):
    (tmp_path / "games").mkdir()
    (tmp_path / "games/x.sgf").write_text("(;SZ[9];B[aa])")
    monkeypatch.chdir(tmp_path)
    files, read = sgf_audit.audit_files("games"), sgf_audit.read_files("games/x.sgf")
    monkeypatch.chdir("/")
    files, read = files.read_all(), read.read_all()
    assert files.select(["root", "source", "size"]).to_pylist() == [{"root": "games", "source": "x.sgf", "size": "9"}]
    assert read["root"].to_pylist() == ["games"] and read["trouble"].to_pylist() == [None]


def test_a_path_that_is_named_twice_is_read_once(tmp_path, monkeypatch):
    (tmp_path / "games").mkdir()
    (tmp_path / "games/x.sgf").write_text("(;SZ[9];B[aa])")
    monkeypatch.chdir(tmp_path)
    for paths in (["games", "games"], ["games", "./games"], ["games/", "games", tmp_path / "games"]):
        expected = single(tmp_path, paths)
        assert len(expected) == 1
        same_cells(sgf_audit.audit_files(paths).read_all(), expected)
        same_cells(sgf_audit.audit_batch(records(paths)), expected)


def test_paths_without_games_are_an_error_as_of_the_command(tmp_path):
    (tmp_path / "note.txt").write_text("no game")
    (tmp_path / "empty").mkdir()
    ran = command(tmp_path, tmp_path / "empty", "--isolated", "--out", tmp_path / "r.csv")
    assert ran.returncode == 2 and b"no games here" in ran.stderr
    for read in (sgf_audit.audit_files, sgf_audit.read_files):
        for none in ([], (), iter([]), tmp_path.glob("*.sgf")):
            with pytest.raises(ValueError, match="no path is named"):
                read(none)
        for paths in (tmp_path, [tmp_path, tmp_path / "empty"]):
            with pytest.raises(ValueError, match="no games here"):
                read(paths).read_all()
        # What is no game has a row all the same.
        assert read(tmp_path / "note.txt").read_all().num_rows == 1


def test_a_settings_file_is_taken_where_it_is_named(tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    (games / "a.sgf").write_text("(;SZ[9]RE[B+1];B[aa])")
    (games / "b.sgf").write_text("(;SZ[9]RE[B+1];B[aa])")
    (games / "link.sgf").symlink_to(games / "a.sgf")
    settings = games / "audit.toml"
    settings.write_text(
        '[defaults]\nrules = "aga"\n[input]\nfollow = true\n[fail]\non = "warning"\n'
        '[[games]]\nmatch = "b*"\nrules = "chinese"\nkomi = 7.5\n'
    )
    expected = pyarrow.parquet.read_table(report(games, tmp_path / "isolated.parquet"))
    same_cells(sgf_audit.audit_files(games).read_all(), expected)
    expected = single(tmp_path, [games], settings)
    rows = sgf_audit.audit_files(games, config=settings).read_all()
    assert rows["rules"].to_pylist() == ["aga", "chinese", "aga"]
    same_cells(rows, expected)
    assert set(sgf_audit.audit_files(games, config=settings, rules="nz").read_all()["rules"].to_pylist()) == {"nz"}
    settings.write_text("[defaults]\nrulez = 3\n")
    with pytest.raises(ValueError, match="audit.toml:2:1.*rulez"):
        sgf_audit.audit_files(games, config=settings)
    with pytest.raises(FileNotFoundError):
        sgf_audit.audit_files(games, config=tmp_path / "none.toml")


def test_arguments_go_before_what_settings_say(tmp_path):
    settings = tmp_path / "audit.toml"
    settings.write_text("[effort]\nprove = true\n")
    game = SAMPLES / "mis-scored" / "ten-off.sgf"
    proved = sgf_audit.audit_files(game, config=settings).read_all()
    usual = sgf_audit.audit_files(game, config=settings, prove=False).read_all()
    assert proved.equals(sgf_audit.audit_files(game, prove=True).read_all())
    assert usual.equals(sgf_audit.audit_files(game).read_all())
    assert not usual.equals(proved)


def single(place, folders, settings=None):
    """The command's rows, without findings on two games unless these settings say otherwise."""
    settings = settings or alone(place / "alone.toml")
    out = place / "rows.parquet"
    ran = command(*folders, "--config", settings, "--quiet", "--fail-on", "never", "--out", out)
    assert ran.returncode == 0, ran.stderr.decode()
    return pyarrow.parquet.read_table(out)


def test_tables_frames_and_coded_columns_are_records():
    batch = records(SAMPLES / "played")
    expected = sgf_audit.audit_batch(batch)
    table = pyarrow.Table.from_batches([batch.slice(0, 3), batch.slice(3)])
    same_cells(sgf_audit.audit_batch(table), expected)
    assert sgf_audit.split_batch(table, 1 << 80).num_rows == len(batch)
    assert sgf_audit.audit_batch(table.slice(0, 0)).schema == sgf_audit.schema()
    coded = table.set_column(0, "name", table["name"].dictionary_encode())
    same_cells(sgf_audit.audit_batch(coded), expected)
    empty = pyarrow.record_batch({"name": ["a"], "content": [None], "root": [None], "more": [1]})
    assert sgf_audit.audit_batch(empty)["findings"].to_pylist() == [["unreadable"]]
    polars = pytest.importorskip("polars", reason="polars is not installed")
    same_cells(sgf_audit.audit_batch(polars.from_arrow(table)), expected)


def test_any_text_says_why_a_record_is_not_whole():
    troubles = ["archive-damaged: so", "margin-differs: so", "the server said no", None]
    batch = pyarrow.record_batch({"name": ["a"] * 4, "content": pyarrow.nulls(4), "trouble": troubles})
    codes = [code for [code] in sgf_audit.audit_batch(batch)["findings"].to_pylist()]
    assert codes == ["archive-damaged", "unreadable", "unreadable", "unreadable"]


@pytest.mark.parametrize("text", [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()])
@pytest.mark.parametrize("content", [pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view(), pyarrow.large_string()])
def test_columns_may_have_any_layout_of_text_and_bytes(text, content):
    batch = pyarrow.record_batch(
        [pyarrow.array(["x", "a", None], text), pyarrow.array(["x", "(;SZ[9];B[aa])", None], content)],
        ["name", "content"],
    )
    out = sgf_audit.audit_batch(batch.slice(1))
    assert out["source"].to_pylist() == ["a", None]
    assert out["size"].to_pylist() == ["9", None]


def test_a_record_without_a_name_has_none_as_its_source():
    content = [b"(;SZ[9];B[aa])(;SZ[9])", b"(;SZ[9])", b"no game"]
    batch = pyarrow.record_batch({"name": [None, "", None], "content": content})
    parts = sgf_audit.split_batch(batch, 10)
    assert parts["name"].to_pylist() == [None, None, "", None]
    for records in (batch, parts):
        assert sgf_audit.audit_batch(records)["source"].to_pylist() == [None, None, "", None]


def test_an_archive_without_a_file_is_said_as_by_the_command(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w"):
        pass
    expected = sgf_audit.audit_files(tmp_path).read_all()
    assert expected["findings"].to_pylist() == [["no-game"]]
    same_cells(sgf_audit.audit_batch(records(tmp_path)), expected)


def test_a_poisoned_record_costs_its_row():
    good = (SAMPLES / "seki").glob("*.sgf")
    good = [path.read_bytes() for path in good][:3]
    deep = b"(" * 200_000 + b";B[aa]"
    poison = [b"", b"\xff" * 5000, deep, None, b"(;SZ[99999999999999])", b"(;" + b"B[aa]" * 200_000]
    mixed = [content for pair in zip(good * 2, poison) for content in pair]
    names = [str(at) for at in range(len(mixed))]
    out = sgf_audit.audit_batch(pyarrow.record_batch({"name": names, "content": pyarrow.array(mixed, pyarrow.binary())}))
    assert set(out["source"].to_pylist()) == set(names)
    clean = sgf_audit.audit_batch(pyarrow.record_batch({"name": names[::2], "content": good * 2}))
    wanted = pyarrow.Table.from_batches([out]).filter([int(name) % 2 == 0 for name in out["source"].to_pylist()])
    same_cells(wanted, pyarrow.Table.from_batches([clean]))


@pytest.mark.parametrize("size", [1, 100, 1000, 5000, 1 << 20])
def test_parts_of_a_file_give_its_rows(size):
    games = [path.read_bytes() for path in sorted((SAMPLES / "played").glob("*.sgf"))] * 3
    for mark, join in ((b"", b"\n"), (b"\xef\xbb\xbf", b"\r\n junk ) \n")):
        whole = pyarrow.record_batch({"name": ["all.sgf"], "content": [mark + join.join(games)]})
        parts = sgf_audit.split_batch(whole, size)
        assert len(parts) > 1 or size > 100_000
        assert b"".join(parts["content"].to_pylist()) == whole["content"][0].as_py()
        table = [sgf_audit.audit_batch(parts.slice(at, 1)) for at in range(len(parts))]
        assert pyarrow.Table.from_batches(table).to_pylist() == sgf_audit.audit_batch(whole).to_pylist()


@pytest.mark.parametrize("encoding", ["gbk", "shift_jis", "euc-kr", "big5", "utf-16"])
def test_parts_of_a_file_in_an_old_character_set_give_its_rows(encoding):
    name = {"euc-kr": "조훈현", "shift_jis": "本因坊 表"}.get(encoding, "李昌镐" if encoding == "gbk" else "本因坊")
    text = "".join(f"(;SZ[9]CA[{encoding}]PB[{name} {n}];B[aa];W[bb])\n" for n in range(200))
    whole = pyarrow.record_batch({"name": ["all.sgf"], "content": [text.encode(encoding)]})
    parts = sgf_audit.split_batch(whole, 1000)
    assert sgf_audit.audit_batch(parts).to_pylist() == sgf_audit.audit_batch(whole).to_pylist()
    assert sgf_audit.audit_batch(parts)["black"].to_pylist()[150] == f"{name} 150"


@pytest.mark.parametrize(
    "content",
    [
        b"(\n;]GM[cter\\: value \\: i(;GM[1(\n;FF[4]CA[ISO-2022-JP]GM[1]\n;C[BBE",
        b"(PB[\xefdd])(\x00;\x00F\x00\x00",
        b"(;SZ[9]PB[a]\x1b$B;B[aa])(;SZ[9]PB[b];B[aa])(;SZ[9]PB[c];B[aa])",
    ],
)
def test_parts_of_a_damaged_file_give_its_rows(content):
    whole = pyarrow.record_batch({"name": ["a.sgf"], "content": [content]})
    for size in range(1, len(content)):
        parts = sgf_audit.split_batch(whole, size)
        assert sgf_audit.audit_batch(parts).to_pylist() == sgf_audit.audit_batch(whole).to_pylist()


TWO_NAMES = pyarrow.table([["a"], [b"(;SZ[9])"], ["b"]], ["name", "content", "name"])


@pytest.mark.parametrize(
    "call, error, said",
    [
        (lambda: sgf_audit.audit_batch([1]), TypeError, "record batch or table.*not list"),
        (lambda: sgf_audit.audit_batch(pyarrow.record_batch({"name": ["a"]})), ValueError, 'no column "content", only: name'),
        (lambda: sgf_audit.audit_batch(pyarrow.record_batch({"name": [1], "content": [b""]})), TypeError, '"name" holds Int64'),
        (lambda: sgf_audit.audit_batch(pyarrow.record_batch({"name": ["a"], "content": [1]})), TypeError, "neither bytes nor text"),
        (lambda: sgf_audit.audit_batch(pyarrow.record_batch({"name": ["a"], "content": [b""], "joint": ["x"]})), ValueError, "is no joint"),
        (lambda: sgf_audit.audit_batch(TWO_NAMES), ValueError, 'the batch has 2 columns "name"'),
        (lambda: sgf_audit.split_batch(pyarrow.table([["a"], [b""], [b""]], ["name", "content", "content"])), ValueError, '2 columns "content"'),
        (lambda: sgf_audit.audit_batch(TWO_NAMES.slice(1)), ValueError, '2 columns "name"'),
        (lambda: sgf_audit.audit_files("/no/such/place"), FileNotFoundError, "/no/such/place"),
        (lambda: sgf_audit.audit_files(b"a"), TypeError, "not bytes"),
        (lambda: sgf_audit.audit_files([3]), TypeError, "not int"),
        (lambda: sgf_audit.audit_files(SAMPLES, 0), ValueError, "1 to 1024"),
        (lambda: sgf_audit.audit_files(SAMPLES, 1.5), TypeError, "whole number, not float"),
        (lambda: sgf_audit.audit_files(SAMPLES, progress=3), TypeError, "progress is a function"),
        (lambda: sgf_audit.split_batch(3), TypeError, "not int"),
        (lambda: sgf_audit.split_batch(records(), 0), ValueError, "1 byte or more"),
    ],
)
def test_wrong_arguments_say_what_was_wrong(call, error, said):
    with pytest.raises(error, match=said):
        call()


def test_progress_is_told():
    told = []
    table = sgf_audit.audit_files(SAMPLES, progress=lambda games, share: told.append((games, share))).read_all()
    assert told[-1] == (len(table), 1.0)
    assert told == sorted(told)


def test_what_progress_raises_ends_the_run():
    def refuse(games, share):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        sgf_audit.audit_files(SAMPLES, progress=refuse).read_all()


def audit_threads():
    count = 0
    for thread in os.listdir("/proc/self/task"):
        try:
            with open(f"/proc/self/task/{thread}/comm") as name:
                count += name.read().strip() == "audit"
        except OSError:
            pass
    return count


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted in /proc")
def test_a_reader_that_is_forgotten_ends_its_run(tmp_path):
    text = next((SAMPLES / "played").glob("*.sgf")).read_bytes()
    for number in range(3_000):
        (tmp_path / f"{number}.sgf").write_bytes(text)
    for begin in (lambda reader: None, lambda reader: reader.read_next_batch(), lambda reader: reader.close()):
        reader = sgf_audit.audit_files(tmp_path, 2)
        # A thread gives itself its name once it runs.
        until = time.monotonic() + 30
        while audit_threads() == 0 and time.monotonic() < until:
            time.sleep(0.01)
        assert audit_threads() >= 1
        begin(reader)
        del reader
        gc.collect()
        assert audit_threads() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_control_c_ends_a_stream(tmp_path):
    text = b"".join(path.read_bytes() for path in (SAMPLES / "played").glob("*.sgf"))
    (tmp_path / "all.sgf").write_bytes(text * 2000)
    code = f"""
import sgf_audit
print("ready", flush=True)
try:
    sgf_audit.audit_files({str(tmp_path)!r}).read_all()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert said == "interrupted\n" and process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("copies, interrupted", [(1, False), (3000, True)])
def test_threads_end_as_the_page_has_them(tmp_path, copies, interrupted):
    page = (PROJECT / "docs/python.md").read_text(encoding="utf-8")
    block = page.split("### Threads")[1].split("```python")[1].split("```")[0]
    games = sorted((SAMPLES / "played").glob("*.sgf"))
    (tmp_path / "my-games").mkdir()
    for at in range(copies):
        for path in games:
            (tmp_path / "my-games" / f"{at}-{path.name}").write_bytes(path.read_bytes())
    code = """
import atexit, sgf_audit
audited, audit_batch = [], sgf_audit.audit_batch
sgf_audit.audit_batch = lambda batch: audited.append(len(batch)) or audit_batch(batch)
atexit.register(lambda: print(sum(audited)))
print("ready", flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", code + block], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    if interrupted:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
    try:
        said, trouble = process.communicate(timeout=60)
    finally:
        process.kill()
    assert ("KeyboardInterrupt" in trouble) == interrupted, trouble
    if interrupted:
        assert int(said) < copies * len(games) / 2
    else:
        assert said == f"{len(games)}\n" * 2


def test_memory_stays_flat(tmp_path):
    """The most memory that a process has had after 200 games and after 1,600."""
    text = b"(;SZ[9]RE[B+1];B[ee];W[cc];B[gg];W[];B[])\n"
    peaks = []
    for games in (200, 1_600):
        path = tmp_path / f"{games}.sgf"
        path.write_bytes(text * games)
        code = f"""
import sgf_audit, resource
games = sum(len(batch) for batch in sgf_audit.audit_files({str(path)!r}, 1))
assert games == {games}, games
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        peaks.append(int(ran.stdout) / 1024)
    assert peaks[1] < peaks[0] + 40, peaks
    assert peaks[1] < 300, peaks


def test_a_batch_of_parts_is_small(tmp_path):
    """A collection is cut into small parts; 16 of them, with 25,000 games, are audited in little memory."""
    path = tmp_path / "many.sgf"
    path.write_bytes(b"(;SZ[9]RE[B+1];B[ee];W[cc];B[gg];W[];B[])\n" * 400_000)
    code = f"""
import sgf_audit, pyarrow, resource
content = open({str(path)!r}, "rb").read()
parts = sgf_audit.split_batch(pyarrow.record_batch({{"name": ["a"], "content": [content]}}))
sizes = [len(part) for part in parts["content"].to_pylist()]
assert len(sizes) >= 256 and max(sizes) <= 1 << 16, (len(sizes), max(sizes))
rows = sgf_audit.audit_batch(parts.slice(0, 16))
assert len(rows) > 10_000, len(rows)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) / 1024 < 300, ran.stdout


def test_threads_share_the_work_of_several_batches():
    batch = records(SAMPLES / "played")
    expected = sgf_audit.audit_batch(batch)
    out = [None] * 4

    def work(at):
        out[at] = sgf_audit.audit_batch(batch)

    threads = [threading.Thread(target=work, args=(at,)) for at in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert all(each.equals(expected) for each in out)


def test_threads_may_share_a_reader(tmp_path):
    for n in range(3000):
        (tmp_path / f"{n}.sgf").write_text("(;SZ[9];B[aa])")
    reader = sgf_audit.audit_files(tmp_path)
    found, failed = [], []

    def work():
        try:
            for batch in iter(reader.read_next_batch, None):
                found.append(batch)
        except StopIteration:
            pass
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failed
    names = pyarrow.Table.from_batches(found)["source"].to_pylist()
    assert sorted(names) == sorted(f"{n}.sgf" for n in range(3000))


def test_duplicates_by_id_are_those_that_the_command_finds():
    path = SAMPLES / "played"
    batch = records(path)
    twice = pyarrow.concat_batches([batch, batch.set_column(0, "name", pyarrow.array([f"z/{n}" for n in batch["name"].to_pylist()]))])
    rows = sgf_audit.audit_batch(twice)
    assert not any(code in TWO_GAMES for codes in rows["findings"].to_pylist() for code in codes or [])
    counts = pyarrow.Table.from_batches([rows]).group_by("id").aggregate([("source", "count")])
    assert set(counts["source_count"].to_pylist()) == {2}


def test_other_libraries_take_batches_without_a_copy():
    reader = sgf_audit.audit_files(SAMPLES, 1)
    assert reader.__arrow_c_stream__() is not None
    polars = pytest.importorskip("polars", reason="polars is not installed")
    frame = polars.from_arrow(sgf_audit.audit_batch(records()))
    assert frame.height > 80 and frame["margin"].dtype == polars.Float64
    assert len(sgf_audit.audit_batch(frame.select(name="source", content="black"))) == frame.height


def test_duckdb_asks_a_stream():
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    reader = sgf_audit.audit_files(SAMPLES, 2)
    counted = duckdb.sql("SELECT verdict, count(*) FROM reader GROUP BY 1").fetchall()
    expected = sgf_audit.audit_files(SAMPLES, 2).read_all()["verdict"].to_pylist()
    assert dict(counted) == {verdict: expected.count(verdict) for verdict in set(expected)}


def test_a_text_is_read_as_it_stands():
    record = "(;SZ[9]CA[GBK]PB[Müller]KM[5½];B[ee])"
    [game] = sgf_audit.audit(record)
    assert (game.black, game.komi) == ("Müller", 5.5)
    # It was decoded before; bytes are not what their CA says.
    wrong = lambda findings: "charset-wrong" in [getattr(finding, "code", finding) for finding in findings]
    assert not wrong(game.findings) and wrong(sgf_audit.audit(record.encode("utf-8-sig"))[0].findings)
    rows = sgf_audit.audit_batch(pyarrow.table({"name": ["a"], "content": [record]}))
    assert rows["black"].to_pylist() == ["Müller"] and rows["komi"].to_pylist() == [5.5]
    assert not wrong(rows["findings"].to_pylist()[0])
    for games, size in [(1, 1000), (100, 1000)]:
        parts = sgf_audit.split_batch(pyarrow.table({"name": ["a"], "content": [record * games]}), size)
        rows = sgf_audit.audit_batch(parts)
        assert rows["black"].to_pylist() == ["Müller"] * games
        assert not any(map(wrong, rows["findings"].to_pylist()))


def test_bytes_that_engines_call_text_cost_no_batch():
    latin, good = "(;SZ[9]PB[M\xfcller])".encode("latin-1"), "(;SZ[9]CA[GBK]PB[Müller])".encode()
    text = pyarrow.array([latin, None, good], pyarrow.binary()).cast(pyarrow.string(), safe=False)
    text = pyarrow.Array.from_buffers(pyarrow.string(), 3, text.buffers())
    rows = sgf_audit.audit_batch(pyarrow.table({"name": ["a", "b", "c"], "content": text}))
    assert len(rows) == 3 and rows["black"].to_pylist()[2] == "Müller"


def test_columns_that_are_not_looked_at_may_be_anything():
    views = pyarrow.array(["x", "y"]).cast(pyarrow.string_view())
    coded = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 1]), views)
    record = {"name": coded, "content": [b"(;SZ[9])", b"(;SZ[9])"], "server": coded}
    assert sgf_audit.audit_batch(pyarrow.table(record))["source"].to_pylist() == ["x", "y"]


def test_a_table_without_rows_has_its_columns_looked_at():
    with pytest.raises(ValueError, match='no column "name", only: nme'):
        sgf_audit.audit_batch(pyarrow.table({"nme": pyarrow.array([], pyarrow.string())}))
    empty = pyarrow.table({"name": pyarrow.array([], pyarrow.string()), "content": pyarrow.array([], pyarrow.binary())})
    assert len(sgf_audit.audit_batch(empty)) == 0


def test_tables_are_cut_and_batches_that_cannot_be_are_refused(monkeypatch):
    games = b"(;SZ[9];B[ee])(;SZ[9];B[dd])"
    table = pyarrow.table({"name": [f"{at}" for at in range(9)], "content": [games] * 9})
    whole, parts = sgf_audit.audit_batch(table), sgf_audit.split_batch(table)
    monkeypatch.setattr(_audit, "_ROWS", 4)
    monkeypatch.setattr(_audit, "_MOST", 3 * len(games))
    cut = sgf_audit.audit_batch(table)
    assert cut.column(0).num_chunks > 3 and cut.equals(whole)
    assert sgf_audit.split_batch(table).equals(parts)
    with pytest.raises(ValueError, match="pass a table"):
        sgf_audit.audit_batch(table.to_batches()[0])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_reader_of_another_process_says_so():
    reader = sgf_audit.audit_files(SAMPLES, 1)
    child = os.fork()
    if child == 0:
        # A library that raises, or waits for ever, must not come back into the tests.
        signal.alarm(60)
        said = ""
        try:
            reader.read_next_batch()
        except BaseException as error:
            said = str(error)
        del reader
        gc.collect()
        os._exit(0 if "made in another process" in said else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert sum(len(batch) for batch in reader) > 0


def test_columns_without_a_value_may_have_any_type():
    empty = pyarrow.table({"name": pyarrow.array([], pyarrow.float64()), "content": pyarrow.array([], pyarrow.float64())})
    assert len(sgf_audit.audit_batch(empty)) == 0
    nothing = pyarrow.nulls(1, pyarrow.float64())
    rows = sgf_audit.audit_batch(pyarrow.record_batch([pyarrow.array(["a"]), pyarrow.array([b"(;SZ[9])"]), nothing], ["name", "content", "root"]))
    assert rows["root"].to_pylist() == [None] and rows["verdict"].to_pylist() == ["not-scored"]


def test_roots_come_in_the_order_of_the_command(tmp_path):
    for folder, margin in (("a", "B+10.5"), ("b", "B+20.5")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.sgf").write_text(f"(;SZ[9]RE[{margin}];B[ee];W[cc];B[gg];W[cg];B[gc])")
    orders = [["a", "b"], ["b", "a"]]
    read = [sgf_audit.audit_files([tmp_path / name for name in order]).read_all() for order in orders]
    assert read[0] == read[1]
