/** Keeps the whole page, so that it works offline. The build writes the names of the files and their common version. */
export {};
declare const FILES: string[];
declare const VERSION: string;

const worker = self as unknown as {
  addEventListener(type: string, listener: (event: any) => void): void;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
};
// Of a module with vectors and one without, only the one that this browser loads.
const hasVectors = WebAssembly.validate(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11));
const files = FILES.filter((file) => {
  const other = file.replace(/(-portable)?\.wasm$/, (_, portable) => (portable ? ".wasm" : "-portable.wasm"));
  return other === file || !FILES.includes(other) || file.endsWith("-portable.wasm") !== hasVectors;
});
const prefix = "utf8kit-page-";
const name = prefix + VERSION;

worker.addEventListener("install", (event) => {
  // All files of one version or none: the page never mixes versions.
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })))));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const key of await caches.keys()) {
      if (key.startsWith(prefix) && key !== name) await caches.delete(key);
    }
    await worker.clients.claim();
  })());
});

worker.addEventListener("fetch", (event) => {
  const request = event.request as Request;
  const url = new URL(request.url);
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  url.search = "";
  url.hash = "";
  event.respondWith((async () => {
    const cache = await caches.open(name);
    return (await cache.match(url.href)) ?? fetch(request);
  })());
});
