// What a text consists of, for UTF-8 and its dialects. inspect.d.ts says what each function does.

import { load } from "./module.js";
import { inspection } from "./inspection.js";

const url = new URL("./inspect.wasm", import.meta.url);

export const { inspect, encodings } = inspection(await load(url, url));
