/** The worker: reads a text once in pieces and maps, checks and recognizes it; repairs it; names characters. */
import * as names from "utf8kit/names";
import * as text from "utf8kit/text";
import type { InspectOptions } from "utf8kit/inspect";
import type { Cell, Finding } from "utf8kit/text";
import { difference, spell } from "./difference";
import type { Bytes, Converted, Counts, Cure, Doubled, Extra, Listed, Policy, Reply, Repaired, Request, Scanned } from "./protocol";

/** Bytes read at once. */
const PIECE = 1 << 20;
/** Findings listed at once. A text with more is not repaired one by one. */
const LIMIT = 10_000;
/** Findings of a message. */
const MESSAGE = 500;
/** Bytes at the start in which double encoding is sought. */
const DOUBLED = 4 << 20;
/** Bytes of a text whose characters are counted as a reader counts them: 50 ms. */
const SHORT = 256 << 10;
/** Bytes of a text that the page repairs: it needs the whole text several times. */
const REPAIRED = 128 << 20;

const post = (reply: Reply) => postMessage(reply);
const ready = text.init();
let current = 0;

onmessage = async (event: MessageEvent<Request>) => {
  const request = event.data;
  if (request.op === "scan") current = request.id;
  try {
    await ready;
    if (request.op === "names") post({ op: "names", id: request.id, items: await named(request.bytes, request.options) });
    else if (request.op === "scan") await scan(request.id, request.source, request.encoding, request.rules);
    else if (request.op === "list") post({ op: "listed", id: request.id, result: await list(request.source, request.rules, request.from) });
    else if (request.op === "cure") post({ op: "cured", id: request.id, result: await cure(request.source, request.cure) });
    else post({ op: "repaired", id: request.id, result: await repair(request.source, request.policy, request.extras) });
  } catch (error) {
    // Another worker has a small memory again. That of a module does not shrink.
    const isBroken = error instanceof WebAssembly.RuntimeError || (error instanceof RangeError && error.message.includes("memory"));
    const message = isBroken && (request.op === "repair" || request.op === "cure")
      ? "The text has more errors than the page can repair in the memory that it has. The command `utf8 fix` repairs it."
      : error instanceof Error ? error.message : String(error);
    post({ op: "failed", id: request.id, message, isBroken });
  }
};

/** The name of a file, which decides about its escapes and what is code in it. */
const pathOf = (source: Bytes) => (source instanceof File ? source.name : undefined);
const sizeOf = (source: Bytes) => (source instanceof Blob ? source.size : source.length);
const read = async (source: Bytes, from: number, to: number) =>
  source instanceof Blob ? new Uint8Array(await source.slice(from, to).arrayBuffer()) : source.subarray(from, to);

/** Returns what bytes stand for, with the names of characters. Their module is loaded when a character is first shown. */
async function named(bytes: Uint8Array, options: InspectOptions) {
  await names.init();
  return names.withNames(text.inspect(bytes, options));
}

/** Returns a text that is to be repaired. */
async function readWhole(source: Bytes): Promise<Uint8Array> {
  const size = sizeOf(source);
  if (size <= REPAIRED) return read(source, 0, size);
  throw new Error("The page repairs texts up to 128 MiB. The command `utf8 fix` repairs files of any size.");
}

