// Runs a WebAssembly program that needs WASI, as the runner of `cargo test`: node wasi.mjs FILE [ARG…].
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';
const [file, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [file, ...args], env: process.env, preopens: { '/': '/' , '.': '.'}, returnOnExit: true });
const wasm = await WebAssembly.compile(await readFile(file));
const instance = await WebAssembly.instantiate(wasm, wasi.getImportObject());
process.exitCode = wasi.start(instance);
