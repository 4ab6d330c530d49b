import module from "../names.wasm";
import { initSync } from "../names.js";

initSync(module);

export * from "../names.js";
