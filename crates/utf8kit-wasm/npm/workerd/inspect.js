import module from "../inspect.wasm";
import { initSync } from "../inspect.js";

initSync(module);

export * from "../inspect.js";
