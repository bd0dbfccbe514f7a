// What the monitor's pages do beyond links and forms: fresh figures, and one act for one press. Every page works without it.
'use strict';

(() => {
  const EVERY = 3000;

  const busy = (element) => element.contains(document.activeElement) || element.querySelector('details[open]');

  // Whoever types or has opened something is not disturbed, and a page that nobody sees asks nothing.
  const refresh = async () => {
    const stale = [...document.querySelectorAll('[data-refresh]')].filter((element) => !busy(element));
    if (document.hidden || stale.length === 0) {
      return;
    }
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
    if (!answer.ok || answer.redirected) {
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const element of stale) {
      const fresh = page.getElementById(element.id);
      if (fresh && !busy(element)) {
        element.replaceWith(fresh);
      }
    }
  };

  const again = () => setTimeout(() => refresh().catch(() => {}).finally(again), EVERY);
  again();

  document.addEventListener('submit', (event) => {
    const form = event.target.closest('form[data-act]');
    if (!form) {
      return;
    }
    if (form.classList.contains('busy')) {
      event.preventDefault();
      return;
    }
    form.classList.add('busy');
    setTimeout(() => form.querySelectorAll('button').forEach((button) => (button.disabled = true)));
  });

  // A page that comes back out of the browser's memory may be used again.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) {
      document.querySelectorAll('form.busy').forEach((form) => {
        form.classList.remove('busy');
        form.querySelectorAll('button').forEach((button) => (button.disabled = false));
      });
    }
  });
})();