async function scan(id: number, source: Bytes, encoding: string, rules: string[]) {
  const size = sizeOf(source);
  const map = new text.FileMap();
  const checker = new text.Checker({ limit: LIMIT, rules: withDefaults(rules), path: pathOf(source) });
  const detector = new text.Detector();
  const decoder = decoderFor(encoding);
  try {
    const ofOther: Counts = { characters: 0, utf16: 0, graphemes: null, isNfc: null, isNfd: null };
    let decodedText = "";
    const waiting: Finding[] = [];
    let listed = 0;
    let settled = false;
    let special = -1; // The offset of the first byte over 0x7F.
    let shown = 0;
    let busy = 0;
    // The next piece is read while this one is processed.
    let next = read(source, 0, PIECE);
    for (let at = 0; at < size; at += PIECE) {
      // A request that replaces this one is handled meanwhile.
      const piece = await next;
      if (id !== current) return;
      next = read(source, at + PIECE, at + 2 * PIECE);
      const start = performance.now();
      map.push(piece);
      for (const finding of checker.push(piece)) if (listed++ < LIMIT) waiting.push(finding);
      if (decoder) {
        const part = decoder.decode(piece);
        ofOther.utf16 += part.length;
        ofOther.characters += codePoints(part);
        if (size <= SHORT) decodedText += part;
      }
      if (!settled) settled = detector.push(piece);
      if (special < 0) {
        const found = piece.findIndex((byte) => byte > 0x7f);
        if (found >= 0) special = at + found;
      }
      const now = performance.now();
      busy += now - start;
      if (now - shown > 60 && at + PIECE < size) {
        // A message with all findings of a piece would block the page while it is copied.
        do post({ op: "progress", id, read: at + piece.length, findings: waiting.splice(0, MESSAGE) });
        while (waiting.length);
        shown = now;
      }
    }
    const start = performance.now();
    for (const finding of checker.finish()) if (listed++ < LIMIT) waiting.push(finding);
    // Ending a text sets the count to zero, and may find that it is cut.
    const before = decoder?.replaced ?? 0;
    const end = decoder?.finish() ?? "";
    const replaced = decoder ? before + end.split("\uFFFD").length - 1 : null;
    const detected = detector.finish();
    const result = map.finish();
    let counts: Counts | null = null;
    if (encoding === "UTF-8") {
      counts = countsOf(result.total);
      if (size <= SHORT) countShort(counts, new TextDecoder("utf-8", { ignoreBOM: true }).decode(await read(source, 0, size)), result.total.errors);
    } else if (decoder) {
      counts = ofOther;
      counts.utf16 += end.length - replaced!;
      counts.characters += codePoints(end) - replaced!;
      if (size <= SHORT) countShort(counts, decodedText + end, replaced!);
    }
    busy += performance.now() - start;
    const { sample, sampleOffset } = await sampleAt(source, Math.max(0, special));
    const decoded: Record<string, string> = {};
    const candidates = detected && detected.encoding !== "UTF-8" ? text.detectAll(await read(source, 0, PIECE)) : [];
    for (const name of [detected?.encoding, detected?.second, ...candidates.map(({ encoding }) => encoding)]) if (name) decode(name, sample, decoded);
    const scanned: Scanned = {
      map: result, counts, detected, sample, sampleOffset, decoded, busy, candidates,
      invisible: invisible(await read(source, 0, DOUBLED)),
      doubled: await doubled(source),
      limited: listed >= LIMIT,
      replaced,
    };
    if (id !== current) return;
    while (waiting.length > MESSAGE) post({ op: "progress", id, read: size, findings: waiting.splice(0, MESSAGE) });
    post({ op: "scanned", id, findings: waiting, result: scanned });
  } finally {
    decoder?.free();
    checker.free();
    detector.free();
    map.free();
  }
}

/** Returns the findings of a text after the first `from`. Another text ends that. */
async function list(source: Bytes, rules: string[], from: number): Promise<Listed> {
  const began = current;
  // One more shows that there are more.
  const checker = new text.Checker({ limit: from + LIMIT + 1, rules: withDefaults(rules), path: pathOf(source) });
  try {
    const findings: Finding[] = [];
    let passed = 0;
    const add = (found: Finding[]) => {
      for (const finding of found) if (passed++ >= from) findings.push(finding);
    };
    for (let at = 0; at < sizeOf(source) && findings.length <= LIMIT; at += PIECE) {
      const piece = await read(source, at, at + PIECE);
      if (began !== current) throw new Error("Another text is read.");
      add(checker.push(piece));
    }
    add(checker.finish());
    return { findings: findings.slice(0, LIMIT), limited: findings.length > LIMIT };
  } finally {
    checker.free();
  }
}

/** Returns the names of the rules that are applied by default, and of others. */
const withDefaults = (others: readonly string[]) => {
  const wanted = text.rules.filter(({ name, isDefault }) => isDefault || others.includes(name)).map(({ name }) => name);
  return others.length ? wanted : undefined;
};

/** Returns the number of code points of a string that no pair of surrogates is cut in. */
function codePoints(part: string): number {
  let n = part.length;
  for (let i = 1; i < part.length; i++) if (part.charCodeAt(i) >> 10 === 0x37 && part.charCodeAt(i - 1) >> 10 === 0x36) n--;
  return n;
}

/** Counts a text in UTF-8 by the lengths of its sequences. */
function countsOf({ nul, ascii, two, three, four }: Cell): Counts {
  const short = nul + ascii + two / 2 + three / 3;
  return { characters: short + four / 4, utf16: short + four / 2, graphemes: null, isNfc: null, isNfd: null };
}

