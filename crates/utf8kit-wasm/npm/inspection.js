// The functions that inspect.js and text.js have in common.

import { bytesOf, checkedOptions, whole } from "./module.js";

/** Returns the functions of a module. */
export function inspection(wasm) {
  function inspect(source, options = {}) {
    const bytes = bytesOf(source);
    const { encoding = "utf-8", offset = 0, isEnd = true, limit = 1000 } = checkedOptions(options);
    const most = whole(limit, "limit");
    if (!(offset >= 0)) throw new RangeError(`offset: expected a number from 0 on, found ${offset}`);
    const items = [];
    const found = wasm.append(items, () => wasm.withLabel(String(encoding), (label, labelLength) =>
      wasm.with(bytes, (at, length) => wasm.call.inspect(at, length, label, labelLength, offset, isEnd, most)),
    ));
    if (!found) throw new RangeError(`encoding: ${JSON.stringify(String(encoding))} is unknown; encodings() lists the names`);
    return items;
  }

  function encodings() {
    wasm.call.inspect_encodings();
    return wasm.json;
  }

  return { inspect, encodings };
}
