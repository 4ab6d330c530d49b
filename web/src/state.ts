/** The state in the address: `#v=map&e=UTF-16LE&k=hex&d=…`. Browsers never send this part. */
import { encodeText, kinds, type Kind } from "./input";
import { views, type View } from "./app";
import type { Extra, Policy } from "./protocol";

export interface State {
  view: View;
  encoding: string;
  kind: Kind;
  /** `null`: the input is a file, or a long text. */
  text: string | null;
  /** The length of the input in bytes, which a link without it has. */
  size: number;
  /** The offset that the view of bits starts with. */
  offset: number;
  policy: Policy;
  also: { found: string[]; repaired: Extra[] };
}

/** What a link holds. */
export interface Restored extends State {
  /** Whether its text is missing, because it is damaged or too long. Then `size` is 0 if nothing is known of it. */
  isDamaged: boolean;
}

/** Longer inputs are not kept: some programs cut addresses after about 8,000 characters. */
export const LONGEST = 4096;

/** Returns the state as the end of an address, and whether the text is in it. */
export function toHash(state: State): { hash: string; isCut: boolean } {
  const out: string[] = [];
  if (state.view !== "bits") out.push(`v=${state.view}`);
  if (state.encoding !== "UTF-8") out.push(`e=${encodeURIComponent(state.encoding)}`);
  if (state.kind !== "auto") out.push(`k=${state.kind}`);
  if (state.offset) out.push(`o=${state.offset}`);
  if (state.policy !== "replace") out.push(`p=${encodeURIComponent(state.policy)}`);
  for (const [name, rules] of [["r", state.also.found], ["x", state.also.repaired]] as const) if (rules.length) out.push(`${name}=${rules}`);
  const bytes = state.text === null ? null : encodeText(state.text);
  const isCut = (bytes?.length ?? LONGEST + 1) > LONGEST && state.size > 0;
  if (isCut) out.push(`n=${bytes?.length ?? state.size}`);
  else if (bytes?.length) {
    const plain = btoa(String.fromCharCode(...bytes));
    out.push(`d=${plain.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`);
  }
  return { hash: out.length ? "#" + out.join("&") : "", isCut };
}

/** Returns the text of what `encodeText` returns: UTF-8 with unpaired surrogates. Throws an error for anything else. */
function decodeText(bytes: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  let from = 0;
  for (let i = 0; i + 2 < bytes.length; i++) {
    if (bytes[i] !== 0xed || bytes[i + 1] >> 5 !== 0b101 || bytes[i + 2] >> 6 !== 0b10) continue;
    const unit = 0xd000 | ((bytes[i + 1] & 0x3f) << 6) | (bytes[i + 2] & 0x3f);
    text += decoder.decode(bytes.subarray(from, i)) + String.fromCharCode(unit);
    from = i + 3;
    i += 2;
  }
  return text + decoder.decode(bytes.subarray(from));
}

export function fromHash(hash: string): Restored {
  const values = new Map(hash.replace(/^#/, "").split("&").map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  }));
  const one = <T extends string>(name: string, allowed: readonly T[], otherwise: T) =>
    allowed.find((value) => value === values.get(name)) ?? otherwise;
  let text: string | null = null;
  let encoding = "UTF-8";
  const whole = (name: string) => Math.max(0, Math.floor(Number(values.get(name)) || 0));
  const list = (name: string) => (values.get(name) ?? "").split(",").filter((word) => /^[a-z-]{1,30}$/.test(word));
  const size = whole("n");
  let isDamaged = size > 0;
  let policy = "replace";
  try {
    encoding = decodeURIComponent(values.get("e") ?? encoding);
    policy = decodeURIComponent(values.get("p") ?? policy);
    const data = values.get("d");
    if (data && data.length > 2 * LONGEST) isDamaged = true;
    else if (data) {
      const plain = atob(data.replace(/-/g, "+").replace(/_/g, "/"));
      text = decodeText(Uint8Array.from(plain, (c) => c.charCodeAt(0)));
    }
  } catch {
    isDamaged = true;
  }
  return {
    view: one("v", views, "bits"),
    encoding,
    kind: one("k", kinds, "auto"),
    text,
    size,
    offset: whole("o"),
    policy: /^(?:keep|meant|replace|drop|escape|as:[\w-]{1,40}|with:[^]{0,40})$/.test(policy) ? (policy as Policy) : "replace",
    also: { found: list("r"), repaired: list("x") as Extra[] },
    isDamaged,
  };
}
