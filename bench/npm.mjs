// Compares the npm package with what Node.js has: `buffer.isUtf8`, TextDecoder, TextEncoder.
//   node npm.mjs PACKAGE [--corpus DIR] [--time MS]
// `cargo xtask bench-npm` builds the package and runs this script. It prints a table in Markdown: the ratio of the speeds, over 1
// where the package is faster. With --growth, it runs npm-growth.mjs instead.
import { isUtf8 } from 'node:buffer';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { measure } from './measure.mjs';

const { values: options, positionals: [folder] } = parseArgs({
  allowPositionals: true,
  options: { corpus: { type: 'string' }, time: { type: 'string', default: '120' }, growth: { type: 'boolean' } },
});
if (options.growth) {
  await import('./npm-growth.mjs');
  process.exit();
}
const utf8kit = await import(pathToFileURL(resolve(folder, 'node/index.js')));

const SIZES = [64, 1024, 100 << 10, 10 << 20];

const WORDS = {
  English: 'It was the best of times, it was the worst of times. ',
  French: 'Les élèves français étaient déjà là, à l’école où naît l’été. ',
  Russian: 'Все счастливые семьи похожи друг на друга. ',
  Chinese: '話說天下大勢,分久必合,合久必分。',
  emoji: 'ok 🦀 done 🎉 now ✨ ',
};

// Returns pairs of a name and a text.
async function texts() {
  if (!options.corpus) return Object.entries(WORDS);
  const names = (await readdir(options.corpus, { recursive: true })).filter((name) => name.endsWith('.txt')).sort();
  if (names.length === 0) throw new Error(`found no .txt file below ${options.corpus}`);
  return Promise.all(names.map(async (name) => [basename(name).split('.')[0], await readFile(join(options.corpus, name), 'utf8')]));
}

// Returns the first `size` bytes of the text repeated, without a cut character.
function sized(text, size) {
  const repeated = Buffer.from(text.repeat(Math.ceil(size / text.length)).slice(0, size));
  let end = size;
  while ((repeated[end] & 0xc0) === 0x80) end--;
  return repeated.subarray(0, end);
}

// Returns a copy with an error in each 500 bytes.
function damaged(bytes) {
  const copy = Buffer.from(bytes);
  for (let at = 40; at < copy.length; at += 500) copy[at] = 0xff;
  return copy;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lossy = new TextDecoder('utf-8', { ignoreBOM: true });
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });
const encoder = new TextEncoder();

// For each operation, the package's function and that of Node.js.
const OPERATIONS = {
  'isValid / isUtf8': ({ bytes }) => [() => utf8kit.isValid(bytes), () => isUtf8(bytes)],
  'validate / isUtf8': ({ bytes }) => [() => utf8kit.validate(bytes), () => isUtf8(bytes)],
  'validate / TextDecoder': ({ bytes }) => [() => utf8kit.validate(bytes), () => strict.decode(bytes)],
  'decode / TextDecoder': ({ bytes }) => [() => utf8kit.decode(bytes), () => strict.decode(bytes)],
  'decode, errors / TextDecoder': ({ broken }) => [() => utf8kit.decode(broken, { onError: 'replace' }), () => lossy.decode(broken)],
  'repair, errors / TextDecoder, TextEncoder': ({ broken }) => [() => utf8kit.repair(broken), () => encoder.encode(lossy.decode(broken))],
  'decode UTF-16LE / TextDecoder': ({ units }) => [() => utf8kit.decode(units, { encoding: 'utf-16le' }), () => utf16.decode(units)],
  'encode / TextEncoder': ({ text }) => [() => utf8kit.encode(text), () => encoder.encode(text)],
};

const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
row(['operation', 'text', ...SIZES.map((size) => `${size} bytes`)]);
row(['---', '---', ...SIZES.map(() => '---:')]);
for (const [operation, functions] of Object.entries(OPERATIONS)) {
  const sums = SIZES.map(() => 0);
  const all = await texts();
  for (const [name, text] of all) {
    const cells = SIZES.map((size, i) => {
      const bytes = sized(text, size);
      const whole = bytes.toString();
      const input = { bytes, broken: damaged(bytes), units: Buffer.from(whole, 'utf16le'), text: whole };
      const [ours, theirs] = measure(functions(input), Number(options.time));
      sums[i] += Math.log(theirs / ours);
      return (theirs / ours).toFixed(2);
    });
    row([operation, name, ...cells]);
  }
  row([operation, 'geometric mean', ...sums.map((sum) => Math.exp(sum / all.length).toFixed(2))]);
}
