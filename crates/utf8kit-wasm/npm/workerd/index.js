import module from "../utf8kit.wasm";
import { initSync } from "../index.js";

initSync(module);

export * from "../index.js";
