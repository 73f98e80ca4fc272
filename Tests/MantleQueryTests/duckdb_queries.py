"""Runs SQL queries in DuckDB: a JSON array of queries on standard input, the rows of each on a line of standard output."""

import json
import sys

try:
    import duckdb
except ImportError:
    sys.exit(3)

for query in json.load(sys.stdin):
    rows = duckdb.sql(query).fetchall()
    print(json.dumps(rows, default=str))
