"""Games as tables: reading logs, verifying them and counting, in Arrow's form.

    >>> from durak.analysis import plies_table, read_logs
    >>> plies = plies_table(read_logs("games.parquet"))

Whatever is answered here offers itself to other libraries as a stream of Arrow
record batches, so that pandas, polars and DuckDB take it as it is, and
whatever does so is taken as a table of logs. The columns are described, one by
one, in docs/analysis.md. Needs pyarrow: the extra `[analysis]`.
"""

from durak.analysis.batches import Batches
from durak.analysis.reading import read_logs, write_logs
from durak.analysis.runs import Report, verify_files
from durak.analysis.schemas import EVENTS, FINDINGS, LOGS, PLIES, VERDICTS
from durak.analysis.tables import events_table, plies_table
from durak.analysis.verdicts import verdicts_table, verify_batch

__all__ = [
    "EVENTS",
    "FINDINGS",
    "LOGS",
    "PLIES",
    "VERDICTS",
    "Batches",
    "Report",
    "events_table",
    "plies_table",
    "read_logs",
    "verdicts_table",
    "verify_batch",
    "verify_files",
    "write_logs",
]
