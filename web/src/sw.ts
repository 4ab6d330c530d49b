/** Keeps the whole page, so that it works offline. The build writes the names of the files and their common version. */
export {};
declare const FILES: string[];
declare const VERSION: string;

const worker = self as unknown as {
  addEventListener(type: string, listener: (event: any) => void): void;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
};
const prefix = "utf8kit-page-";
const name = prefix + VERSION;

worker.addEventListener("install", (event) => {
  // All files of one version or none: the page never mixes versions.
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })))));
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
