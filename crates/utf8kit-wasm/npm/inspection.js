// The functions that inspect.js and text.js have in common.

import { bytesOf } from "./module.js";

/** Returns the functions of a module. */
export function inspection(wasm) {
  function inspect(source, { encoding = "utf-8", offset = 0, isEnd = true, limit = 1000 } = {}) {
    const bytes = bytesOf(source);
    const found = wasm.withLabel(String(encoding), (label, labelLength) =>
      wasm.with(bytes, (at, length) => wasm.call.inspect(at, length, label, labelLength, offset, isEnd, limit)),
    );
    if (!found) throw new RangeError(`encoding: ${JSON.stringify(String(encoding))} is unknown; encodings() lists the names`);
    return wasm.json;
  }

  function encodings() {
    wasm.call.inspect_encodings();
    return wasm.json;
  }

  return { inspect, encodings };
}
