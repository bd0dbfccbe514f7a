// Finds the number for which SHA-256 of a salt and the number behind it is the hash that is wanted. The browser's own SHA-256 answers later
// and costs a promise each time, which takes longer than the hash; and of a salt all whole blocks are hashed once only.
'use strict';

const firstBits = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const primes = [];
for (let candidate = 2; primes.length < 64; candidate++) {
  if (primes.every((prime) => candidate % prime)) {
    primes.push(candidate);
  }
}
const START = Int32Array.from(primes.slice(0, 8), (prime) => firstBits(Math.sqrt(prime)));
const ROUND = Int32Array.from(primes, (prime) => firstBits(Math.cbrt(prime)));
const words = new Int32Array(64);

const turn = (word, by) => (word >>> by) | (word << (32 - by));

const addBlock = (state, view, at) => {
  for (let i = 0; i < 16; i++) {
    words[i] = view.getInt32(at + 4 * i);
  }
  for (let i = 16; i < 64; i++) {
    const near = words[i - 15];
    const far = words[i - 2];
    const one = turn(near, 7) ^ turn(near, 18) ^ (near >>> 3);
    const other = turn(far, 17) ^ turn(far, 19) ^ (far >>> 10);
    words[i] = (words[i - 16] + one + words[i - 7] + other) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const chosen = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g));
    const one = (h + chosen + ROUND[i] + words[i]) | 0;
    const other = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) | 0));
};

self.addEventListener('message', (event) => {
  const { salt, hash, most } = event.data;
  const bytes = new TextEncoder().encode(salt);
  const whole = bytes.length - (bytes.length % 64);
  const begun = START.slice();
  for (let at = 0; at < whole; at += 64) {
    addBlock(begun, new DataView(bytes.buffer), at);
  }
  const wanted = Int32Array.from({ length: 8 }, (none, i) => parseInt(hash.slice(8 * i, 8 * i + 8), 16));
  const rest = bytes.slice(whole);
  const end = new Uint8Array(128);
  const view = new DataView(end.buffer);
  end.set(rest);
  const state = new Int32Array(8);
  for (let number = 0; number <= most; number++) {
    const digits = String(number);
    const length = rest.length + digits.length;
    for (let i = 0; i < digits.length; i++) {
      end[rest.length + i] = digits.charCodeAt(i);
    }
    const blocks = length < 56 ? 64 : 128;
    end.fill(0, length);
    end[length] = 0x80;
    view.setUint32(blocks - 4, 8 * (whole + length));
    state.set(begun);
    for (let at = 0; at < blocks; at += 64) {
      addBlock(state, view, at);
    }
    if (state.every((word, i) => word === wanted[i])) {
      self.postMessage(number);
      return;
    }
  }
  throw new Error('There is no such number');
});
