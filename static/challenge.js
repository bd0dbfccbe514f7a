// Has the browser do the work that the shop asks for while a crowd presses, beside the page, and lets the button be pressed when it is done. If
// it cannot, the form keeps the proof that it came with, which asks for nothing but time.
(() => {
  'use strict';

  const form = document.querySelector('form[data-challenge]');
  if (!form || !window.Worker) {
    return;
  }
  const asked = form.dataset;
  const button = form.querySelector('button');
  const said = form.querySelector('[role=status]');
  const byTime = said.textContent;
  const open = (words) => {
    button.disabled = false;
    said.textContent = words;
  };

  const worker = new Worker(asked.worker);
  button.disabled = true;
  said.textContent = asked.checking;
  const waited = setTimeout(() => {
    worker.terminate();
    open(asked.ready);
  }, asked.seconds * 1000);

  worker.addEventListener('message', (event) => {
    clearTimeout(waited);
    const solution = {
      algorithm: 'SHA-256',
      challenge: asked.hash,
      number: event.data,
      salt: asked.salt,
      signature: asked.signature,
    };
    form.elements.proof.value = btoa(JSON.stringify(solution));
    open(asked.ready);
  });
  worker.addEventListener('error', () => {
    clearTimeout(waited);
    open(byTime);
  });
  worker.postMessage({ salt: asked.salt, hash: asked.hash, most: Number(asked.most) });
})();
