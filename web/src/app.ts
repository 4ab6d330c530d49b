/** What the two stages of the page share: types only. */
import type { Item as PlainItem, InspectOptions } from "utf8kit/inspect";
import type { Item } from "utf8kit/names";
import type { Extra, Policy } from "./protocol";

export const views = ["bits", "map", "guess", "repair"] as const;
export type View = (typeof views)[number];

/** The bytes under inspection. */
export interface Source {
  readonly size: number;
  /** All bytes of a short input, or `null`. */
  readonly bytes: Uint8Array | null;
  /** A file or a long text that was pasted, or `null`. */
  readonly blob: Blob | null;
  /** The name of the file, or `null`. */
  readonly name: string | null;
}

/** The first stage: input, verdict, tabs and the view of bits. */
export interface App {
  readonly view: View;
  readonly encoding: string;
  /** The offset that was looked up last. */
  readonly offset: number;
  policy: Policy;
  /** Rules that are applied besides the usual ones, and repairs that are made besides those. */
  also: { readonly found: readonly string[]; readonly repaired: readonly Extra[] };
  /** Shows the bytes at an offset in the view of bits, and moves the focus there. */
  goTo(offset: number): void;
  /** Makes a text the input. */
  setText(text: string): void;
  setEncoding(name: string): void;
  /** Analyses the input again. */
  refresh(): void;
  /** Makes a file the input. */
  hold(blob: Blob, name: string): void;
  /** Shows how far the file is read. `null`: it is not being read. */
  progress(read: number | null, of: number): void;
  /**
   * Completes the verdict with the analysis of the whole text. `errors`: ill-formed sequences, or `null` if that is not known;
   * `first`: a sentence about the first one; `others`: findings that are no ill-formed sequences; `meant`: the encoding that the
   * text is in, if it is another one.
   */
  verdict(errors: number | null, first: string | null, others: number, meant: Meant | null): void;
  /** Writes the state into the address. */
  save(): void;
}

/** The encoding that a text is in, and whether that is at least very likely. */
export interface Meant {
  encoding: string;
  isSure: boolean;
}

/** The second stage: map, findings, detection, repair, and the names of characters. */
export interface More {
  scan(source: Source): void;
  cancel(): void;
  /** Takes note of what the view of bits shows. */
  drawn(items: (Item | PlainItem)[]): void;
  show(view: View): void;
  details(item: Item | PlainItem): HTMLElement;
  names(bytes: Uint8Array, options: InspectOptions): Promise<(Item | PlainItem)[]>;
}
