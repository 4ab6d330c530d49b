import { initSync } from "../inspect.js";
import { read } from "./read.js";

initSync(read("inspect.wasm"));

export * from "../inspect.js";
