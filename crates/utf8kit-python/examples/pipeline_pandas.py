"""Makes a clean Parquet file of a dirty CSV, and a list of its bad rows, with pandas.

python pipeline_pandas.py people.csv people.parquet bad.csv
"""

import sys

import pandas as pd
import pyarrow as pa
import pyarrow.csv
import utf8kit.pandas  # noqa: F401

dirty, clean, bad = sys.argv[1:]
options = pyarrow.csv.ConvertOptions(column_types={"name": pa.binary()})
people = pyarrow.csv.read_csv(dirty, convert_options=options).to_pandas(types_mapper=pd.ArrowDtype)
found = people["name"].utf8kit.find_bad().set_index("row")
people["name"] = people["name"].utf8kit.repair("as:windows-1252")
people[["id", "name"]].join(found, how="inner").to_csv(bad, index=False)
people.to_parquet(clean)
