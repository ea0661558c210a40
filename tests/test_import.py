import subprocess
import sys


def test_importing_durak_loads_attrs_and_pyrsistent_and_no_other_third_party() -> None:
    code = (
        "import sys; before = set(sys.modules); import durak;"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}"
        " - set(sys.stdlib_module_names)))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    allowed = {"attr", "attrs", "durak", "pyrsistent", "pvectorc", "typing_extensions"}
    assert set(loaded) <= allowed | {"_pyrsistent_version"}
