"""Single games: values, types, errors."""

import copy
import dataclasses
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
import typing
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy
import pyarrow
import pytest
import sgf_audit
from conftest import PROJECT, SAMPLES, lines
from sgf_audit import Confidence, Finding, Life, Owner, Severity, Verdict, _games, _native

SGF = (
    b"(;SZ[5]KM[0.5]RU[Chinese]RE[B+5.5];AB[ac][ba][bb][bc][bd][be]"
    b"AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])"
)


def test_every_sample_is_the_line_of_the_report():
    expected = {}
    for line in lines(PROJECT / "reports/sample/report.jsonl"):
        expected.setdefault(line["source"], []).append(line)
    compared = 0
    for path in sorted(SAMPLES.rglob("*.sgf")):
        name = path.relative_to(SAMPLES).as_posix()
        if name not in expected:
            continue
        games = sgf_audit.audit(path.read_bytes(), name)
        assert len(games) == len(expected[name])
        for game, line in zip(games, expected[name]):
            said = game.to_dict()
            # A text has a name, and no folder that this is below.
            line["root"] = None
            # What only a run over many files can know.
            two_games = [f for f in line["findings"] if "same-beginning" in f["code"] or "duplicate" in f["code"]]
            if not any(f in said["findings"] for f in two_games):
                line["findings"] = [f for f in line["findings"] if f not in two_games]
            assert said == line
            compared += 1
    assert compared > 50


def test_fields_are_the_cells_of_the_row():
    [game] = sgf_audit.audit(SGF, "game.sgf")
    row = game.to_dict()
    for field in dataclasses.fields(game):
        if field.name == "findings":
            continue
        assert getattr(game, field.name) == row[field.name], field.name
    assert game.verdict is Verdict.DIFFERS
    assert game.confidence is Confidence.PROVED
    assert (game.margin, game.recorded_margin, game.difference) == (-5.5, 5.5, 11.0)
    assert game.winner_differs is True
    assert game.tally == row["tally"] and game.tally["black"] and game.finish_moves is None


def test_a_game_is_its_fields():
    [game] = sgf_audit.audit(SGF, "game.sgf")
    assert set(dataclasses.asdict(game)) == {name for name, _, _ in sgf_audit._games.fields()}
    renamed = dataclasses.replace(game, source="other.sgf")
    assert renamed.source == "other.sgf" and renamed != game
    with pytest.raises(ValueError, match="comes from no audit"):
        renamed.to_dict()


def test_layers_are_arrays_of_the_board():
    [game] = sgf_audit.audit(SGF)
    assert set(game.layers) == set(game.to_dict()["layers"])
    for name, layer in game.layers.items():
        assert layer.dtype == numpy.int8 and layer.shape == (5, 5), name
        with pytest.raises(ValueError):
            layer[0, 0] = 1
    assert game.layers["board"].tolist()[0] == [0, 1, -1, -1, 0]
    assert (game.layers["life"] == Life.ALIVE).sum() == 17
    assert (game.layers["owner"] == Owner.WHITE).sum() == 15
    assert game.ownership.shape == (5, 5)
    assert game.ownership.min() >= -100 and game.ownership.max() <= 100


def test_a_layer_has_as_many_rows_as_the_board_is_high():
    [game] = sgf_audit.audit(b"(;SZ[7:4];B[aa];W[gd])")
    assert game.layers["board"].shape == (4, 7)
    assert game.layers["board"][0, 0] == Owner.BLACK
    assert game.layers["board"][3, 6] == Owner.WHITE


def test_the_words_are_the_library_s():
    words = _native.words()
    for enum in (Verdict, Confidence, Severity):
        assert sorted(word.value for word in enum) == sorted(words[enum.__name__])
    assert str(Verdict.NOT_SCORED) == f"{Verdict.NOT_SCORED}" == "not-scored"


