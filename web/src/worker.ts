/** The worker: reads a text once in pieces and maps, checks and recognizes it; repairs it; names characters. */
import * as names from "utf8kit/names";
import * as text from "utf8kit/text";
import type { Decoder } from "utf8kit";
import type { InspectOptions } from "utf8kit/inspect";
import type { Finding } from "utf8kit/text";
import { difference, spell } from "./difference";
import type { Bytes, Converted, Cure, Doubled, Reply, Repaired, Request, Scanned } from "./protocol";

/** Bytes read at once. */
const PIECE = 1 << 20;
/** Findings listed. A text with more is not repaired one by one. */
const LIMIT = 10_000;
/** Findings of a message. */
const MESSAGE = 500;
/** Bytes at the start in which double encoding is sought. */
const DOUBLED = 4 << 20;
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
    else if (request.op === "scan") await scan(request.id, request.source, request.encoding);
    else if (request.op === "cure") post({ op: "cured", id: request.id, result: await cure(request.source, request.cure) });
    else post({ op: "repaired", id: request.id, result: await repair(request.source, request.policy) });
  } catch (error) {
    // Another worker has a small memory again. That of a module does not shrink.
    const isBroken = error instanceof WebAssembly.RuntimeError || (error instanceof RangeError && error.message.includes("memory"));
    const message = isBroken && (request.op === "repair" || request.op === "cure")
      ? "The text has more errors than the page can repair in the memory that it has. The command `utf8 fix` repairs it."
      : error instanceof Error ? error.message : String(error);
    post({ op: "failed", id: request.id, message, isBroken });
  }
};

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

async function scan(id: number, source: Bytes, encoding: string) {
  const size = sizeOf(source);
  const map = new text.FileMap();
  const checker = new text.Checker({ limit: LIMIT });
  const detector = new text.Detector();
  const decoder = await decoderFor(encoding);
  try {
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
      decoder?.decode(piece);
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
    const replaced = decoder ? decoder.replaced + decoder.finish().split("\uFFFD").length - 1 : null;
    const detected = detector.finish();
    const result = map.finish();
    busy += performance.now() - start;
    const { sample, sampleOffset } = await sampleAt(source, Math.max(0, special));
    const decoded: Record<string, string> = {};
    const candidates = detected && detected.encoding !== "UTF-8" ? text.detectAll(await read(source, 0, PIECE)) : [];
    for (const name of [detected?.encoding, detected?.second, ...candidates.map(({ encoding }) => encoding)]) if (name) decode(name, sample, decoded);
    const scanned: Scanned = {
      map: result, detected, sample, sampleOffset, decoded, busy, candidates,
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

/** Returns a decoder that counts the errors of a text that is not UTF-8, if the package has one for the encoding. */
async function decoderFor(encoding: string): Promise<Decoder | null> {
  if (encoding === "UTF-8") return null;
  const { Decoder, encodingName, init } = await import("utf8kit");
  await init();
  return encodingName(encoding) === null ? null : new Decoder({ encoding, onError: "replace" });
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

/** Returns the characters that show nothing, by name. */
function invisible(bytes: Uint8Array): Scanned["invisible"] {
  const places = new Map<string, number>();
  for (const { found, count } of text.check(bytes, { rules: ["invisible"], binary: false, limit: 1000 })) {
    places.set(found, (places.get(found) ?? 0) + count);
  }
  return [...places].map(([name, places]) => ({ name, places }));
}

/** Does what a button says. */
async function cure(source: Bytes, cure: Cure): Promise<Converted> {
  if (cure.kind === "convert") return convert(source, cure.encoding);
  const before = await readWhole(source);
  const { bytes } = cure.kind === "fix" ? text.fix(before, { onError: cure.policy }) : text.fix(before, { rules: cure.rules, binary: false });
  const left = text.check(bytes, { rules: ["ill-formed"], binary: false }).reduce((n, finding) => n + finding.count, 0);
  const note = left ? `${left} ill-formed ${left === 1 ? "sequence remains" : "sequences remain"}.` : "";
  return { blob: new Blob([bytes as BlobPart], { type: "text/plain" }), note };
}

/** Converts a text to UTF-8. */
async function convert(source: Bytes, encoding: string): Promise<Converted> {
  const legacy = await import("utf8kit/legacy");
  await legacy.init();
  const decoder = new legacy.Decoder({ encoding, signature: "remove" });
  try {
    const pieces: BlobPart[] = [];
    for (let at = 0; at < sizeOf(source); at += PIECE) pieces.push(decoder.decode(await read(source, at, at + PIECE)));
    pieces.push(decoder.finish());
    return { blob: new Blob(pieces, { type: "text/plain" }), note: "" };
  } catch (error) {
    if (!(error instanceof legacy.EncodingError)) throw error;
    throw new Error(`It is not in ${encoding}: byte ${error.offset + 1} stands for no character there. Try another encoding.`);
  } finally {
    decoder.free();
  }
}

async function repair(source: Bytes, policy: Repair): Promise<Repaired> {
  const before = await readWhole(source);
  const { bytes, repaired } = text.fix(before, { onError: policy });
  return {
    blob: new Blob([bytes as BlobPart], { type: "text/plain" }),
    repairs: repaired.reduce((n, finding) => n + finding.count, 0),
    ...difference(before, bytes),
  };
}
type Repair = Extract<Request, { op: "repair" }>["policy"];
