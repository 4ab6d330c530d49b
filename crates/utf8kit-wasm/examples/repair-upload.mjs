// Prints a file that somebody sent as UTF-8: finds its encoding, decodes it in pieces, and undoes double encoding.
//
//     node repair-upload.mjs FILE

import { readFile } from "node:fs/promises";
import { DecoderStream } from "utf8kit/legacy";
import { detect, fixDoubleEncoding } from "utf8kit/text";

/** Returns the encoding and the text of a file. */
async function read(file) {
  const beginning = new Uint8Array(await file.slice(0, 128 * 1024).arrayBuffer());
  const encoding = detect(beginning, { whole: beginning.length === file.size })?.encoding;
  if (encoding === undefined) throw new Error("the file is not text");
  let text = "";
  for await (const part of file.stream().pipeThrough(new DecoderStream({ encoding, onError: "replace" }))) text += part;
  return { encoding, text: fixDoubleEncoding(text) };
}

const { encoding, text } = await read(new Blob([await readFile(process.argv[2])]));
console.error(`read as ${encoding}`);
process.stdout.write(text);
