// The functions that inspect.js and text.js have in common.

import { booleanOf, bytesOf, optionsOf, stringOf, whole } from "./arguments.js";

/** Returns the functions of a module. */
export function inspection(wasm) {
  function inspect(source, options = {}) {
    const bytes = bytesOf(source);
    const { encoding = "utf-8", offset = 0, isEnd = true, limit = 1000 } = optionsOf(options);
    stringOf(encoding, "encoding");
    const most = whole(limit, "limit");
    whole(offset, "offset");
    booleanOf(isEnd, "isEnd");
    const items = [];
    const found = wasm.append(items, () => wasm.withLabel(encoding, (label, labelLength) =>
      wasm.with(bytes, (at, length) => wasm.call.inspect(at, length, label, labelLength, offset, isEnd, most)),
    ));
    if (!found) throw new RangeError(`encoding: ${JSON.stringify(encoding)} is unknown; encodings() lists the names`);
    return items;
  }

  function encodings() {
    wasm.call.inspect_encodings();
    return wasm.json;
  }

  return { inspect, encodings };
}
