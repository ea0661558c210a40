"""Plain data: the only place where the shapes of JSON are known.

`to_plain` turns a record into dicts, lists, texts and integers, in exactly the
form that recorded games have: 0 and 1 for truth values, null for nobody, no
`card` key without a card, seats as the keys `"1"` and `"2"`, seeds as 64
hexadecimal digits. `to_json` and `from_json` do the text.

The `*_from_plain` functions read it back, strictly: a bool is no card, 3.0 and
"3" are no seat, and an object has the keys it must have and no others. Each
raises `Malformed` with the path of what is wrong. The JSON Schemas in
`docs/schemas` say the same in another language. `Reader` reads other data
around these, such as the body of a request, as strictly.
"""

from durak.codec.plain import Reader, from_json, to_json
from durak.codec.reading import (
    LOG_KEYS,
    error_from_plain,
    event_from_plain,
    log_from_plain,
    move_from_plain,
    result_from_plain,
    state_from_plain,
    view_from_plain,
)
from durak.codec.writing import to_plain

__all__ = [
    "LOG_KEYS",
    "Reader",
    "error_from_plain",
    "event_from_plain",
    "from_json",
    "log_from_plain",
    "move_from_plain",
    "result_from_plain",
    "state_from_plain",
    "to_json",
    "to_plain",
    "view_from_plain",
]
