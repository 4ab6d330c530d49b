"""Makes a clean Parquet file of a dirty CSV, and a list of its bad rows, with lazy frames of polars.

python pipeline_polars.py people.csv people.parquet bad.csv
"""

import sys

import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset
import utf8kit.polars  # noqa: F401

dirty, clean, bad = sys.argv[1:]
options = pyarrow.csv.ConvertOptions(column_types={"name": pa.binary()})
people = pl.scan_pyarrow_dataset(pa.dataset.dataset(dirty, format=pa.dataset.CsvFileFormat(convert_options=options)))
name = pl.col("name").utf8kit
people.filter(~name.is_valid()).select("id", name.repair("escape")).collect().write_csv(bad)
people.with_columns(name.repair("as:windows-1252")).sink_parquet(clean)
