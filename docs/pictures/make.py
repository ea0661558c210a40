"""Makes the pictures of docs/pictures.md by running the code above each of them.

python docs/pictures/make.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CODE_THEN_PICTURE = re.compile(
    r"```python\n(?!>>>)(.*?)```|\]\(pictures/(.*?)\)", re.DOTALL
)


def pictures() -> Iterator[tuple[Path, str]]:
    """Each picture's file, and what it must hold: the page's `picture` at that place."""
    page: dict[str, Any] = {}
    text = (HERE.parent / "pictures.md").read_text(encoding="utf-8")
    for code, name in CODE_THEN_PICTURE.findall(text):
        if name:
            yield HERE / name, page["picture"] + "\n"
        else:
            exec(code, page)


if __name__ == "__main__":
    for path, picture in pictures():
        path.write_text(picture, encoding="utf-8")