def test_words_that_are_less_or_more_are_compared_so():
    for enum in (Severity, Confidence):
        words = list(enum)
        assert sorted(reversed(words)) == words and max(words) is words[-1]
        for at, one in enumerate(words):
            for other_at, other in enumerate(words):
                told = (one < other, one <= other, one > other, one >= other)
                assert told == (at < other_at, at <= other_at, at > other_at, at >= other_at)
                assert told == (one < other.value, one <= other.value, one > other.value, one >= other.value)
                assert told == (one.value < other, one.value <= other, one.value > other, one.value >= other)
    with pytest.raises(TypeError, match="no rank beside 'fatal'"):
        assert Severity.ERROR > "fatal"


def test_games_compare_travel_and_stay_as_they_are():
    one, other = sgf_audit.audit(SGF, "a")[0], sgf_audit.audit(SGF, "a")[0]
    assert one == other and hash(one) == hash(other)
    assert one != sgf_audit.audit(SGF, "b")[0]
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.margin = 1.0


def test_what_a_game_gives_away_does_not_change_it():
    for content in (SGF, next((SAMPLES / "seki").glob("*.sgf")).read_bytes()):
        [game] = sgf_audit.audit(content)
        with pytest.raises(TypeError):
            del game.layers["board"]
        with pytest.raises(TypeError):
            game.layers["board"] = 1
        with pytest.raises(ValueError):
            game.ownership[0, 0] = 1
        for board in (game.ownership, game.layers["board"]):
            with pytest.raises(ValueError):
                board.setflags(write=True)
        line = game.to_dict()
        for name in ("chains", "sekis", "tally"):
            spoil(getattr(game, name))
            assert getattr(game, name) == line[name], name
        spoil(game.to_dict())
        assert game.to_dict() == line and "<svg" in game._repr_html_()
        # What was looked at before comes along as it was.
        for again in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
            assert again == game and again.to_json() == game.to_json()
            assert list(again.layers) == list(game.layers)
            with pytest.raises(ValueError):
                again.layers["board"][0, 0] = 1


def spoil(value):
    """Empties all that a value holds."""
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        spoil(part)
    if isinstance(value, (dict, list)):
        value.clear()


def test_findings_say_where():
    [game] = sgf_audit.audit(b"(;SZ[9]\n;B[aa];W[aa])", "a")
    finding = next(f for f in game.findings if f.turn == 2)
    assert isinstance(finding, Finding) and isinstance(finding.severity, Severity)
    assert (finding.line, finding.vertex) == (2, "A9")


def test_rules_and_komi_are_for_records_that_name_none():
    bare = b"(;SZ[9]RE[B+1];B[aa])"
    assert sgf_audit.audit(bare)[0].rules == "japanese"
    assert sgf_audit.audit(bare, rules="aga")[0].rules == "aga"
    assert sgf_audit.audit(bare, komi=7)[0].komi == 7.0
    assert sgf_audit.audit(b"(;SZ[9]KM[5.5];B[aa])", komi=7)[0].komi == 5.5


@pytest.mark.parametrize(
    "arguments, more, error, said",
    [
        ((3,), {}, TypeError, "bytes or the text of a file, not int"),
        ((PROJECT,), {}, TypeError, "audit_files"),
        ((None,), {}, TypeError, "not NoneType"),
        ((SGF, 3), {}, TypeError, "name is a text, not int"),
        ((SGF,), {"rules": "go"}, ValueError, "japanese, korean"),
        ((SGF,), {"rules": 1}, TypeError, "named by a text, not int"),
        ((SGF,), {"komi": "6.5"}, TypeError, "komi is a number, not str"),
        ((SGF,), {"komi": True}, TypeError, "not bool"),
        ((SGF,), {"komi": float("nan")}, ValueError, "`komi` takes a number, not NaN"),
        ((SGF,), {"komi": 1e300}, ValueError, "`komi` takes a number from -10000 to 10000, not 1"),
        ((SGF,), {"komi": 10000.25}, ValueError, "from -10000 to 10000, not 10000.25"),
        ((SGF,), {"komi": 0.1}, ValueError, "`komi` takes quarters of a point, not 0.1"),
        ((SGF,), {"komi": 10**400}, ValueError, "too large"),
        ((SGF,), {"prove": 1}, TypeError, "prove is True or False, not int"),
        ((SGF,), {"certainty": "1"}, TypeError, "certainty is a number, not str"),
        ((SGF,), {"certainty": 1.5}, ValueError, "from 0 to 1"),
        ((SGF,), {"certainty": float("nan")}, ValueError, "`certainty` takes a number, not NaN"),
    ],
)
def test_wrong_arguments_say_what_was_wrong(arguments, more, error, said):
    with pytest.raises(error, match=said):
        sgf_audit.audit(*arguments, **more)


