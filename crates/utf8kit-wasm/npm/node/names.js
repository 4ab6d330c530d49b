import { initSync } from "../names.js";
import { read } from "./read.js";

initSync(read("names.wasm"));

export * from "../names.js";
