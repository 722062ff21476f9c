"""The command that comes with the wheel."""

import signal
import subprocess
import sys
import time

import pytest
import sgf_audit
from conftest import AUDIT, PROJECT, SAMPLES, command


def test_its_report_is_the_sample_report(tmp_path):
    out = tmp_path / "report.csv"
    ran = command("corpus-samples", "--isolated", "--out", out, cwd=PROJECT)
    assert ran.returncode == 1, "some of the samples are wrong"
    assert b"Failed because" in ran.stderr
    assert out.read_bytes() == (PROJECT / "reports/sample/report.csv").read_bytes()


@pytest.mark.parametrize(
    "arguments, code",
    [
        (["--version"], 0),
        (["--help"], 0),
        (["--no-such-option"], 2),
        ([], 2),
        (["/no/such/folder"], 2),
        (["explain", "illegal-suicide"], 0),
    ],
)
def test_exit_codes_are_the_program_s(arguments, code):
    assert command(*arguments).returncode == code


def test_a_list_comes_by_standard_input_and_a_report_goes_to_standard_output():
    path = next((SAMPLES / "played").glob("*.sgf"))
    ran = command("-", "--isolated", "--quiet", "--out", "-", input=str(path).encode())
    assert ran.returncode == 0, ran.stderr
    header, row = ran.stdout.decode().splitlines()
    assert header.startswith("source,game,line,id") and ",agrees," in row


def test_the_module_is_the_command_too():
    ran = subprocess.run([sys.executable, "-m", "sgf_audit", "--version"], capture_output=True, text=True)
    assert ran.returncode == 0
    assert ran.stdout == f"audit {sgf_audit.__version__}\n"


def test_arguments_need_be_no_text(tmp_path):
    folder = bytes(tmp_path) + b"/\xff\xfe"
    import os

    os.mkdir(folder)
    with open(folder + b"/a.sgf", "wb") as file:
        file.write(b"(;SZ[9];B[aa])")
    ran = subprocess.run([AUDIT.encode(), folder, b"--isolated"], capture_output=True)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupted_run_says_so_and_goes_on_from_there(tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    text = (SAMPLES / "played/19x19-japanese.sgf").read_bytes()
    for number in range(8000):
        (games / f"{number}.sgf").write_bytes(text)
    out = tmp_path / "report.csv"
    process = subprocess.Popen(
        [AUDIT, str(games), "--isolated", "--out", str(out)], stderr=subprocess.PIPE, text=True
    )
    partial = tmp_path / "report.csv.partial"
    while process.poll() is None and not partial.exists():
        time.sleep(0.01)
    time.sleep(1)  # some games are done then, and thousands are not
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "KeyboardInterrupt" not in said and "finishing the games in hand" in said
    ran = command(games, "--isolated", "--out", out, "--resume", "--verbose", "--fail-on", "never")
    assert ran.returncode == 0 and b"Going on with" in ran.stderr
