"""Python peers, each if it is installed: orjson, msgspec, pydantic; GenSON, Polars and DuckDB, which find schemas.

    python_peers.py LIBRARY FILE

Speaks the protocol of `Benchmarks --serve`: names, then `ready`; a name in, times and checksum out.
"""
import datetime
import enum
import gc
import json
import os
import sys
import tempfile
import time
from typing import Optional


class State(enum.Enum):
    open = "open"
    closed = "closed"


def size(text):
    return 0 if text is None else len(text.encode())


def seconds(date):
    return 0 if date is None else int(date.timestamp())


def tally(issues):
    total = 0
    for issue in issues:
        total += size(issue.url) + size(issue.html_url) + issue.number + issue.comments
        total += (issue.state is State.closed) + size(issue.title) + size(issue.body) + size(issue.user.login)
        if issue.assignee is not None:
            total += size(issue.assignee.login) + issue.assignee.id
        for label in issue.labels:
            total += size(label.name) + size(label.color)
        total += seconds(issue.created_at) + seconds(issue.updated_at)
    return "%d:%d" % (len(issues), total)


def timed(make, check):
    """Making and freeing are timed, looking at what was made is not."""
    wall, cpu = time.monotonic_ns(), time.process_time_ns()
    made = make()
    wall, cpu = time.monotonic_ns() - wall, time.process_time_ns() - cpu
    result = check(made)
    more_wall, more_cpu = time.monotonic_ns(), time.process_time_ns()
    del made
    return (wall + time.monotonic_ns() - more_wall, cpu + time.process_time_ns() - more_cpu, result)


def orjson_peer(text):
    import orjson

    return {"parse orjson": (len(text), lambda: timed(lambda: orjson.loads(text), lambda made: "%d:0" % len(made)))}


def msgspec_peer(text):
    import msgspec

    class Reporter(msgspec.Struct, gc=False):
        login: str

    class User(msgspec.Struct, gc=False):
        login: str
        id: int

    class Label(msgspec.Struct, gc=False):
        name: str
        color: str

    class Issue(msgspec.Struct, gc=False):
        url: str
        number: int
        state: State
        title: str
        user: Reporter
        labels: list[Label]
        comments: int
        created_at: datetime.datetime
        html_url: Optional[str] = None
        body: Optional[str] = None
        assignee: Optional[User] = None
        updated_at: Optional[datetime.datetime] = None

    decoder, encoder = msgspec.json.Decoder(list[Issue]), msgspec.json.Encoder()
    issues, output = decoder.decode(text), bytearray()
    encoder.encode_into(issues, output)
    return {
        "decode msgspec": (len(text), lambda: timed(lambda: decoder.decode(text), tally)),
        "encode msgspec": (
            len(output),
            lambda: timed(lambda: encoder.encode_into(issues, output), lambda _: tally(decoder.decode(output)))),
    }


def pydantic_peer(text):
    import pydantic

    class Reporter(pydantic.BaseModel):
        login: str

    class User(pydantic.BaseModel):
        login: str
        id: int

    class Label(pydantic.BaseModel):
        name: str
        color: str

    class Issue(pydantic.BaseModel):
        url: str
        number: int
        state: State
        title: str
        user: Reporter
        labels: list[Label]
        comments: int
        created_at: datetime.datetime
        html_url: Optional[str] = None
        body: Optional[str] = None
        assignee: Optional[User] = None
        updated_at: Optional[datetime.datetime] = None

    adapter = pydantic.TypeAdapter(list[Issue])
    issues = adapter.validate_json(text)
    written = len(adapter.dump_json(issues))
    return {
        "decode pydantic": (len(text), lambda: timed(lambda: adapter.validate_json(text), tally)),
        "encode pydantic": (
            written,
            lambda: timed(lambda: adapter.dump_json(issues), lambda made: tally(adapter.validate_json(made)))),
    }


class Lines:
    """The elements as NDJSON in a file: what libraries for tables find the schema of."""

    def __init__(self, text):
        self.file = tempfile.NamedTemporaryFile(suffix=".ndjson")
        for element in json.loads(text):
            self.file.write(json.dumps(element, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self.file.flush()
        self.path = self.file.name
        self.size = os.path.getsize(self.path)

    def peer(self, title, properties):
        """A contender that counts the properties at the top."""
        return {"infer " + title: (self.size, lambda: timed(lambda: properties(self.path), lambda made: "%d:0" % made))}


def genson_peer(text):
    import genson

    def properties(path):
        builder = genson.SchemaBuilder()
        with open(path, "rb") as file:
            for line in file:
                builder.add_object(json.loads(line))
        return len(builder.to_schema()["properties"])

    return Lines(text).peer("GenSON", properties)


def polars_peer(text):
    import polars

    return Lines(text).peer(
        "Polars", lambda path: len(polars.scan_ndjson(path, infer_schema_length=None).collect_schema()))


def duckdb_peer(text):
    import duckdb

    connection = duckdb.connect()
    query = "DESCRIBE SELECT * FROM read_json('%s', format='newline_delimited', sample_size=-1)"
    return Lines(text).peer("DuckDB", lambda path: len(connection.execute(query % path).fetchall()))


def main():
    library, path = sys.argv[1:3]
    with open(path, "rb") as file:
        text = file.read()
    contenders = globals()[library + "_peer"](text)
    gc.collect()
    gc.disable()  # the best case for Python: no cycles are made here
    for name, (length, _) in contenders.items():
        work, title = name.split(" ", 1)
        print(work, length, title)
    print("ready", flush=True)
    for line in sys.stdin:
        _, run = contenders[line.rstrip("\n")]
        print(*run(), flush=True)


main()
