"""Makes a clean Parquet file of a dirty CSV, and a list of its bad rows, with DuckDB.

python pipeline_duckdb.py people.csv people.parquet bad.csv
"""

import sys

import duckdb
import pyarrow as pa
import pyarrow.csv
import utf8kit.duckdb

dirty, clean, bad = sys.argv[1:]
options = pyarrow.csv.ConvertOptions(column_types={"name": pa.binary()})
connection = duckdb.connect()
utf8kit.duckdb.register(connection)
connection.register("people", pyarrow.csv.read_csv(dirty, convert_options=options))
row = "id, utf8kit_kind(name) as kind, utf8kit_repair(name, 'escape') as name"
connection.sql(f"select {row} from people where not utf8kit_is_valid(name)").write_csv(bad)
repaired = "select * replace (utf8kit_repair(name, 'as:windows-1252') as name) from people"
connection.sql(repaired).write_parquet(clean)
