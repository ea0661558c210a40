import runpy
from pathlib import Path

HERE = Path(__file__).parents[1] / "docs" / "pictures"


def test_the_pictures_of_the_docs_are_what_their_code_draws() -> None:
    drawn = dict(runpy.run_path(str(HERE / "make.py"))["pictures"]())
    assert set(drawn) == set(HERE.glob("*.svg"))
    for path, picture in drawn.items():
        assert path.read_text(encoding="utf-8") == picture, path.name
