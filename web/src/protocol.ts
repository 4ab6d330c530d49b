/** The messages between the page and its worker. */
import type { InspectOptions } from "utf8kit/inspect";
import type { Item } from "utf8kit/names";
import type { Candidate, Detected, Finding, TextMap } from "utf8kit/text";

/** What becomes of ill-formed sequences, as `utf8 fix --on-error` has it. */
export type Policy = "keep" | "meant" | "replace" | "drop" | "escape" | `as:${string}` | `with:${string}`;

/** Repairs that are made only if they are wanted: rules, and spaces that become U+0020. */
export type Extra = "invisible" | "nul" | "not-nfc" | "misread" | "spaces";

export type Bytes = Blob | Uint8Array;

/** What a button of the page does with the text: repairs it, converts it to UTF-8, or removes what rules find. */
export type Cure =
  | { kind: "fix"; policy: Policy }
  | { kind: "convert"; encoding: string }
  | { kind: "lines" }
  | { kind: "remove"; rules: string[] };

export interface Converted {
  blob: Blob;
  /** What a person should know of the result, or nothing. */
  note: string;
}

export type Request =
  | { op: "scan"; id: number; source: Bytes; encoding: string; rules: string[] }
  | { op: "list"; id: number; source: Bytes; rules: string[]; from: number }
  | { op: "names"; id: number; bytes: Uint8Array; options: InspectOptions }
  | { op: "repair"; id: number; source: Bytes; policy: Policy; extras: Extra[] }
  | { op: "cure"; id: number; source: Bytes; cure: Cure };

/** A part of a line of a difference. */
export interface Part {
  kind: "same" | "removed" | "added";
  text: string;
}

/** A line, or lines, that the repair changes. */
export interface Change {
  /** The line number before the repair. */
  line: number;
  /** The offset of the first byte that differs. */
  offset: number;
  before: Part[];
  after: Part[];
}

export interface Doubled {
  offset: number;
  found: string;
  meant: string;
  times: number;
  /** The text around it as it is, and as it would be. */
  line: string;
  meantLine: string;
}

/** How long a text is in other units than bytes. */
export interface Counts {
  /** Code points, without errors. */
  characters: number;
  utf16: number;
  /** Characters as a reader counts them, if the text is short enough. */
  graphemes: number | null;
  /** Whether the text is in Normalization Form C and in D, if it is short enough. */
  isNfc: boolean | null;
  isNfd: boolean | null;
}

export interface Scanned {
  map: TextMap;
  /** `null`: the page does not decode the encoding. */
  counts: Counts | null;
  detected: Detected | null;
  /** A line that shows what an encoding makes of the bytes: the first with bytes over 0x7F. */
  sample: Uint8Array;
  sampleOffset: number;
  /** The sample in the encodings of the family that a browser does not decode. */
  decoded: Record<string, string>;
  doubled: Doubled[];
  /** What a text that is not UTF-8 may be in, the most likely first. */
  candidates: Candidate[];
  /** Characters at the start of the text that show nothing, by name. */
  invisible: { name: string; places: number }[];
  /** Findings after the limit are listed by a request of their own. */
  limited: boolean;
  /** The errors of a text in another encoding than UTF-8, if they are known. */
  replaced: number | null;
  /** Milliseconds of work without waiting for the disk. */
  busy: number;
}

/** Findings after the first ones. */
export interface Listed {
  findings: Finding[];
  /** Whether there are more. */
  limited: boolean;
}

export interface Repaired {
  blob: Blob;
  changes: Change[];
  /** Whether there are more changes than listed. */
  more: boolean;
  /** The ill-formed sequences that remain. */
  left: number;
  /** U+FFFD that the repair has written. */
  lost: number;
}

export type Reply =
  | { op: "progress"; id: number; read: number; findings: Finding[] }
  | { op: "scanned"; id: number; findings: Finding[]; result: Scanned }
  | { op: "listed"; id: number; result: Listed }
  | { op: "names"; id: number; items: Item[] }
  | { op: "repaired"; id: number; result: Repaired }
  | { op: "cured"; id: number; result: Converted }
  | { op: "failed"; id: number; message: string; isBroken: boolean };
