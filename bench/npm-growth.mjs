// Measures how the time of each function of the npm package grows with its worst texts.
//   node npm-growth.mjs PACKAGE [NAME]
// `cargo xtask bench-npm --growth` builds the package and runs this script. It prints a table in Markdown: the time for a text of some
// length, and for twice, four and eight times as much, and the geometric mean of the three ratios, which is 2 where the time is linear. It
// fails where one is over 2.2.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, only] = process.argv.slice(2).filter((arg) => arg !== '--growth');
const load = (name) => import(pathToFileURL(resolve(folder, name)));
const [u, t, i] = [await load('index.js'), await load('text.js'), await load('inspect.js')];

const MOST = 2.2;

const fill = (text) => (n) => Buffer.alloc(n, Buffer.from(text, 'latin1'));
const repeat = (text) => (n) => text.repeat(Math.ceil(n / text.length)).slice(0, n);
const utf8 = (text) => (n) => Buffer.from(repeat(text)(n));
const ff = fill('\xff');
const apart = fill('caf\xe9 au lait\n');
const doubled = repeat('cafÃ© ');
const single = (bytes, push) => { for (let at = 0; at < bytes.length; at++) push(bytes.subarray(at, at + 1)); };

const decoding = (options) => (bytes) => {
  const decoder = new u.Decoder(options);
  single(bytes, (piece) => decoder.decode(piece));
  decoder.finish();
};
const checking = (options) => (bytes) => {
  const checker = new t.Checker(options);
  single(bytes, (piece) => checker.push(piece));
  checker.finish();
};
const streaming = (make) => async (chunks) => {
  for await (const chunk of ReadableStream.from(chunks).pipeThrough(make())) void chunk;
};
const inPieces = (make) => (n) => { const bytes = make(n); return Array.from({ length: n / 16 }, (_, k) => bytes.slice(16 * k, 16 * k + 16)); };
const all = { limit: Infinity, binary: false };
const separate = { ...all, separatePlaces: true };

/** The length of two blocks of the rules. A text of one block has nothing to join. */
const BLOCKS = 1 << 19;

/** A length from which on the objects of all items are old for the garbage collector, which copies young ones. */
const OBJECTS = 1 << 15;

