// What browsers have of their own.

/** Browsers have no validation without a copy. */
export const isUtf8 = null;

/** Returns the module at `url`. */
export async function read(url) {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`utf8kit: ${url}: the server answered ${response.status}; serve the package's .wasm files beside its .js files`);
  }
  // A server may not know the media type of WebAssembly, which streaming requires.
  return response.headers.get("content-type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
