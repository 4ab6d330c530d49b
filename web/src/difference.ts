/** Compares two texts by lines, and marks what differs inside a line. */
import type { Change, Part } from "./protocol";

/** Changes listed. */
const LIMIT = 200;
/** Lines that are searched for a line that both texts have again. */
const AHEAD = 64;
/** Bytes of a line that are shown before and after a difference. */
const CONTEXT = 48;
/** Bytes of a difference that are shown. */
const LONGEST = 160;

/** Returns the characters of bytes, with what is ill-formed escaped: `\xE9`. */
export function characters(bytes: Uint8Array): string[] {
  const out: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at];
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    try {
      const character = strict.decode(bytes.subarray(at, at + length));
      out.push(character);
      at += length;
    } catch {
      out.push("\\x" + lead.toString(16).toUpperCase().padStart(2, "0"));
      at++;
    }
  }
  return out;
}
/** Returns bytes as text, with what is ill-formed escaped. */
export const spell = (bytes: Uint8Array) => characters(bytes).join("");
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

type Span = readonly [start: number, end: number];

/** Returns the line that starts at `start`, with its line feed. */
function line(bytes: Uint8Array, start: number): Span {
  const end = bytes.indexOf(0x0a, start);
  return [start, end < 0 ? bytes.length : end + 1];
}

function equal(a: Uint8Array, [from, to]: Span, b: Uint8Array, [at, end]: Span): boolean {
  if (to - from !== end - at) return false;
  for (let i = from; i < to; i++, at++) if (a[i] !== b[at]) return false;
  return true;
}

/** Returns the number of bytes that are the same from there on. */
function common(a: Uint8Array, i: number, b: Uint8Array, j: number): number {
  const end = Math.min(a.length - i, b.length - j);
  let n = 0;
  while (n < end && a[i + n] === b[j + n]) n++;
  return n;
}

function lines(bytes: Uint8Array, start: number): Span[] {
  const out: Span[] = [];
  while (out.length < AHEAD && start < bytes.length) {
    const next = line(bytes, start);
    out.push(next);
    start = next[1];
  }
  return out;
}

export function difference(a: Uint8Array, b: Uint8Array): { changes: Change[]; more: boolean } {
  const changes: Change[] = [];
  let i = 0;
  let j = 0;
  let number = 1;
  while (i < a.length || j < b.length) {
    const same = common(a, i, b, j);
    if (i + same === a.length && j + same === b.length) break;
    if (changes.length === LIMIT) return { changes, more: true };
    // Back to the start of the line in which they differ.
    const back = same ? a.lastIndexOf(0x0a, i + same - 1) + 1 : i;
    const skipped = Math.max(0, back - i);
    for (let k = i; k < i + skipped; k++) if (a[k] === 0x0a) number++;
    i += skipped;
    j += skipped;
    const left = lines(a, i);
    const right = lines(b, j);
    const [m, n] = meet(a, left, b, right);
    if (m === n) {
      // As many lines as before: each is a change of its own.
      for (let k = 0; k < m && changes.length < LIMIT; k++, number++) {
        if (!equal(a, left[k], b, right[k])) changes.push(change(a, left[k], b, right[k], number));
        i = left[k][1];
        j = right[k][1];
      }
      continue;
    }
    const from: Span = [i, m ? left[m - 1][1] : i];
    const to: Span = [j, n ? right[n - 1][1] : j];
    changes.push(change(a, from, b, to, number));
    number += m;
    i = from[1];
    j = to[1];
  }
  return { changes, more: false };
}

/** Returns the smallest numbers of lines after which both texts have the same line. */
function meet(a: Uint8Array, left: Span[], b: Uint8Array, right: Span[]): [number, number] {
  for (let sum = 1; sum < left.length + right.length; sum++) {
    // The most even division first: a changed line is likelier than one added or removed.
    for (let k = 0; k <= sum; k++) {
      const m = (sum >> 1) + (k % 2 ? (k + 1) >> 1 : -(k >> 1));
      const n = sum - m;
      if (m < 0 || n < 0 || m >= left.length || n >= right.length) continue;
      if (equal(a, left[m], b, right[n])) return [m, n];
    }
  }
  // None: the lines are compared one by one, and what is left of the longer text comes last.
  const least = Math.min(left.length, right.length);
  return least ? [least, least] : [left.length, right.length];
}

const isContinuation = (byte: number | undefined) => byte !== undefined && byte >> 6 === 2;

function change(a: Uint8Array, [from, to]: Span, b: Uint8Array, [at, end]: Span, number: number): Change {
  let head = 0;
  while (from + head < to && at + head < end && a[from + head] === b[at + head]) head++;
  // Not in the middle of a character.
  while (head > 0 && (isContinuation(a[from + head]) || isContinuation(b[at + head]))) head--;
  let tail = 0;
  while (to - tail - 1 >= from + head && end - tail - 1 >= at + head && a[to - tail - 1] === b[end - tail - 1]) tail++;
  while (tail > 0 && (isContinuation(a[to - tail]) || isContinuation(b[end - tail]))) tail--;

  const cut = (bytes: Uint8Array, first: number, last: number) => {
    let end = Math.min(last, first + LONGEST);
    while (end > first && end < last && isContinuation(bytes[end])) end--;
    return characters(bytes.subarray(first, end)).concat(end < last ? ["…"] : []);
  };
  const [removed, added] = mark(cut(a, from + head, to - tail), cut(b, at + head, end - tail));
  const around = (bytes: Uint8Array, start: number, stop: number, middle: Part[]): Part[] => {
    const first = start + head;
    const last = stop - tail;
    let before = Math.max(start, first - CONTEXT);
    while (before < first && isContinuation(bytes[before])) before++;
    let after = Math.min(stop, last + CONTEXT);
    while (after > last && isContinuation(bytes[after])) after--;
    return [
      { kind: "same", text: (before > start ? "…" : "") + spell(bytes.subarray(before, first)) },
      ...middle,
      { kind: "same", text: spell(trim(bytes.subarray(last, after))) + (after < stop ? "…" : "") },
    ];
  };
  return { line: number, offset: from + head, before: around(a, from, to, removed), after: around(b, at, end, added) };
}

/** Marks what differs between two short texts: a longest common subsequence of their characters. */
function mark(a: string[], b: string[]): [Part[], Part[]] {
  // `length[i][j]`: of what follows `a[i]` and `b[j]`.
  const width = b.length + 1;
  const length = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i * width + j] = a[i] === b[j]
        ? length[(i + 1) * width + j + 1] + 1
        : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  const before: Part[] = [];
  const after: Part[] = [];
  const put = (parts: Part[], kind: Part["kind"], text: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      put(before, "same", a[i++]);
      put(after, "same", b[j++]);
    } else if (j === b.length || (i < a.length && length[(i + 1) * width + j] >= length[i * width + j + 1])) put(before, "removed", a[i++]);
    else put(after, "added", b[j++]);
  }
  return [before, after];
}

/** Returns the line without its end. */
const trim = (bytes: Uint8Array) => (bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes);