/** For each function and text: what makes a text of some length, what is measured, and the least length. */
const CASES = {
  'isValid, validate, count, utf16Length: continuation bytes': [fill('\x80'), (b) => [u.isValid(b), u.count(b), u.utf16Length(b), u.validate(b)]],
  'validate: again after each error': [ff, (b) => { for (let at = 0; at < b.length; at++) at += u.validate(b.subarray(at)).offset; }],
  'decode replace': [ff, (b) => u.decode(b, { onError: 'replace' })],
  'decode escape': [ff, (b) => u.decode(b, { onError: 'escape' })],
  'decode function': [ff, (b) => u.decode(b, { onError: () => '?' })],
  'decode function: overlong': [fill('\xc0\xaf'), (b) => u.decode(b, { onError: () => '?' })],
  'decode UTF-7: one run': [fill('+ZeVnLA'), (b) => u.decode(b, { encoding: 'utf-7', onError: 'replace' })],
  'decode UTF-16: surrogates': [fill('\xd8\x00'), (b) => u.decode(b, { encoding: 'utf-16be', onError: 'replace' })],
  'repair function': [ff, (b) => u.repair(b, () => '?')],
  'repair drop': [ff, (b) => u.repair(b, 'drop')],
  'encode: unpaired surrogates': [repeat('\uD800'), (s) => u.encode(s, { onError: 'escape' })],
  'encode US-ASCII: what it lacks': [repeat('é'), (s) => u.encode(s, { encoding: 'us-ascii', onError: 'escape' })],
  'encode UTF-7': [repeat('é~'), (s) => u.encode(s, { encoding: 'utf-7' })],
  'toUtf16: again after each error': [ff, (b) => { for (let at = 0; at < b.length; at++) at += u.toUtf16(b.subarray(at), new Uint16Array(8)).read; }],
  'toUtf16: a destination of 8 units': [fill('x'), (b) => { const to = new Uint16Array(8); for (let at = 0; at < b.length; ) at += u.toUtf16(b.subarray(at), to).read; }],
  'fromUtf16: a destination of 8 bytes': [(n) => new Uint16Array(n).fill(120), (b) => { const to = new Uint8Array(8); for (let at = 0; at < b.length; ) at += u.fromUtf16(b.subarray(at), to).read; }],
  'Decoder, bytes: errors': [ff, decoding({ onError: 'replace' })],
  'Decoder, bytes: one run of UTF-7': [(n) => Buffer.concat([Buffer.from('+'), fill('ZeVnLA')(n)]), decoding({ encoding: 'utf-7', onError: 'replace' })],
  'Encoder, units': [repeat('é\uD83E\uDD80'), (s) => { const e = new u.Encoder({ encoding: 'utf-7' }); for (const unit of s.toWellFormed()) e.encode(unit); e.finish(); }],
  'DecoderStream': [inPieces(ff), streaming(() => new u.DecoderStream({ onError: 'replace' }))],
  'RepairStream': [inPieces(ff), streaming(() => new u.RepairStream())],
  'EncoderStream': [inPieces(repeat('é\uD800x')), streaming(() => new u.EncoderStream({ onError: 'replace' }))],
  'encodingName': [repeat('utf-8'), (s) => u.encodingName(s)],
  'check: errors': [ff, (b) => t.check(b, { ...separate, rules: ['ill-formed'] })],
  'check: errors in lines': [apart, (b) => t.check(b, { ...separate, rules: ['ill-formed'] })],
  'check: another encoding': [apart, (b) => t.check(b, separate)],
  'check: overlong': [fill('\xc0\xaf'), (b) => t.check(b, { ...all, rules: ['ill-formed'] }), BLOCKS],
  'check: NUL': [fill('\0'), (b) => t.check(b, separate)],
  'check: bidi controls not closed': [utf8('\u202E'), (b) => t.check(b, separate)],
  'check: combining marks': [utf8('\u0301\u0323'), (b) => t.check(b, { ...all, rules: t.rules.map((rule) => rule.name) })],
  'check: letters of two scripts': [utf8('раypal '), (b) => t.check(b, { ...all, rules: ['confusable'] })],
  'check: one word of two scripts': [utf8('раypal'), (b) => t.check(b, { ...all, rules: ['confusable'] })],
  'check: encoded twice': [(n) => Buffer.from(doubled(n)), (b) => t.check(b, all)],
  'Checker, bytes': [apart, checking({ ...all, rules: ['ill-formed'] })],
  'detect': [ff, (b) => [t.detect(b), t.detect(b, { whole: false })]],
  'Detector, bytes': [utf8('é'), (b) => { const d = new t.Detector(); single(b, (piece) => d.push(piece)); d.finish(); }],
  'FileMap, bytes': [ff, (b) => { const map = new t.FileMap(); single(b, (piece) => map.push(piece)); map.finish(); }],
  'doubleEncoded: one run': [repeat('Ã©'), (s) => t.doubleEncoded(s)],
  'doubleEncoded: runs': [repeat('cafÃ© et beaucoup de texte '), (s) => t.doubleEncoded(s)],
  'doubleEncoded: candidates': [repeat('Ã '), (s) => t.doubleEncoded(s)],
  'doubleEncoded: quoted': [repeat('"Ã©" é '), (s) => t.doubleEncoded(s)],
  'doubleEncoded: cut': [repeat('â€ '), (s) => t.doubleEncoded(s)],
  'fixDoubleEncoding': [doubled, (s) => t.fixDoubleEncoding(s)],
  'fixDoubleEncoding: lines': [repeat('cafÃ©\n'), (s) => t.fixDoubleEncoding(s)],
  'fix: errors': [ff, (b) => t.fix(b, { rules: ['ill-formed'], onError: 'replace' })],
  'fix: overlong, meant': [fill('\xc0\xaf'), (b) => t.fix(b, { rules: ['ill-formed'], onError: 'meant' })],
  'fix: errors in lines': [fill('some text \xff\n'), (b) => t.fix(b, { rules: ['ill-formed'], onError: 'replace' })],
  'fix: encoded twice': [(n) => Buffer.from(doubled(n)), (b) => t.fix(b)],
  'fix: combining marks': [utf8('e\u0301 '), (b) => t.fix(b, { rules: ['not-nfc'] })],
  'inspect': [ff, (b) => t.inspect(b, { limit: Infinity }), OBJECTS],
  'inspect, the small module': [ff, (b) => i.inspect(b, { limit: Infinity }), OBJECTS],
};

/** Returns the shortest time of three in milliseconds, of the processor, so that other programs change it little. */
async function time(run, text) {
  let best = Infinity;
  for (let round = 0; round < 3; round++) {
    const start = process.cpuUsage();
    await run(text);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
row(['function and text', 'length', 'ms', 'twice', '4 times', '8 times', 'mean ratio']);
row(['---', '---:', '---:', '---:', '---:', '---:', '---:']);
let worst = 0;
for (const [name, [make, run, least = 1 << 10]] of Object.entries(CASES)) {
  if (only && !name.includes(only)) continue;
  let length = least;
  await time(run, make(length));
  while (length < 1 << 24 && (await time(run, make(length))) < 20) length *= 2;
  const times = [];
  for (const factor of [1, 2, 4, 8]) times.push(await time(run, make(factor * length)));
  const mean = Math.cbrt(times[3] / times[0]);
  worst = Math.max(worst, mean);
  row([name, length, ...times.map((time) => time.toFixed(1)), mean.toFixed(2)]);
}
if (worst > MOST) {
  console.error(`the time of a function grows faster than its text: ${worst.toFixed(2)} is over ${MOST}`);
  process.exitCode = 1;
}
