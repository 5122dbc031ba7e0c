// Keeps what the page and the lessons consist of, so that they open without the network. The service
// puts before this script what that is: `OFFLINE` has an edition, a page, and the files it needs.
// Answers of the service are never kept: who asks it asks the network.

const FAMILY = "fanorona-";
const CACHE = FAMILY + OFFLINE.edition;

addEventListener("install", (event) => {
  // Nothing waits for this: it takes effect once everything is kept.
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([OFFLINE.page, ...OFFLINE.files])));
});

addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (mode === "navigate" && pathname === "/") event.respondWith(page(event.request));
  else if (OFFLINE.files.includes(pathname)) event.respondWith(file(event.request));
});

// The page itself may be another one at any time; the one that is kept is for want of it.
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(OFFLINE.page, { cacheName: CACHE })) ?? Response.error();
  }
}

// The name of a file has its edition in it: it is always the same.
async function file(request) {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);
}

async function forgetOthers() {
  const others = (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}
