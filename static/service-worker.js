// What the shop does without a network: it says so. It keeps the page that says it and the style of that page, both by the name that
// changes when they do, and nothing else: no page with a name on it, no figure, no picture.
'use strict';

// The address of this file names everything that is kept, so a new edition is a new worker with a cache of its own.
const CACHE = 'stampede-' + new URL(self.location).searchParams.get('v');
const OFFLINE = '/offline';
const HASHED = /^\/[a-z]+\.(css|js|svg)\?v=[0-9a-f]{12}$/;

const isKept = (url) => url.origin === self.location.origin && HASHED.test(url.pathname + url.search);

// Without cookies: what is kept was made for nobody.
const keep = async () => {
  const cache = await caches.open(CACHE);
  const page = await fetch(OFFLINE, { credentials: 'omit', cache: 'no-store' });
  if (!page.ok) {
    throw new Error('The offline page answered ' + page.status);
  }
  const text = await page.clone().text();
  const files = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1]).filter((file) => HASHED.test(file));
  await Promise.all([cache.put(OFFLINE, page), ...files.map((file) => cache.add(new Request(file, { credentials: 'omit' })))]);
};

const forgetOthers = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('stampede-') && name !== CACHE).map((name) => caches.delete(name)));
};

self.addEventListener('install', (event) => event.waitUntil(keep().then(() => self.skipWaiting())));

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([forgetOthers(), self.registration.navigationPreload && self.registration.navigationPreload.enable(), self.clients.claim()])),
);

// The browser asks while the worker wakes up, so nobody waits for it.
const ask = async (event) => {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch (away) {
    const offline = await caches.match(OFFLINE);
    if (!offline) {
      throw away;
    }
    return offline;
  }
};

self.addEventListener('fetch', (event) => {
  const request = event.request;
  if (request.method !== 'GET') {
    return;
  }
  if (request.mode === 'navigate') {
    event.respondWith(ask(event));
  } else if (isKept(new URL(request.url))) {
    event.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
  }
});
