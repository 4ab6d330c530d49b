// Checks arguments. A TypeError says which argument is of the wrong type, and a RangeError which is out of its range: its name, what was
// expected, and what was found.

/** Returns what `value` is, in words. */
function named(value) {
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    case "number":
    case "boolean":
    case "undefined":
      return String(value);
    case "object": {
      if (Array.isArray(value)) return "an array";
      const name = value.constructor?.name;
      return name === undefined || name === "Object" ? "an object" : `a value of type ${name}`;
    }
    default:
      return `a ${typeof value}`;
  }
}

const wrong = (Kind, name, expected, value) => new Kind(`${name}: expected ${expected}, found ${named(value)}`);

function isDetached(buffer) {
  if (buffer.byteLength > 0) return false;
  try {
    return new Uint8Array(buffer).length > 0;
  } catch {
    return true;
  }
}

const isShared = (value) => typeof SharedArrayBuffer !== "undefined" && value instanceof SharedArrayBuffer;

/** Returns the bytes of any buffer or view. */
export function bytesOf(value, name = "bytes") {
  // Most are.
  if (value instanceof Uint8Array && value.length > 0) return value;
  const isView = ArrayBuffer.isView(value);
  if (!isView && !(value instanceof ArrayBuffer) && !isShared(value)) {
    throw wrong(TypeError, name, "bytes (a Uint8Array, another view, or an ArrayBuffer)", value);
  }
  if (value.byteLength === 0 && isDetached(isView ? value.buffer : value)) {
    throw new TypeError(`${name}: expected bytes, found those of a buffer that was transferred and is detached`);
  }
  if (value instanceof Uint8Array) return value;
  return isView ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value);
}

/** Returns `value` if it is an array of type `Kind`. */
export function arrayOf(value, name, Kind) {
  if (!(value instanceof Kind)) throw wrong(TypeError, name, `a ${Kind.name}`, value);
  bytesOf(value, name);
  return value;
}

export function stringOf(value, name) {
  if (typeof value === "string") return value;
  throw wrong(TypeError, name, "a string", value);
}

/** Returns options, which must be an object. */
export function optionsOf(value) {
  if (typeof value === "object" && value !== null) return value;
  throw wrong(TypeError, "options", "an object", value);
}

export function booleanOf(value, name) {
  if (typeof value === "boolean") return value;
  throw wrong(TypeError, name, "true or false", value);
}

/** Returns a whole number from `least` to 2^32 - 1, which is `value` if it is not over that. */
export function whole(value, name, least = 0) {
  if (typeof value !== "number") throw wrong(TypeError, name, "a number", value);
  if (value >= least) return Math.min(Math.floor(value), 0xffffffff);
  throw wrong(RangeError, name, `a number from ${least} on`, value);
}

/** Returns the number of one of the names. */
export function choice(choices, value, name) {
  if (typeof value === "string" && Object.hasOwn(choices, value)) return choices[value];
  const expected = Object.keys(choices).join(", ");
  throw wrong(TypeError, name, expected, value);
}

/** Returns `value` if it is an array of strings. */
export function namesOf(value, name) {
  if (Array.isArray(value) && value.every((element) => typeof element === "string")) return value;
  throw wrong(TypeError, name, "an array of names", value);
}