/** Counts what a short text has as a reader sees it. Of its U+FFFD, `errors` stand for errors. */
function countShort(counts: Counts, whole: string, errors: number) {
  const without = whole.replaceAll("\uFFFD", "");
  counts.graphemes = [...new Intl.Segmenter("en").segment(without)].length + whole.length - without.length - errors;
  counts.isNfc = whole.normalize("NFC") === whole;
  counts.isNfd = whole.normalize("NFD") === whole;
}

/** Returns a decoder that counts the errors of a text that is not UTF-8, if the package has one for the encoding. */
function decoderFor(encoding: string): text.Decoder | null {
  if (encoding === "UTF-8") return null;
  return text.encodings().includes(encoding) ? new text.Decoder({ encoding, onError: "replace" }) : null;
}

/** Adds the sample in the encoding called `name`, if the package decodes it. */
function decode(name: string, sample: Uint8Array, decoded: Record<string, string>) {
  try {
    decoded[name] = text.inspect(sample, { encoding: name, isEnd: false }).map((item) =>
      item.kind === "ill-formed" ? "\uFFFD" : item.characters.map((c) => c.character ?? "\uFFFD").join("")).join("");
  } catch {
    // Code pages of DOS and EBCDIC: the browser may know them.
  }
}

/** Returns the line around `at`, or a part of it. */
async function sampleAt(source: Bytes, at: number) {
  // A multiple of 4, for the sake of UTF-16 and UTF-32.
  const from = Math.max(0, at - 60) & ~3;
  const bytes = await read(source, from, from + 240);
  // UTF-16 and UTF-32 have NUL where ASCII is: no line feed to stop at there.
  if (bytes.includes(0)) return { sample: bytes, sampleOffset: from };
  const start = bytes.lastIndexOf(0x0a, at - from) + 1;
  const end = bytes.indexOf(0x0a, Math.max(start, at - from));
  return { sample: bytes.slice(start, end < 0 ? undefined : end), sampleOffset: from + start };
}

/** Characters shown before and after a part of a text. */
const AROUND = 24;

async function doubled(source: Bytes): Promise<Doubled[]> {
  const bytes = await read(source, 0, DOUBLED);
  return text.doubleEncoded(bytes).slice(0, 100).map(({ offset, length, meant, times }) => {
    const [before, after] = [bytes.subarray(Math.max(0, offset - 4 * AROUND), offset), bytes.subarray(offset + length, offset + length + 4 * AROUND)];
    const start = [...new TextDecoder().decode(before).split("\n").at(-1)!].slice(-AROUND).join("");
    const end = [...new TextDecoder().decode(after).split("\n")[0]].slice(0, AROUND).join("");
    const found = new TextDecoder().decode(bytes.subarray(offset, offset + length));
    return { offset, meant, times, found: spell(bytes.subarray(offset, offset + length)), line: start + found + end, meantLine: start + meant + end };
  });
}

/** Returns the characters that show nothing, by name. Those of what was encoded twice are letters. */
function invisible(bytes: Uint8Array): Scanned["invisible"] {
  const places = new Map<string, number>();
  let end = 0;
  for (const { rule, found, count, offset, length } of text.check(bytes, { rules: ["double-encoded", "invisible"], binary: false, limit: 1000 })) {
    if (rule !== "invisible") end = offset + length;
    else if (offset >= end) places.set(found, (places.get(found) ?? 0) + count);
  }
  return [...places].map(([name, places]) => ({ name, places }));
}

/** Does what a button says. */
async function cure(source: Bytes, cure: Cure): Promise<Converted> {
  if (cure.kind === "convert") return convert(source, cure.encoding);
  const before = await readWhole(source);
  const bytes = await cured(before, cure, pathOf(source));
  const left = errorsOf(bytes);
  const note = left ? `${left} ill-formed ${left === 1 ? "sequence remains" : "sequences remain"}.` : "";
  return { blob: new Blob([bytes as BlobPart], { type: "text/plain" }), note };
}

async function cured(before: Uint8Array, cure: Exclude<Cure, { kind: "convert" }>, path: string | undefined): Promise<Uint8Array> {
  switch (cure.kind) {
    case "fix":
      return fix(before, cure.policy, [], path);
    case "lines":
      return text.fix(linesInUtf8(before), { path }).bytes;
    case "remove":
      return text.fix(before, { rules: cure.rules, binary: false }).bytes;
  }
}

