// Halves of surrogate pairs in strings.

export const isHigh = (unit) => (unit & 0xfc00) === 0xd800;
export const isLow = (unit) => (unit & 0xfc00) === 0xdc00;

/** The first unpaired surrogate; without the flag `g`, a search keeps no position. */
export const FIRST_LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
export const LONE = new RegExp(FIRST_LONE, "g");
