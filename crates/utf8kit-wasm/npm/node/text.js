import { initSync } from "../text.js";
import { read } from "./read.js";

initSync(read("text.wasm", "text-portable.wasm"));

export * from "../text.js";