def test_bad_bytes_are_never_an_exception():
    chance = random.Random(7)
    for _ in range(300):
        broken = bytearray(SGF)
        for _ in range(chance.randrange(1, 12)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        games = sgf_audit.audit(bytes(broken[: chance.randrange(len(broken))]))
        assert games and all(isinstance(game.verdict, Verdict) for game in games)
    for text in ["", "\udcff\ud800(;SZ[9])", "(;SZ[9]PB[\udce9])", "(;PB[本因坊])", "\0" * 100]:
        assert sgf_audit.audit(text)


def test_a_text_is_read_as_it_stands():
    [game] = sgf_audit.audit("(;SZ[9]PB[本因坊]PW[Łoś];B[aa])", "n\0\u202e")
    assert (game.black, game.white, game.source) == ("本因坊", "Łoś", "n\0\u202e")
    assert sgf_audit.audit(bytearray(SGF)) == sgf_audit.audit(memoryview(SGF)) == sgf_audit.audit(SGF)


def test_a_name_that_is_no_text_is_written_as_in_reports():
    names = {os.fsdecode(b"\xe9\xff.sgf"): "\\xe9\\xff.sgf", "本\ud800": "本\\ud800"}
    for name, written in names.items():
        assert sgf_audit.audit(SGF, name)[0].source == written


def test_numbers_are_numbers_whatever_made_them():
    for komi in (numpy.float32(6.5), numpy.float64(6.5), Decimal("6.5"), Fraction(13, 2)):
        assert sgf_audit.audit(b"(;SZ[9];B[aa])", komi=komi)[0].komi == 6.5
    assert sgf_audit.audit(b"(;SZ[9];B[aa])", komi=numpy.int64(7))[0].komi == 7
    for wrong in (numpy.bool_(True), numpy.array([6.5]), 6j):
        with pytest.raises(TypeError, match="komi is a number"):
            sgf_audit.audit(SGF, komi=wrong)
    assert sgf_audit.audit_files(SAMPLES / "seki", numpy.int64(2)).read_all().num_rows > 0


def test_a_game_is_a_picture():
    [game] = sgf_audit.audit(SGF.replace(b"RE", b"PB[<script>\xe2\x80\xae]RE"), "<b>.sgf")
    html = game._repr_html_()
    assert html.count("<circle") == 17 + 1, "the stones and the star point"
    assert "<script" not in html and "<b>.sgf" not in html and "\u202e" not in html
    assert "differs" in html and "://" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "<svg" not in sgf_audit.audit(b"nothing")[0]._repr_html_()


def test_the_interpreter_goes_on_while_games_are_audited():
    # The ticks of another thread come while the audit runs on this one.
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.005)

    many = (SAMPLES / "played").glob("*.sgf")
    data = b"".join(path.read_bytes() for path in many) * 10
    thread = threading.Thread(target=tick)
    thread.start()
    began = time.perf_counter()
    sgf_audit.audit_batch(__import__("pyarrow").record_batch({"name": ["a"], "content": [data]}))
    took = time.perf_counter() - began
    done.set()
    thread.join()
    during = [at for at in ticks if began < at < began + took]
    assert len(during) > 5, (took, len(during))


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_control_c_is_a_keyboard_interrupt():
    code = f"""
import sys, sgf_audit, pathlib
data = b"".join(p.read_bytes() for p in pathlib.Path({str(SAMPLES / 'played')!r}).glob("*.sgf")) * 4000
print("ready", flush=True)
try:
    sgf_audit.audit(data)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(1)
    began = time.perf_counter()
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert said == "interrupted\n" and process.returncode == 0
    assert time.perf_counter() - began < 20


def test_the_stub_has_the_columns_of_today():
    import stub

    folder = Path(_games.__file__).parent
    shipped = (folder / "_games.pyi").read_text(encoding="utf-8")
    assert shipped == stub.text(), "run python/tests/stub.py"
    assert (folder / "py.typed").exists()


def test_hints_can_be_asked_for():
    asked = "for name in sgf_audit.__all__: name[0] == '_' or typing.get_type_hints(getattr(sgf_audit, name))"
    for before in ("", "sys.modules['pyarrow'] = None; "):
        code = f"import sys, typing; {before}import sgf_audit\n{asked}"
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
    assert typing.get_type_hints(sgf_audit.schema)["return"] is pyarrow.Schema
    assert typing.get_type_hints(sgf_audit.audit)["return"] == list[sgf_audit.Game]


def test_types_are_seen_by_a_checker(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed: types are not checked")
    program = tmp_path / "program.py"
    program.write_text(
        "import sgf_audit\n"
        "for game in sgf_audit.audit(b''):\n"
        "    margin: float | None = game.margin\n"
        "    life: int = int(game.layers['life'][0, 0])\n"
        "    reveal_type(game.verdict)\n"
        "    game.margin = 'no'\n"
    )
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(program)], capture_output=True, text=True, cwd=tmp_path
    )
    assert 'Revealed type is "sgf_audit._words.Verdict"' in checked.stdout, checked.stdout
    errors = [line for line in checked.stdout.splitlines() if "error:" in line]
    assert len(errors) == 2 and all(":6:" in line for line in errors), checked.stdout


def test_a_checker_knows_that_a_batch_gives_a_batch_and_a_table_a_table(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed: types are not checked")
    # Types of PyArrow as far as they are needed here: it may come without any.
    stubs = tmp_path / "stubs" / "pyarrow"
    stubs.mkdir(parents=True)
    stream = "    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...\n"
    (stubs / "__init__.pyi").write_text(
        f"class Schema: ...\nclass RecordBatchReader:\n{stream}class Table:\n{stream}class RecordBatch:\n{stream}"
        "    def __arrow_c_array__(self, requested_schema: object = None) -> object: ...\n"
    )
    program = tmp_path / "program.py"
    program.write_text(
        "import pyarrow, sgf_audit\n"
        "from collections.abc import Iterator\n"
        "def parts(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:\n"
        "    return map(sgf_audit.audit_batch, map(sgf_audit.split_batch, batches))\n"
        "def rows(table: pyarrow.Table) -> pyarrow.Table:\n"
        "    return sgf_audit.audit_batch(sgf_audit.split_batch(table, 9), komi=7.5)\n"
        "def read(reader: pyarrow.RecordBatchReader, whatever: object) -> pyarrow.Table:\n"
        "    reveal_type(sgf_audit.audit_batch(whatever))\n"
        "    return sgf_audit.audit_batch(reader)\n"
    )
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(program)],
        capture_output=True, text=True, cwd=tmp_path, env={**os.environ, "MYPYPATH": str(stubs.parent)},
    )
    assert checked.returncode == 0, checked.stdout
    assert 'Revealed type is "pyarrow.RecordBatch | pyarrow.Table"' in checked.stdout, checked.stdout