/** Returns a text with those of its lines in UTF-8 that are in another encoding. */
function linesInUtf8(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const { offset, length, fix } of text.check(bytes, { rules: ["other-encoding"], limit: Infinity })) {
    if (fix?.kind !== "line") continue;
    pieces.push(bytes.subarray(end, offset), new TextEncoder().encode(fix.text));
    end = offset + length;
  }
  pieces.push(bytes.subarray(end));
  return join(pieces);
}

/** Returns the pieces as one. */
function join(pieces: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** Converts a text to UTF-8. */
async function convert(source: Bytes, encoding: string): Promise<Converted> {
  const decoder = new text.Decoder({ encoding, signature: "remove" });
  try {
    const pieces: BlobPart[] = [];
    for (let at = 0; at < sizeOf(source); at += PIECE) pieces.push(decoder.decode(await read(source, at, at + PIECE)));
    pieces.push(decoder.finish());
    return { blob: new Blob(pieces, { type: "text/plain" }), note: "" };
  } catch (error) {
    if (!(error instanceof text.EncodingError)) throw error;
    throw new Error(`It is not in ${encoding}: byte ${error.offset + 1} stands for no character there. Try another encoding.`);
  } finally {
    decoder.free();
  }
}

async function repair(source: Bytes, policy: Policy, extras: Extra[]): Promise<Repaired> {
  const before = await readWhole(source);
  const bytes = await fix(before, policy, extras, pathOf(source));
  return { blob: new Blob([bytes as BlobPart], { type: "text/plain" }), left: errorsOf(bytes), lost: lossesOf(bytes) - lossesOf(before), ...difference(before, bytes) };
}

/** Returns the number of U+FFFD. */
function lossesOf(bytes: Uint8Array): number {
  let n = 0;
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1)) if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) n++;
  return n;
}

const WITH = "with:";
const isWith = (policy: Policy): policy is `with:${string}` => policy.startsWith(WITH);
/** Rules that change a text only if they are named, although they are applied by default. */
const ONLY_NAMED = ["nul", "space-in-code"];

/** Repairs a text as `utf8 fix` does. */
async function fix(before: Uint8Array, policy: Policy, extras: Extra[], path: string | undefined): Promise<Uint8Array> {
  const rules = extras.length === 0 ? undefined
    : withDefaults(extras)?.filter((name) => !ONLY_NAMED.includes(name) || (extras as string[]).includes(name));
  const binary = extras.includes("nul") ? false : undefined;
  const onError = isWith(policy) ? "keep" : policy;
  let { bytes }: { bytes: Uint8Array } = text.fix(before, { rules, path, binary, onError });
  const hasSpaces = extras.includes("spaces");
  // Text in another encoding, and what is no text, keeps its errors.
  if ((!isWith(policy) && !hasSpaces) || errorsOf(text.fix(before, { binary, onError: "drop" }).bytes) > 0) return bytes;
  if (isWith(policy)) {
    const { repair, init } = await import("utf8kit");
    await init();
    bytes = repair(bytes, { onError: () => policy.slice(WITH.length) });
  }
  return hasSpaces ? plainSpaces(bytes) : bytes;
}

/** Returns the number of ill-formed sequences. */
function errorsOf(bytes: Uint8Array): number {
  const map = new text.FileMap(2);
  map.push(bytes);
  return map.finish().total.errors;
}

/** Writes U+0020 for each space that is wider, narrower or does not break (category Zs), and leaves all other bytes as they are. */
function plainSpaces(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const space = spaceAt(bytes, at);
    out[length++] = space ? 0x20 : bytes[at];
    at += space || 1;
  }
  return out.subarray(0, length);
}

/** Returns the length of the space at `at` that is not U+0020, or 0. */
function spaceAt(bytes: Uint8Array, at: number): number {
  const [a, b, c] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (a === 0xc2) return b === 0xa0 ? 2 : 0; // U+00A0
  if (a === 0xe1) return b === 0x9a && c === 0x80 ? 3 : 0; // U+1680
  if (a === 0xe3) return b === 0x80 && c === 0x80 ? 3 : 0; // U+3000
  if (a !== 0xe2) return 0;
  const isSpace = b === 0x80 ? (c >= 0x80 && c <= 0x8a) || c === 0xaf : b === 0x81 && c === 0x9f; // U+2000 to U+200A, U+202F, U+205F
  return isSpace ? 3 : 0;
}
