// Draws how an offer sells while it sells: seconds come by an event stream, or are asked for if there are too many streams. The page
// shows the same figures without it.
'use strict';

(() => {
  const live = document.getElementById('live');
  if (!live || !window.uPlot) {
    return;
  }
  const MOST = 600;
  const LATELY = 10;
  const HEIGHT = 220;
  const COLOURS = 8;
  const POLL = 2000;
  const TRY_STREAM_AGAIN = 60000;
  const UNITS = { PAID_FEN: 0.01, REFUNDED_FEN: 0.01 };

  const seconds = [];
  let marks = [];
  const last = () => (seconds.length ? seconds[seconds.length - 1] : null);

  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: live.dataset.zone, hour: '2-digit', minute: '2-digit', second: '2-digit',
  });
  const time = (t) => clock.format(new Date(t * 1000));
  // A token may have a colour for each scheme; only what an element is drawn in says which one counts.
  const css = (name) => {
    const probe = document.createElement('span');
    probe.style.color = 'var(' + name + ')';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  const two = (value) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

  // --- Charts ---------------------------------------------------------------------------------------------------------

  const value = (second, name, counts) => {
    const known = second.v[name];
    return known === undefined || known === null ? (counts ? 0 : null) : known * (UNITS[name] || 1);
  };

  const said = (chart, number) => {
    if (number === null || number === undefined) {
      return '–';
    }
    return chart.id === 'MONEY' ? '¥' + number.toFixed(2) : chart.id === 'TIMES' ? two(number) + ' ms' : String(Math.round(number));
  };

  const charts = [...document.querySelectorAll('[data-chart]')].map((section) => {
    const kind = section.dataset.kind;
    const rows = [...section.querySelectorAll('tr[data-series]')];
    return {
      id: section.dataset.chart, kind, section, rows,
      counts: kind === 'AREA' || kind === 'LINES' || kind === 'BARS',
      names: rows.map((row) => row.dataset.series),
      hidden: new Set(),
      box: section.querySelector('.plot'),
      plot: null,
    };
  });

  // The first below; what is drawn later covers what was drawn before, so the highest comes first.
  const order = (chart) => (chart.kind === 'AREA' ? [...chart.names].reverse() : chart.names);

  const columns = (chart) => {
    const raw = new Map(chart.names.map((name) => [name, seconds.map((second) => value(second, name, chart.counts))]));
    if (chart.kind === 'AREA') {
      const below = seconds.map(() => 0);
      for (const name of chart.names) {
        const heaped = raw.get(name).map((number, at) => number + below[at]);
        if (!chart.hidden.has(name)) {
          heaped.forEach((sum, at) => (below[at] = sum));
        }
        raw.set(name, heaped);
      }
    }
    return [seconds.map((second) => second.t), ...order(chart).map((name) => raw.get(name))];
  };

  const range = (chart) => (plot, least, most) => {
    if (chart.kind === 'LOG') {
      return least === null ? [0.1, 100] : uPlot.rangeLog(Math.max(0.1, least), Math.max(1, most), 10, true);
    }
    return [0, Math.max(1, (most || 0) * 1.05)];
  };

  const drawMarks = (plot) => {
    const context = plot.ctx;
    const ratio = window.devicePixelRatio;
    const { left, top, width, height } = plot.bbox;
    context.save();
    context.strokeStyle = css('--ink');
    context.fillStyle = css('--ink');
    context.lineWidth = ratio;
    context.setLineDash([4 * ratio, 4 * ratio]);
    context.font = 11 * ratio + 'px sans-serif';
    marks.forEach((mark, at) => {
      const x = plot.valToPos(mark.t, 'x', true);
      if (x >= left && x <= left + width) {
        context.beginPath();
        context.moveTo(x, top);
        context.lineTo(x, top + height);
        context.stroke();
        context.fillText(String(at + 1), x + 3 * ratio, top + 11 * ratio);
      }
    });
    context.restore();
  };

  const series = (chart, name) => {
    const colour = css('--c' + (1 + (chart.names.indexOf(name) % COLOURS)));
    const paths = chart.kind === 'BARS' ? uPlot.paths.bars({ size: [0.8, 6, 1] }) : chart.kind === 'STEPS' ? uPlot.paths.stepped({ align: 1 }) : undefined;
    return {
      label: name, stroke: colour, width: 1.5, paths, points: { show: false }, show: !chart.hidden.has(name),
      fill: chart.kind === 'AREA' || chart.kind === 'BARS' ? colour : undefined,
    };
  };

  const axis = (more) => ({ stroke: css('--soft'), grid: { stroke: css('--line'), width: 1 }, ticks: { stroke: css('--line'), width: 1 }, ...more });

  const build = (chart) => {
    if (chart.plot) {
      chart.plot.destroy();
    }
    chart.box.replaceChildren();
    chart.plot = new uPlot({
      width: Math.max(100, chart.box.clientWidth),
      height: HEIGHT,
      legend: { show: false },
      cursor: { sync: { key: 'live' }, drag: { x: false, y: false }, points: { size: 7 } },
      scales: {
        x: { time: true, range: () => [(last() || { t: 0 }).t - MOST + 1, (last() || { t: 1 }).t] },
        y: { distr: chart.kind === 'LOG' ? 3 : 1, range: range(chart) },
      },
      axes: [
        axis({ values: (plot, splits) => splits.map(time), space: 76 }),
        axis({ size: 58, values: (plot, splits) => splits.map((split) => (split === null ? '' : split >= 10000 ? split / 1000 + 'k' : String(split))) }),
      ],
      series: [{}, ...order(chart).map((name) => series(chart, name))],
      hooks: { draw: [drawMarks], setCursor: [(plot) => legend(chart, plot.cursor.idx)] },
    }, columns(chart), chart.box);
  };

  // --- Words and figures beside them ----------------------------------------------------------------------------------

  const legend = (chart, at) => {
    const second = at === null || at === undefined ? last() : seconds[at];
    chart.rows.forEach((row) => {
      const name = row.dataset.series;
      row.querySelector('[data-now]').textContent = second ? said(chart, value(second, name, chart.counts)) : '–';
      const sum = row.querySelector('[data-sum]');
      if (sum) {
        const all = seconds.reduce((some, each) => some + value(each, name, true), 0);
        sum.textContent = said(chart, all);
        row.hidden = chart.id === 'REFUSALS' && all === 0;
      }
    });
  };

  const addButtons = (chart) =>
    chart.rows.forEach((row) => {
      const name = row.dataset.series;
      const words = row.querySelector('.name');
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'name';
      button.setAttribute('aria-pressed', 'true');
      button.append(...words.childNodes);
      button.addEventListener('click', () => {
        const shown = chart.hidden.delete(name) || (chart.hidden.add(name), false);
        button.setAttribute('aria-pressed', String(shown));
        build(chart);
      });
      words.replaceWith(button);
    });

  const figure = (name) => live.querySelector('[data-figure=' + name + ']');
  const show = (element, words) => {
    if (element.textContent !== words) {
      element.textContent = words;
    }
  };

  const figures = () => {
    const lately = seconds.slice(-LATELY);
    const left = value(last(), 'left', false);
    const pace = lately.reduce((some, each) => some + value(each, 'ACCEPTED', true), 0) / LATELY;
    const slow = Math.max(...lately.map((each) => value(each, 'p99', false)).filter((known) => known !== null));
    show(figure('left'), left === null ? '–' : String(left));
    show(figure('accepted'), pace.toFixed(1));
    show(figure('end'), left > 0 && pace >= 1 ? figure('end').dataset.words.replace('{0}', Math.ceil(left / pace)) : '–');
    show(figure('p99'), Number.isFinite(slow) ? two(slow) + ' ms' : '–');
  };

  const STATUS = {
    OPENED: 'ON_SALE', PAUSED: 'PAUSED', RESUMED: 'ON_SALE', SOLD_OUT: 'SOLD_OUT', UNITS_BACK: 'ON_SALE',
    UNITS_ADDED: 'ON_SALE', STOPPED: 'ENDED', WITHDRAWN: 'ENDED', CLOSED: 'ENDED',
  };

  const words = (template, name) => document.getElementById(template).content.querySelector('[data-kind=' + name + ']').textContent;

  const showMarks = () => {
    const list = document.getElementById('marks');
    document.getElementById('no-marks').hidden = marks.length > 0;
    list.replaceChildren(...marks.map((mark, at) => {
      const item = document.createElement('li');
      item.dataset.mark = mark.kind;
      const when = document.createElement('time');
      when.dateTime = new Date(mark.t * 1000).toISOString();
      when.textContent = time(mark.t);
      const what = document.createElement('strong');
      what.textContent = at + 1 + ' · ' + words('mark-words', mark.kind);
      item.append(when, ' ', what);
      return item;
    }).reverse());
    const incomplete = marks.find((mark) => mark.kind === 'INCOMPLETE');
    const notice = document.getElementById('live-incomplete');
    if (incomplete) {
      notice.textContent = notice.dataset.words.replace('{0}', time(incomplete.t));
    }
    notice.hidden = !incomplete;
    const status = marks.map((mark) => STATUS[mark.kind]).filter(Boolean).pop();
    if (status) {
      const chip = document.getElementById('live-status');
      chip.textContent = words('status-words', status);
      chip.dataset.gate = { ON_SALE: 'OPEN', PAUSED: 'PAUSED' }[status] || '';
    }
  };

  // --- What comes -----------------------------------------------------------------------------------------------------

  const draw = () => {
    if (document.hidden || !last()) {
      return;
    }
    charts.forEach((chart) => {
      chart.plot.setData(columns(chart));
      legend(chart, chart.plot.cursor.idx);
    });
    figures();
  };

  const add = (second) => {
    if (!last() || second.t > last().t) {
      seconds.push(second);
    }
    while (seconds.length > MOST) {
      seconds.shift();
    }
  };

  const take = (past) => {
    past.t.forEach((t, at) => {
      const v = {};
      for (const [name, values] of Object.entries(past.series)) {
        if (values[at] !== null) {
          v[name] = values[at];
        }
      }
      add({ t, v });
    });
    takeMarks(past.marks);
    draw();
  };

  const takeMarks = (told) => {
    if (JSON.stringify(told) !== JSON.stringify(marks)) {
      marks = told;
      showMarks();
      draw();
    }
  };

  const chip = document.getElementById('live-said');
  const say = (how) => show(chip, chip.dataset[how].replace('{0}', last() && last().v.nodes ? last().v.nodes : '–'));

  let source = null;
  let poller = null;

  const stream = () => {
    let failures = 0;
    source = new EventSource(live.dataset.stream);
    const hear = (name, act) =>
      source.addEventListener(name, (event) => {
        failures = 0;
        clearInterval(poller);
        poller = null;
        act(JSON.parse(event.data));
        say('live');
      });
    hear('history', take);
    hear('marks', takeMarks);
    hear('second', (second) => {
      add(second);
      draw();
    });
    source.addEventListener('error', () => {
      failures += 1;
      if (source.readyState === EventSource.CLOSED || failures > 3) {
        source.close();
        poll();
        setTimeout(stream, TRY_STREAM_AGAIN);
      }
    });
  };

  const ask = async () => {
    if (document.hidden) {
      return;
    }
    try {
      const answer = await fetch(live.dataset.figures + (last() ? '?since=' + last().t : ''), { headers: { Accept: 'application/json' } });
      if (!answer.ok) {
        throw new Error(String(answer.status));
      }
      take(await answer.json());
      say('polling');
    } catch (failed) {
      say('lost');
    }
  };

  const poll = () => {
    if (!poller) {
      poller = setInterval(ask, POLL);
      ask();
    }
  };

  // --- Go -------------------------------------------------------------------------------------------------------------

  const buildAll = () => charts.forEach(build);
  charts.forEach(addButtons);
  buildAll();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', buildAll);
  const resized = new ResizeObserver((boxes) =>
    boxes.forEach((box) => {
      const chart = charts.find((one) => one.box === box.target);
      if (chart.plot.width !== Math.floor(box.contentRect.width) && box.contentRect.width > 0) {
        chart.plot.setSize({ width: Math.floor(box.contentRect.width), height: HEIGHT });
      }
    }));
  charts.forEach((chart) => resized.observe(chart.box));
  document.addEventListener('visibilitychange', draw);
  stream();
})();
