// What pages do beyond links and forms: countdowns on the server's clock, fresh numbers, the place in the queue.
// Every page works without it.
'use strict';

(() => {
  const SECOND = 1000;
  const MINUTE = 60 * SECOND;
  const LAST = 10 * SECOND;

  // The server wrote its time when it made the page, at most a tenth of a second before it sent it, which reached this browser when
  // the first byte did.
  const navigation = performance.getEntriesByType('navigation')[0];
  const received = performance.timeOrigin + (navigation ? navigation.responseStart : performance.now());
  // A page that was fetched before anybody asked for it is older than that: then the clock of the page that led here counts.
  const prefetched = Boolean(navigation && navigation.deliveryType === 'navigational-prefetch');
  const AHEAD = 'ahead';
  const known = () => {
    try {
      return localStorage.getItem(AHEAD);
    } catch {
      return null;
    }
  };
  let ahead = prefetched && known() !== null ? Number(known()) : Number(document.body.dataset.now) - received;
  try {
    localStorage.setItem(AHEAD, String(ahead));
  } catch {
    // Nothing is kept where nothing may be.
  }
  const now = () => Date.now() + ahead;

  const each = (selector, act) => document.querySelectorAll(selector).forEach(act);
  const two = (number) => String(number).padStart(2, '0');

  // --- Time -----------------------------------------------------------------------------------------------------------

  const words = (milliseconds) => {
    const seconds = Math.max(0, Math.ceil(milliseconds / SECOND));
    const hours = Math.floor(seconds / 3600);
    const minutesAndSeconds = two(Math.floor(seconds / 60) % 60) + ':' + two(seconds % 60);
    return hours > 0 ? two(hours) + ':' + minutesAndSeconds : minutesAndSeconds;
  };

  // The price band has a box for each part, of which there are always three: nothing moves when an hour is over.
  const inFull = (milliseconds) => words(milliseconds).padStart(8, '00:');
  const inBoxes = (text) =>
    text.split(':').flatMap((part, at) => {
      const box = document.createElement('b');
      box.textContent = part;
      return at === 0 ? [box] : [':', box];
    });

  const countDown = (element) => {
    const left = Number(element.dataset.until) - now();
    const boxes = element.classList.contains('digits');
    const text = boxes ? inFull(left) : words(left);
    if (element.dataset.shown !== text) {
      element.dataset.shown = text;
      element.replaceChildren(...(boxes ? inBoxes(text) : [text]));
    }
    element.hidden = false;
    element.classList.toggle('urgent', Number(element.dataset.until) - now() < MINUTE);
    element.classList.toggle('last', Number(element.dataset.until) - now() < LAST);
  };

  const setPhase = (element) => {
    const time = now();
    const phase = time < Number(element.dataset.opens) ? 'UPCOMING' : time < Number(element.dataset.closes) ? 'OPEN' : 'ENDED';
    if (element.dataset.phase !== phase) {
      element.dataset.phase = phase;
    }
  };

  // Card, band and buy button follow the stock shown among them, and do not wait for the server to say that the time has come.
  const follow = (part) => {
    const stock = document.getElementById(part.dataset.follows);
    if (!stock) {
      return;
    }
    const early = Number(part.dataset.opens) - now();
    const upcoming = stock.dataset.state === 'UPCOMING';
    set(part, 'state', upcoming && early <= 0 ? 'ON_SALE' : stock.dataset.state);
    set(part, 'shows', !upcoming ? stock.dataset.shows : early <= 0 ? 'ON_SALE' : early < 5 * MINUTE ? 'SOON' : 'UPCOMING');
    if (part.matches('form')) {
      const holds = part.dataset.state === 'UPCOMING' && early < SECOND;
      const sells = part.dataset.state === 'ON_SALE' || holds;
      part.querySelector('button[type=submit]').disabled = !sells || part.classList.contains('busy');
    }
  };

  const set = (part, name, value) => {
    if (part.dataset[name] !== value) {
      part.dataset[name] = value;
    }
  };

  // Whoever presses a blink too early is not refused: the press is kept and sent when the sale has opened, one a little later than the next.
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target.closest('form[data-follows]');
      const early = form ? Number(form.dataset.opens) - now() : 0;
      if (early <= 0) {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (!form.classList.contains('held')) {
        form.classList.add('held');
        setTimeout(() => {
          form.classList.remove('held');
          form.requestSubmit();
        }, early + Math.random() * 150);
      }
    },
    true,
  );

  // --- Told, not only shown -------------------------------------------------------------------------------------------

  // Whoever cannot see the countdown hears what matters, once: five minutes, one, ten seconds, open, sold out, back.
  const told = new WeakMap();

  const momentOf = (region) => {
    const left = Number(region.dataset.opens) - now();
    if (left > 0) {
      return left < LAST ? 'ten' : left < MINUTE ? 'one' : left < 5 * MINUTE ? 'five' : 'early';
    }
    const { state, shows } = document.getElementById(region.dataset.of).dataset;
    return state === 'UPCOMING' ? 'ON_SALE' : state === 'ON_SALE' && shows === 'ALMOST_GONE' ? 'few' : state;
  };

  const tell = (region) => {
    const moment = momentOf(region);
    const before = told.get(region);
    if (before === moment) {
      return;
    }
    told.set(region, moment);
    if (before !== undefined) {
      const isBack = before === 'SOLD_OUT' && (moment === 'ON_SALE' || moment === 'few');
      region.textContent = region.dataset[isBack ? 'back' : moment.toLowerCase()] || '';
    }
  };

  // What is asked for anew is not heard anew: of such a part is said, once, what matters: another moment, half as many people before
  // one, the last ten; other words, too, where it says how often at most. A part may come later, or go.
  const TEN = 10;
  const heard = new WeakMap();

  const say = (place) => {
    const { moment, said = '', urgent, ...part } = document.getElementById(place.dataset.says)?.dataset ?? {};
    const ahead = Number(part.ahead);
    const time = performance.now();
    const before = heard.get(place);
    const isNearer = (before) => ahead <= before.ahead / 2 || (ahead <= TEN && before.ahead > TEN);
    const isDue = (before) => said !== before.said && time - before.time >= Number(part.saidEvery);
    if (before && before.moment === moment && !isNearer(before) && !isDue(before)) {
      return;
    }
    heard.set(place, { moment, said, ahead, time });
    if (before) {
      place.querySelector(urgent ? '[role=alert]' : '[role=status]').textContent = said;
    }
  };

  // --- Reminders ------------------------------------------------------------------------------------------------------

  // What the shopper asked to be told of opens soon: the bar shows it, the title counts, and three minutes and ten seconds before there
  // is a tone, on a device that lets a page that was touched make one. Once for each, however many pages are looked at.
  const SOON = 3 * MINUTE;
  const plainTitle = document.title;
  let counting = false;

  const ring = () => {
    if (!navigator.userActivation || !navigator.userActivation.hasBeenActive) {
      return;
    }
    if (navigator.vibrate) {
      navigator.vibrate(200);
    }
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.value = 0.1;
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.3);
    tone.onended = () => audio.close();
  };

  const remind = () => {
    let next = null;
    each('[data-remind]', (item) => {
      const left = Number(item.dataset.remind) - now();
      const isNear = left > 0 && left <= SOON;
      item.hidden = !isNear;
      if (isNear && (!next || left < next.left)) {
        next = { left, item };
      }
    });
    if (next) {
      const mark = 'told-' + next.item.dataset.remind + (next.left <= LAST ? '-last' : '');
      if (!sessionStorage.getItem(mark)) {
        sessionStorage.setItem(mark, '1');
        ring();
      }
      document.title = '(' + words(next.left) + ') ' + next.item.dataset.name;
    } else if (counting) {
      document.title = plainTitle;
    }
    counting = next !== null;
  };

  // The server's time came with an answer that was under way between two moments of this page's clock, so it lies between them, or this
  // clock is put right. Should the device's clock jump later, only a new page knows.
  const drift = () => Date.now() - performance.now();
  const setClock = (item, asked) => {
    const time = Number(item.dataset.clock);
    ahead += Math.max(0, time - now()) + Math.min(0, time - now() + performance.now() - asked);
    item.dataset.drift = drift();
    item.hidden = false;
  };
  const checkClock = (item) => {
    item.className = Math.abs(drift() - Number(item.dataset.drift)) > 100 ? 'no' : 'yes';
  };

  // --- Fresh numbers --------------------------------------------------------------------------------------------------

  const due = new WeakMap();
  const reached = new Set();

  // Everyone reaches the same moment at once, so each asks a little later than the next.
  const soon = () => now() + 200 + Math.random() * 800;

  // On the desk what somebody is about to do stays under their hands: rows they have chosen, what they opened, what they type.
  // A late answer is dropped.
  const isHeld = (element) =>
    element.closest('.desk') !== null &&
    (element.querySelector('details[open], input[type=checkbox]:checked') !== null ||
    (element.contains(document.activeElement) && document.activeElement.matches('input, select, textarea')));

  // Of many offers only those are asked for that can be seen, or nearly.
  const isNear = (element) => {
    const part = element.closest('[data-part]');
    const box = part ? part.getBoundingClientRect() : null;
    return box === null || (box.bottom > -window.innerHeight && box.top < 2 * window.innerHeight);
  };

  // Not before the draw, and then not all at once: a second for each two thousand who wait, ten at most.
  const afterDraw = (room) =>
    Math.max(Date.parse(room.opensAt), now() + 2 * SECOND) + Math.random() * SECOND * Math.min(10, Math.max(1, room.waiting / 2000));

  // Whoever waits asks for what is the same for all, from any cache, and for their own page where that has something new.
  const lookAtRoom = async (section) => {
    const { state, number, stage } = section.dataset;
    let room = null;
    try {
      const answer = await fetch(state);
      room = answer.ok ? await answer.json() : null;
    } catch {
      return;
    }
    if (!section.isConnected) {
      return;
    }
    const before = room && number ? Math.max(0, Number(number) - room.turn) : 0;
    const back = room && room.left === 0 ? room.unpaid || 0 : 0;
    const isSame =
      room &&
      room.mode !== 'OVER' &&
      (stage === 'WAITING'
        ? room.serving && before > Number(section.dataset.ahead) / 2 && back > 0 === (section.dataset.none === 'yes')
        : !room.serving);
    if (!isSame) {
      window.htmx.trigger(section, 'refresh');
    } else if (number) {
      showAhead(section, before);
      showCount(section.querySelector('[data-back]'), back);
    } else {
      due.set(section, Math.min(due.get(section), afterDraw(room)));
    }
  };

  const refresh = (element) => {
    if (!isNear(element)) {
      return;
    }
    if (isHeld(element)) {
      due.delete(element);
      return;
    }
    const every = Number(element.dataset.poll);
    if (!due.has(element)) {
      due.set(element, now() + (prefetched ? 0 : every));
    }
    const moment = Number(element.dataset.at);
    const mark = element.id + moment;
    if (moment && now() >= moment && !reached.has(mark)) {
      reached.add(mark);
      due.set(element, Math.min(due.get(element), soon()));
    }
    if (now() >= due.get(element)) {
      due.set(element, now() + every);
      if (element.dataset.state) {
        lookAtRoom(element);
      } else {
        window.htmx.trigger(element, 'refresh');
      }
    }
  };

  // A page of the desk says whether it follows.
  const tellWhetherItFollows = (chip) => {
    const followed = [...document.querySelectorAll('[data-poll]')];
    const words = followed.some(isHeld) ? chip.dataset.paused : chip.dataset.live;
    chip.hidden = followed.length === 0;
    if (chip.textContent !== words) {
      chip.textContent = words;
    }
  };

  // --- The place in the queue -----------------------------------------------------------------------------------------

  let source = null;
  let polling = false;

  // Places that were told in the last seconds, for how fast the queue moves.
  const LOOKED_BACK = LAST;
  const LEAST = 3 * SECOND;
  let places = [];

  const showPlace = (section, text) => {
    const shown = section.querySelector('[data-place]');
    shown.textContent = text || '…';
    const place = Number(text);
    if (!place) {
      return;
    }
    section.dataset.said = shown.dataset.spoken.replace('0', place);
    const time = now();
    places = places.filter((known) => time - known.time < LOOKED_BACK);
    places.push({ time, place });
    const bar = section.querySelector('progress');
    bar.max = Math.max(bar.max, place);
    bar.value = bar.max - place;
    bar.hidden = false;
    const passed = places[0].place - place;
    const since = time - places[0].time;
    const about = section.querySelector('[data-about]');
    about.hidden = since < LEAST || passed <= 0;
    if (!about.hidden) {
      about.textContent = about.dataset.about.replace('0', Math.max(1, Math.round((place * since) / passed / SECOND)));
    }
    document.title = '(' + place + ') ' + section.dataset.title;
  };

  // Words with a number in them, where they are.
  const showCount = (words, count) => {
    if (words) {
      words.textContent =
        count === 1 ? words.dataset.one : words.dataset.more.replace('2', count.toLocaleString(document.documentElement.lang));
    }
  };

  // How many come in before, in a waiting room.
  const showAhead = (section, text) => showCount(section.querySelector('[data-ahead-of]'), Number(text));

  const listening = () => document.querySelector('[data-events]');

  // The page asks by itself: once a second, or as often as it says.
  const ask = (section) => {
    section.dataset.poll = section.dataset.otherwise ?? String(SECOND);
  };

  const stopListening = () => {
    source.close();
    polling = true;
    if (listening()) {
      ask(listening());
    }
  };

  // What is told may replace the part of the page that it is told to: it is looked for each time.
  const watch = () => {
    const section = listening();
    if (section && polling) {
      ask(section);
    }
    if (!section || polling || source) {
      return;
    }
    let failures = 0;
    let opened = false;
    const hear = (name, show) =>
      source.addEventListener(name, (event) => {
        failures = 0;
        if (listening()) {
          show(listening(), event.data);
        }
      });
    source = new EventSource(section.dataset.events);
    source.addEventListener('open', () => (opened = true));
    hear('queued', showPlace);
    hear('ahead', showAhead);
    hear('settled', (shown) => {
      stopListening();
      window.htmx.trigger(shown, 'refresh');
    });
    source.addEventListener('error', () => {
      failures += 1;
      if (!opened || source.readyState === EventSource.CLOSED || failures > 2) {
        stopListening();
      }
    });
  };

  // --- Once, and once only --------------------------------------------------------------------------------------------

  document.addEventListener('submit', (event) => {
    const form = event.target.closest('form[data-once]');
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

  // A page that comes back out of the browser's memory may be used again: its key makes that harmless.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) {
      each('form.busy', (form) => {
        form.classList.remove('busy');
        form.querySelectorAll('button').forEach((button) => (button.disabled = false));
      });
    }
  });

  // --- Where the parcel goes ------------------------------------------------------------------------------------------

  // Whoever writes an address means it; what was written before another was chosen is not sent.
  const WRITTEN = '[data-written]';
  const writes = (choice) => document.getElementById(choice.dataset.written).checked;
  document.addEventListener('input', (event) => {
    const choice = event.target.closest(WRITTEN);
    if (choice && event.target.matches('textarea')) {
      document.getElementById(choice.dataset.written).checked = true;
    }
  });
  document.addEventListener('formdata', (event) => {
    const choice = event.target.querySelector(WRITTEN);
    if (choice && !writes(choice)) {
      event.formData.delete(choice.querySelector('textarea').name);
    }
  });

  // --- Numbers that nobody wants to type ------------------------------------------------------------------------------

  const offerToCopy = (button) => {
    button.hidden = !navigator.clipboard;
  };
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-copy]');
    if (button) {
      navigator.clipboard.writeText(button.dataset.copy).then(() => {
        button.textContent = button.dataset.done;
      });
    }
  });

  // --- What is not saved yet ------------------------------------------------------------------------------------------

  // Fields that came back with what is wrong with them are not saved either.
  const UNSAVED = 'form:has([data-unsaved])';
  const unsaved = new Set(document.querySelectorAll(UNSAVED + ':has([aria-invalid=true])'));
  document.addEventListener('input', (event) => {
    const form = event.target.closest(UNSAVED);
    if (form) {
      unsaved.add(form);
    }
  });
  document.addEventListener('submit', (event) => unsaved.delete(event.target));
  document.addEventListener('click', (event) => {
    if (event.target.closest('[data-leaves]')) {
      unsaved.delete(event.target.closest('form'));
    }
  });
  window.addEventListener('beforeunload', (event) => {
    if ([...unsaved].some((form) => form.isConnected)) {
      event.preventDefault();
    }
  });

  // --- Tabs and menus -------------------------------------------------------------------------------------------------

  const choose = (link) => {
    each('.tab[aria-current]', (tab) => tab.removeAttribute('aria-current'));
    link.setAttribute('aria-current', 'true');
    show(link);
  };

  const show = (tab) => {
    const strip = tab.closest('ul');
    strip.scrollTo({ left: tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2 });
  };

  document.addEventListener('htmx:beforeRequest', (event) => {
    event.detail.xhr.asked = performance.now();
    if (event.target.classList.contains('tab')) {
      choose(event.target);
    }
  });

  document.addEventListener('click', (event) => {
    each('details.menu[open]', (menu) => {
      if (!menu.contains(event.target)) {
        menu.open = false;
      }
    });
  });

  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      each('details.menu[open]', (menu) => {
        menu.open = false;
        menu.querySelector('summary').focus();
      });
    }
  });

  // What is pressed costs what is on the button.
  document.addEventListener('change', (event) => {
    if (event.target.id === 'units') {
      each('.button-price', (price) => {
        price.textContent = '¥' + ((Number(price.dataset.fen) * Number(event.target.value)) / 100).toFixed(2);
      });
    }
  });

  // A page that is left open goes on to the next sale when the one that it shows is over.
  let selling = null;
  const goOn = () => {
    const shown = document.querySelector('.tab[aria-current]');
    if (shown?.dataset.phase === 'OPEN') {
      selling = shown;
    } else if (shown && shown === selling) {
      document.querySelector('.tab[data-phase=OPEN]')?.click();
    }
  };

  // The menu's groups stay as they were left: a bit each, for the server to draw them so.
  const CLOSED_GROUPS = 'desk-closed=';
  document.addEventListener(
    'toggle',
    (event) => {
      const group = event.target.dataset.group;
      if (group === undefined || !event.target.checkVisibility()) {
        return;
      }
      const kept = document.cookie.split('; ').find((cookie) => cookie.startsWith(CLOSED_GROUPS));
      const bits = kept ? Number(kept.slice(CLOSED_GROUPS.length)) : 0;
      const bit = Number(group);
      const now = event.target.open ? bits & ~bit : bits | bit;
      if (now !== bits) {
        document.cookie = CLOSED_GROUPS + now + '; path=/console; max-age=31536000; samesite=lax';
      }
    },
    true,
  );

  // --- Without a network ----------------------------------------------------------------------------------------------

  const worker = document.body.dataset.worker;
  if (worker && 'serviceWorker' in navigator) {
    window.addEventListener('load', () => navigator.serviceWorker.register(worker).catch(() => {}));
  }

  // --- Go -------------------------------------------------------------------------------------------------------------

  const tick = () => {
    each('[data-until]', countDown);
    each('[data-phase]', setPhase);
    goOn();
    each('[data-follows]', follow);
    each('[data-drift]', checkClock);
    remind();
    each('[data-of]', tell);
    each('[data-says]', say);
    each('[data-copy][hidden]', offerToCopy);
    if (!document.hidden) {
      each('[data-poll]', refresh);
      each('[data-follows-page]', tellWhetherItFollows);
    }
  };

  each('.tab[aria-current]', show);
  // The menu is longer than many a window: what is open stands in sight.
  each('.rail a[aria-current]', (entry) => {
    const rail = entry.closest('.rail');
    rail.scrollTop = Math.max(0, entry.offsetTop - rail.offsetTop + entry.offsetHeight - rail.clientHeight);
  });
  watch();
  tick();
  setInterval(tick, 250);
  let touched = null;
  document.addEventListener('htmx:beforeSwap', (event) => {
    event.detail.shouldSwap &&= !isHeld(event.target);
    touched = event.target.contains(document.activeElement) ? document.activeElement : null;
  });
  // Whoever waited with their hands on nothing else is led to what comes next; nothing is pressed by itself. Hands that were on what is
  // replaced stay on it; if it is gone, they go on from what comes next or the content's beginning.
  const lead = (part) => {
    const next = (touched?.id && document.getElementById(touched.id)) || part.querySelector('[data-next]');
    if (next) {
      next.focus();
    } else if (touched) {
      document.getElementById('main').focus({ preventScroll: true });
    }
  };
  document.addEventListener('htmx:afterSettle', (event) => {
    if (event.target.dataset.title) {
      document.title = event.target.dataset.title;
    }
    event.target.querySelectorAll('[data-clock]').forEach((item) => setClock(item, event.detail.xhr.asked));
    watch();
    tick();
    if (document.activeElement === document.body) {
      lead(event.target);
    }
  });
  document.addEventListener('visibilitychange', tick);
})();
