// Decoders give what the Encoding Standard's decoders give, on random damage in random pieces.

import assert from "node:assert/strict";
import { test } from "node:test";
import { THOROUGH, damage, pieces, random, utf8kit } from "./support.mjs";

/** Cases of each encoding. In a thorough run, they are a million together. */
const CASES = THOROUGH ? 334_000 : 33_400;

const TEXTS = ["", "plain", "é", "naïve café", "жук", "漢字かな", "🦀𝄞", "a\u0000b", "\uFEFFsigned", "ﬀ\uD7FF\uE000\uFFFD"];

function encoded(text, encoding) {
  if (encoding === "utf-8") return Buffer.from(text, "utf8");
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}

for (const [seed, encoding] of ["utf-8", "utf-16le", "utf-16be"].entries()) {
  test(`${encoding}: ${CASES} cases`, () => {
    const below = random(seed + 1);
    const known = TEXTS.map((text) => encoded(text, encoding));
    const native = { keep: new TextDecoder(encoding, { ignoreBOM: true }), remove: new TextDecoder(encoding) };
    const fatal = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    const ours = Object.fromEntries(["keep", "remove"].map((signature) => [signature, new utf8kit.Decoder({ encoding, onError: "replace", signature })]));
    const ourStrict = new utf8kit.Decoder({ encoding, signature: "keep" });
    let damaged = 0;
    for (let i = 0; i < CASES; i++) {
      const parts = Array.from({ length: 1 + below(4) }, () => known[below(known.length)]);
      const text = damage(Buffer.concat(parts), below(4), below);
      const signature = below(2) === 0 ? "keep" : "remove";
      const expected = native[signature].decode(text);
      let found = "";
      for (const piece of pieces(text, below)) found += ours[signature].decode(piece);
      found += ours[signature].finish();
      if (found !== expected) assert.equal(found, expected, `${i}: ${signature} ${Buffer.from(text).toString("hex")}`);
      if (i % 16 !== 0) continue;
      // The whole text at once, which the platform decodes where it can, and strictly.
      assert.equal(utf8kit.decode(text, { encoding, onError: "replace", signature }), expected);
      let strict = null;
      try {
        strict = fatal.decode(text);
      } catch {
        damaged++;
      }
      const decode = () => ourStrict.decode(text) + ourStrict.finish();
      if (strict === null) assert.throws(decode, utf8kit.EncodingError);
      else assert.equal(decode(), strict);
    }
    assert.ok(damaged > CASES / 100, `${damaged}`);
  });
}
