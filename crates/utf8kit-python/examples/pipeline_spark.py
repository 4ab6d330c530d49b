"""Makes clean Parquet files of a dirty CSV, and a list of its bad rows, with Spark. A row is a line.

python pipeline_spark.py people.csv people.parquet bad
"""

import sys

from pyspark.sql import SparkSession, functions
from utf8kit import spark

dirty, clean, bad = sys.argv[1:]
session = SparkSession.builder.getOrCreate()
lines = session.read.text(dirty).where("value != 'id,name'")  # Spark's own reader of CSV replaces bad bytes by U+FFFD
row = functions.split("value", ",")[0].cast("long").alias("id")
found = spark.find_bad(lines, "value", keep=[row])
found.withColumn("context", functions.hex("context")).write.csv(bad, header=True)
people = spark.repair(lines, "value", "as:windows-1252")
people.select(functions.from_csv("value", "id long, name string").alias("row")).select("row.*").write.parquet(clean)
