// Compares the module with TextDecoder: node check.mjs FILE.wasm
import { readFile } from 'node:fs/promises';
import { deepStrictEqual } from 'node:assert';

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]));
const { memory, valid_up_to } = instance.exports;
const start = memory.buffer.byteLength;
memory.grow(1);
const validUpTo = (bytes) => {
  new Uint8Array(memory.buffer).set(bytes, start);
  return valid_up_to(start, bytes.length);
};

// TextDecoder does not report the position of an error. The longest prefix that it accepts gives it.
const decoder = new TextDecoder('utf-8', { fatal: true });
const expected = (bytes) => {
  for (let len = bytes.length; ; len--) {
    try {
      decoder.decode(bytes.subarray(0, len));
      return len;
    } catch {}
  }
};

let state = 1;
const below = (end) => (state = (state * 48271) % 2147483647) % end;
const characters = ['a', 'z', 'é', '€', '\u{1D11E}', 'plain ASCII, a vector of it'];
for (let round = 0; round < 3000; round++) {
  let text = '';
  for (let i = below(40); i > 0; i--) text += characters[below(characters.length)];
  const bytes = Buffer.from(text);
  if (round % 2 === 0 && bytes.length > 0) bytes[below(bytes.length)] = below(256);
  deepStrictEqual(validUpTo(bytes), expected(bytes), bytes.toString('hex'));
}
console.log('3000 texts: the module and TextDecoder agree');
