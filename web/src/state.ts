/** The state in the address: `#v=map&e=UTF-16LE&k=hex&d=…`. Browsers never send this part. */
import { encodeText, type Kind } from "./input";
import { views, type View } from "./app";
import type { Policy } from "./protocol";

export interface State {
  view: View;
  encoding: string;
  kind: Kind;
  /** `null`: the input is too long for an address, or a file. */
  text: string | null;
  /** The offset that the view of bits starts with. */
  offset: number;
  policy: Policy;
}

/** Longer inputs are not kept: some programs cut addresses after about 8,000 characters. */
const LONGEST = 4096;

export function toHash(state: State): string {
  const out: string[] = [];
  if (state.view !== "bits") out.push(`v=${state.view}`);
  if (state.encoding !== "UTF-8") out.push(`e=${encodeURIComponent(state.encoding)}`);
  if (state.kind !== "auto") out.push(`k=${state.kind}`);
  if (state.offset) out.push(`o=${state.offset}`);
  if (state.policy !== "replace") out.push(`p=${state.policy}`);
  if (state.text) {
    const bytes = encodeText(state.text);
    if (bytes.length <= LONGEST) {
      const plain = btoa(String.fromCharCode(...bytes));
      out.push(`d=${plain.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`);
    }
  }
  return out.length ? "#" + out.join("&") : "";
}

export function fromHash(hash: string): State {
  const values = new Map(hash.replace(/^#/, "").split("&").map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  }));
  const one = <T extends string>(name: string, allowed: readonly T[], otherwise: T) =>
    allowed.find((value) => value === values.get(name)) ?? otherwise;
  let text: string | null = null;
  let encoding = "UTF-8";
  try {
    encoding = decodeURIComponent(values.get("e") ?? encoding);
    const data = values.get("d");
    if (data) {
      const plain = atob(data.replace(/-/g, "+").replace(/_/g, "/"));
      text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(plain, (c) => c.charCodeAt(0)));
    }
  } catch {
    // A damaged link shows an empty page rather than none.
  }
  return {
    view: one("v", views, "bits"),
    encoding,
    kind: one("k", ["auto", "text", "hex", "points", "escapes", "percent", "base64"], "auto"),
    text,
    offset: Math.max(0, Math.floor(Number(values.get("o")) || 0)),
    policy: one("p", ["keep", "meant", "replace", "drop", "escape"], "replace"),
  };
}
