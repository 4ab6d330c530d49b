// Compares two builds of the library, with and without simd128, with TextDecoder and TextEncoder:
//   node measure.mjs WITH.wasm WITHOUT.wasm [--corpus DIR] [--time MS]
// `cargo xtask bench-wasm` builds the modules and runs this script. It prints a table in Markdown.
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from '../measure.mjs';

const { values: options, positionals: modules } = parseArgs({
  allowPositionals: true,
  options: { corpus: { type: 'string' }, time: { type: 'string', default: '600' } },
});

// Returns pairs of a name and a text as bytes.
async function texts() {
  if (!options.corpus) return generated();
  const names = (await readdir(options.corpus, { recursive: true })).filter((name) => name.endsWith('.txt')).sort();
  if (names.length === 0) throw new Error(`found no .txt file below ${options.corpus}`);
  return Promise.all(
    names.map(async (name) => [basename(name).split('.')[0], await readFile(join(options.corpus, name))]),
  );
}

// Generates words of random letters in several scripts, 2^17 UTF-16 code units of each.
function generated() {
  let state = 1;
  const below = (end) => (state = (state * 48271) % 2147483647) % end;
  const text = (first, count, every) => {
    let text = '';
    for (let i = 0; text.length < 1 << 17; i++) {
      const special = every === 1 || below(every) === 0;
      text += i % 7 === 6 ? ' ' : String.fromCodePoint(special ? first + below(count) : 0x61 + below(26));
    }
    return Buffer.from(text);
  };
  return [
    ['ASCII', text(0x61, 26, 1)],
    ['Latin, an accent every 12', text(0xe0, 32, 12)],
    ['Cyrillic', text(0x430, 32, 1)],
    ['CJK', text(0x4e00, 0x5000, 1)],
    ['emoji', text(0x1f600, 64, 1)],
    ['ASCII with an emoji every 60', text(0x1f600, 64, 60)],
  ];
}

// Instantiates a module and returns its functions over a text in its memory.
async function instantiate(file) {
  const { instance } = await WebAssembly.instantiate(await readFile(file));
  const { memory, validate, utf8_to_utf16, utf16_to_utf8 } = instance.exports;
  const start = memory.buffer.byteLength;
  return {
    load(bytes) {
      const len = bytes.length;
      const units = start + len + (16 - (len % 16));
      const back = units + 2 * len;
      const capacity = 3 * len;
      const missing = back + capacity - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / 65536));
      new Uint8Array(memory.buffer).set(bytes, start);
      const count = utf8_to_utf16(start, len, units, len);
      const expected = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), 'utf16le');
      check(expected.equals(Buffer.from(memory.buffer, units, 2 * count)), `${file}: utf8_to_utf16`);
      check(utf16_to_utf8(units, count, back, capacity) === len, `${file}: utf16_to_utf8`);
      check(Buffer.from(memory.buffer, back, len).equals(bytes), `${file}: utf16_to_utf8`);
      check(validate(start, len), `${file}: validate`);
      return {
        validate: () => validate(start, len),
        toUtf16: () => utf8_to_utf16(start, len, units, len),
        fromUtf16: () => utf16_to_utf8(units, count, back, capacity),
      };
    },
  };
}

function check(holds, what) {
  if (!holds) throw new Error(`${what}: the result differs from that of JavaScript`);
}

const [simd, plain] = await Promise.all(modules.map(instantiate));
const sums = [];
const row = (name, cells) => console.log(`| ${[name, ...cells].join(' | ')} |`);
const ratio = (x) => `${x.toFixed(x < 10 ? 2 : 1)}x`;
row('text', [
  'validate, GB/s', 'no SIMD', 'TextDecoder', 'to UTF-16, GB/s', 'no SIMD', 'TextDecoder',
  'from UTF-16, GB/s', 'no SIMD', 'TextEncoder',
]);
row('---', Array(9).fill('---:'));
for (const [name, bytes] of await texts()) {
  const [a, b] = [simd.load(bytes), plain.load(bytes)];
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const encoder = new TextEncoder();
  const string = decoder.decode(bytes);
  const target = new Uint8Array(bytes.length);
  const decode = () => decoder.decode(bytes);
  const cells = [
    [a.validate, b.validate, decode],
    [a.toUtf16, b.toUtf16, decode],
    [a.fromUtf16, b.fromUtf16, () => encoder.encodeInto(string, target)],
  ].flatMap((functions) => {
    const [ours, ...others] = measure(functions, Number(options.time));
    return [bytes.length / ours, ...others.map((other) => other / ours)];
  });
  cells.forEach((value, i) => (sums[i] = (sums[i] ?? 0) + Math.log(value)));
  sums.count = (sums.count ?? 0) + 1;
  row(name, cells.map((value, i) => (i % 3 === 0 ? value.toFixed(1) : ratio(value))));
}
row('geometric mean', sums.map((sum, i) => {
  const mean = Math.exp(sum / sums.count);
  return i % 3 === 0 ? mean.toFixed(1) : ratio(mean);
}));
