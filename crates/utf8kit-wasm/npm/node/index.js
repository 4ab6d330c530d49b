import { initSync } from "../index.js";
import { read } from "./read.js";

initSync(read("utf8kit.wasm", "utf8kit-portable.wasm"));

export * from "../index.js";
