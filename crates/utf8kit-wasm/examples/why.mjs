// Prints why files are not UTF-8: the place, the bytes and the clause of the standard.
//
//     node why.mjs FILE...

import { readFileSync } from "node:fs";
import { count, validate } from "utf8kit";

for (const path of process.argv.slice(2)) {
  const bytes = readFileSync(path);
  const error = validate(bytes);
  if (error === null) continue;
  const before = bytes.subarray(0, error.offset);
  const line = before.filter((byte) => byte === 10).length + 1;
  const column = count(before.subarray(before.lastIndexOf(10) + 1)) + 1;
  console.log(`${path}:${line}:${column}: ${error.message} (${error.clause})`);
  process.exitCode = 1;
}
