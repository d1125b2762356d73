// A Token page of a built release in Chromium: text bound, rows windowed, a button pressed, a field typed into, names for assistive technology.
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { isInstalled, sleep, startChromium } from './support/chromium.js';
import { atEnd, temporaryFolder } from './support/folder.js';
import { publishTokenPage } from './support/publish.js';
import { serve } from './support/server.js';

const skip = isInstalled('chromedriver') ? false : 'chromedriver is not installed';
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8H0z"/></svg>';

/** Publishes the page of the vectors as `hybrid build` does, and shows it in a browser. */
async function setUp(t, { width = 600, height = 900, options = '' } = {}) {
  const folder = await temporaryFolder(t), www = join(folder, 'www');
  await mkdir(www);
  await cp(new URL('../src', import.meta.url).pathname, join(www, 'client'), { recursive: true });
  await publishTokenPage(join(www, 'releases'), {
    'web/index.html': '<p>page</p>', 'web/img/a.svg': picture, 'routes.json': '{"routes":[{"pattern":"/orders/{id:int}","page":"index.html"}]}', 'pages.json': '{"pages":[{"path":"index.html"}]}',
  });
  await writeFile(join(www, 'index.html'), `<!DOCTYPE html><title>t</title><style>body { margin: 0 } #screen { width: ${width}px; height: ${height}px }</style><div id="screen"></div>
    <script>addEventListener('error', event => { window.failure = event.message; }); addEventListener('unhandledrejection', event => { window.failure = String(event.reason?.stack ?? event.reason); });</script>
    <script type="module">
      import { MemoryFiles, ReleaseStore, Router, UpdateClient, fetchTransport } from './client/index.js';
      import { openTokenPage, runScripts } from './client/token.js';
      window.log = { calls: [], problems: [], visits: [], data: [], events: [] };
      const store = new ReleaseStore(new MemoryFiles());
      const client = new UpdateClient(store, fetchTransport('releases/'), { trust: 'server', device: { width: 390, height: 844, scale: 3 } });
      await client.install((await client.check()).update);
      window.release = await store.launch();
      const router = await Router.of(release);
      window.openWith = (more, path = 'index.html') => openTokenPage(release, path, {
        element: document.getElementById('screen'), router, onCall: call => { log.calls.push(call); }, onProblem: problem => { log.problems.push(problem.code); },
        onVisit: visit => { log.visits.push(visit); }, onData: data => { log.data.push(data); }, onEvent: event => { log.events.push(event.event); }, ...more,
      });
      window.page = await openWith({ data: { title: 'Orders', form: { name: 'Ada' }, sections: Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'row ' + id })) }, ${options} });
      window.runScripts = runScripts;
      window.root = () => document.querySelector('#screen > div > div > div').shadowRoot;
      window.isReady = true;
    </script>`);
  const server = await serve(www);
  atEnd(t, () => server.close());
  const browser = await startChromium(t, join(folder, 'data'));
  await browser.devTools('Emulation.setDeviceMetricsOverride', { width: 800, height: 1000, deviceScaleFactor: 1, mobile: false });
  await browser.open(server.url);
  for (let tries = 0; !await browser.run(() => window.isReady === true); tries++) {
    assert.ok(tries < 200, `the page never opened: ${await browser.run(() => window.failure)}`);
    await sleep(50);
  }
  const middle = query => browser.run(query => {
    const box = root().querySelector(query).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }, query);
  return {
    browser,
    async click(query) {
      const [x, y] = await middle(query);
      for (const type of ['mousePressed', 'mouseReleased']) await browser.devTools('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    },
    async press(key, code) { for (const type of ['keyDown', 'keyUp']) await browser.devTools('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: code, text: type === 'keyDown' && key === 'Enter' ? '\r' : undefined }); },
  };
}

test('a page is shown, filled, pressed and typed into', { skip, timeout: 120_000 }, async t => {
  const { browser, click, press } = await setUp(t), textOf = id => browser.run(id => page.element(id).textContent, id);
  assert.equal(await textOf('title'), 'Orders');
  await browser.run(() => page.update({ title: 'Less' }));
  assert.equal(await textOf('title'), 'Less');
  // In the middle, as large as it was built.
  const box = await browser.run(() => { const { x, y, width } = page.element('title').getBoundingClientRect(); return [x, y, width]; });
  assert.deepEqual([box[0], box[2]], [(600 - 390) / 2 + 10, 370]);
  await click('[data-component=button]');
  assert.deepEqual(await browser.run(() => log.calls), [{ function: 'press', arguments: ['Less', null, 2.5], id: 'press' }]);
  await click('[data-component=input] input');
  await browser.devTools('Input.insertText', { text: ' Lovelace' });
  assert.deepEqual([await textOf('echo'), await browser.run(() => page.data.form.name), await browser.run(() => log.data.length)], ['Hello Ada Lovelace', 'Ada Lovelace', 1]);
  await press('Enter', 13);
  assert.deepEqual(await browser.run(() => log.calls.at(-1)), { function: 'send', arguments: ['Ada Lovelace', 1, 'x', null, true], id: 'field' });
  await click('[data-component=switch] input');
  assert.deepEqual([await textOf('on'), await browser.run(() => page.data.form.on)], ['true', true]);
  await click('[data-component=segment] button:last-child');
  assert.equal(await textOf('kind'), '1');
  assert.deepEqual(await browser.run(() => log.problems), []);
  // What nothing takes is reported, once.
  const reported = await browser.run(async () => {
    page.destroy();
    const found = [], other = await openWith({ data: {}, onCall: () => false, onProblem: ({ code, message }) => { found.push(`${code} ${message}`); } });
    for (let turn = 0; turn < 2; turn++) other.element('press').click();
    other.destroy();
    return found;
  });
  assert.deepEqual(reported, ['handler index.html: nothing takes press()']);
});

test('10,000 rows are few elements, also far down; a row that has the focus stays', { skip, timeout: 120_000 }, async t => {
  const { browser, click } = await setUp(t), elements = () => browser.run(() => root().querySelectorAll('*').length);
  const rows = () => browser.run(() => [...root().querySelectorAll('[data-component=tableRow]')].map(row => row.textContent));
  const frame = () => browser.run(() => new Promise(resolve => { requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))); }));
  assert.ok(await elements() < 1000, `${await elements()} elements`);
  assert.equal((await rows())[0], '0 row 0');
  assert.equal(await browser.run(() => page.element('list').scrollHeight), 360_000);
  await browser.run(() => { page.element('list').scrollTop = 180_000; });
  await frame();
  assert.ok((await rows()).includes('5000 row 5000') && await elements() < 1500, `${await elements()} elements`);
  const isSeen = await browser.run(() => {
    const list = page.element('list').getBoundingClientRect(), row = [...root().querySelectorAll('[data-component=tableRow]')].find(one => one.textContent === '5000 row 5000').getBoundingClientRect();
    return row.top >= list.top && row.bottom <= list.bottom;
  });
  assert.ok(isSeen);
  await browser.run(() => { [...root().querySelectorAll('[data-component=tableRow]')].find(one => one.textContent === '5000 row 5000').focus(); });
  await browser.run(() => { page.element('list').scrollTop = 0; });
  await frame();
  assert.ok((await rows()).includes('5000 row 5000') && (await rows()).includes('0 row 0'));
  await click('[data-component=tableRow]');
  assert.deepEqual(await browser.run(() => log.calls.at(-1)), { function: 'open', arguments: [0, 0, 0], id: null });
  // 200 sets of data leave nothing behind.
  const before = await elements();
  await browser.run(() => { for (let turn = 0; turn < 200; turn++) page.setRows('list', Array.from({ length: 1000 }, (_, id) => ({ id, name: `${turn}` }))); });
  assert.ok(Math.abs(await elements() - before) < 60, `${before} elements, then ${await elements()}`);
});

test('a page that is higher than its element scrolls: views stay, copies come, the keyboard reaches what is below', { skip, timeout: 120_000 }, async t => {
  const { browser } = await setUp(t);
  const frame = () => browser.run(() => new Promise(resolve => { requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))); }));
  await browser.run(async () => {
    page.destroy();
    window.page = await openWith({ data: { groups: ['a', 'b', 'c'], rows: Array.from({ length: 2000 }, (_, row) => `row ${row}`) } }, 'kept.html');
    const screen = document.getElementById('screen').getBoundingClientRect();
    window.place = id => { const { y, height } = page.element(id).getBoundingClientRect(); return [y - screen.y, height]; };
    window.rows = () => [...root().querySelectorAll('[data-component=label]')].filter(one => one.textContent.startsWith('row')).map(one => [one.textContent, one.getBoundingClientRect().y - screen.y]);
  });
  const places = (...ids) => browser.run(ids => ids.map(id => place(id)[0]), ids);
  // Sticky ones are at their edges already: the box around them is higher than the screen is not.
  const [top, end, head, list, last] = await places('top', 'end', 'head', 'list', 'last');
  assert.deepEqual([top, end, head], [0, 794, 50]);
  assert.ok(last > 100_000, `${last}`);
  await browser.devTools('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 300, y: 400, deltaX: 0, deltaY: 100 });
  for (let tries = 0; (await browser.run(() => page.scrolled.y)) < 100 && tries < 40; tries++) await sleep(50);
  await frame();
  assert.deepEqual(await places('top', 'end', 'head', 'list', 'last'), [0, 794, 40, list - 100, last - 100]);
  // The box of what sticks ends.
  await browser.run(() => { page.scrollTo(0, 300); });
  assert.ok((await places('head'))[0] < 0);
  for (const y of [60_000, 1e9, 0]) {
    await browser.run(y => { page.scrollTo(0, y); }, y);
    const { found, elements, scrolled } = await browser.run(() => ({ found: rows().filter(([, y]) => y > -20 && y < 844).length, elements: root().querySelectorAll('*').length, scrolled: page.scrolled.y }));
    assert.ok(y ? found >= 12 && found <= 16 : found < 10, `${y}: ${found}`);
    assert.ok(elements < 600 && scrolled <= last, `${y}: ${elements} elements, ${scrolled}`);
    assert.deepEqual(await places('top', 'end'), [0, 794]);
  }
  // Within a list, too.
  const within = await browser.run(() => {
    page.element('list').scrollTop = 400;
    return [place('stuck')[0] - place('list')[0], place('inner')[0], getComputedStyle(page.element('inner')).zIndex > getComputedStyle(page.element('top')).zIndex];
  });
  assert.deepEqual(within, [6, 50, true]);
  const focused = await browser.run(() => {
    page.element('field').querySelector('input').focus();
    const stays = page.scrolled.y;
    page.element('last').querySelector('input').focus();
    return [stays, page.scrolled.y > 100_000, place('last')[0] + 30 <= 844];
  });
  assert.deepEqual(focused, [0, true, true]);
  await frame();
  assert.equal(await browser.run(() => rows().at(-1)[0]), 'row 1999');
  // In an element that is half as wide and lower, then in one as high as its contents.
  await browser.run(() => { page.scrollTo(0, 100); document.getElementById('screen').style.cssText = 'width: 195px; height: 300px'; });
  await frame();
  assert.deepEqual(await browser.run(() => [place('top'), place('end'), place('side'), place('head')[0], page.scrolled.y]), [[0, 20], [275, 25], [30, 235], 20, 100]);
  await browser.run(() => { document.getElementById('screen').style.cssText = 'width: 390px; height: auto'; });
  await frame();
  assert.deepEqual(await browser.run(() => [document.getElementById('screen').offsetHeight, place('end'), page.scrolled.y]), [844, [794, 50], 100]);
  // Rows of other heights that are made above what is seen leave it where it is.
  const moved = await browser.run(() => {
    const seen = () => new Map([...root().querySelectorAll('[data-component=label]')].map(one => [one.textContent, one.getBoundingClientRect().y]).filter(([text, y]) => text.includes('.') && y > 0 && y < 800));
    page.setData({ cards: Array.from({ length: 2000 }, (_, card) => 40 + (card * 7 % 10) * 20 + card / 10_000) });
    page.scrollTo(0, 30_000);
    return Array.from({ length: 20 }, () => {
      const before = seen(), { y } = page.scrolled;
      page.scrollTo(0, y - 300);
      const [[text, at]] = [...seen()].filter(([text]) => before.has(text));
      return [Math.round(at - before.get(text)), page.scrolled.y > y - 300];
    });
  });
  assert.deepEqual([[...new Set(moved.map(([by]) => by))], moved.some(([, isFarther]) => isFarther)], [[300], true]);
  // Fewer rows: nothing is left to scroll to behind them.
  await browser.run(() => { page.setData({}); });
  await frame();
  assert.ok(await browser.run(() => page.scrolled.y === 0 && root().querySelector('.page').scrollHeight === 844));
});

test('assistive technology has roles, names and places', { skip, timeout: 120_000 }, async t => {
  const { browser, press } = await setUp(t), { nodes } = await browser.devTools('Accessibility.getFullAXTree');
  const known = nodes.filter(node => !node.ignored).map(node => `${node.role?.value} ${node.name?.value}${(node.properties ?? []).filter(one => ['level', 'posinset', 'setsize'].includes(one.name)).map(one => ` ${one.name} ${one.value.value}`).join('')}`);
  for (const wanted of ['heading Orders level 1', 'textbox Your name', 'switch switch', 'button Press', 'button Two']) assert.ok(known.includes(wanted), `${wanted}: ${known.slice(0, 60).join('; ')}`);
  assert.ok(known.some(one => one.startsWith('list ')) && known.some(one => one.startsWith('listitem')), known.slice(0, 60).join('; '));
  assert.deepEqual(await browser.run(() => [...root().querySelectorAll('[data-component=tableRow]')].slice(0, 2).map(row => [row.ariaPosInSet, row.ariaSetSize, row.tabIndex])), [['1', '10000', 0], ['2', '10000', 0]]);
  assert.equal(await browser.run(() => root().host.lang), 'en');
  // What a tap does something on is used by the keyboard.
  await browser.run(() => { page.element('card').focus(); });
  await press('Enter', 13);
  assert.deepEqual(await browser.run(() => log.calls), [{ function: 'count', arguments: [2], id: 'card' }]);
});

test('scripts run only where the app asks, in a realm that ends with the page', { skip, timeout: 120_000 }, async t => {
  const { browser, click } = await setUp(t), scripted = () => browser.run(() => page.element('scripted').textContent);
  await click('[data-component=button] + [data-component=view]');
  assert.deepEqual([await scripted(), await browser.run(() => log.calls[0]?.function), await browser.run(() => document.querySelectorAll('iframe').length)], ['none', 'count', 0]);
  await browser.run(async () => {
    page.destroy();
    window.page = await openWith({ data: { title: 'x', sections: [{ id: 1, name: 'a' }] }, scripts: runScripts });
  });
  await click('[data-component=button] + [data-component=view]');
  await click('[data-component=button] + [data-component=view]');
  assert.deepEqual([await scripted(), await browser.run(() => [log.calls.length, typeof window.count, Object.keys(window).includes('taps')])], ['taps 4', [1, 'undefined', false]]);
  await click('[data-component=tableRow]');
  assert.equal(await scripted(), 'row 0.0');
  await browser.run(() => { page.destroy(); page.destroy(); page.setData({ title: 'late' }); });
  assert.deepEqual(await browser.run(() => [document.getElementById('screen').childNodes.length, document.querySelectorAll('iframe').length, page.element('title')]), [0, 0, null]);
});

test('visits are proposed with their pages; images come from the release; narrow elements show it smaller', { skip, timeout: 120_000 }, async t => {
  const { browser } = await setUp(t, { width: 195, height: 422 });
  await browser.run(() => { page.visit('/orders/7', { from: 'here' }); page.visit('https://elsewhere.example/none.txt'); page.visit('//elsewhere.example/orders/7'); page.visit('https://elsewhere.example/orders/7'); });
  assert.deepEqual(await browser.run(() => log.visits.map(({ url, page, parameters }) => [url, page, parameters])), [['/orders/7', 'index.html', { id: '7' }], ['https://elsewhere.example/none.txt', null, {}],
    // Another host's path is not the app's.
    ['https://elsewhere.example/orders/7', null, {}], ['https://elsewhere.example/orders/7', null, {}],
  ]);
  const box = await browser.run(() => { const { x, width, height } = page.element('title').getBoundingClientRect(); return [x, width, height]; });
  assert.deepEqual(box, [5, 185, 15]);
  const shown = await browser.run(async () => {
    page.setProperty('press', 'image', 'img/a.svg');
    for (let tries = 0; tries < 100; tries++) {
      const image = page.element('press').querySelector('img');
      if (image.naturalWidth) return [image.src.slice(0, 5), image.naturalWidth];
      await new Promise(resolve => { setTimeout(resolve, 20); });
    }
    return null;
  });
  assert.deepEqual(shown, ['blob:', 8]);
  await browser.run(() => { page.setProperty('press', 'image', '../../../secret.png'); page.setProperty('press', 'image', 'javascript:alert(1)'); });
  await sleep(200);
  assert.deepEqual(await browser.run(() => log.problems), ['image', 'image']);
});

test('boxes grow with the texts that data gives, as the Swift client lays them out', { skip, timeout: 120_000 }, async t => {
  const { browser } = await setUp(t), { cases } = JSON.parse(await readFile(new URL('../../../Tests/Fixtures/Vectors/token/vectors.json', import.meta.url), 'utf8'));
  if (!await browser.run(() => document.fonts.check('15px "Liberation Sans"'))) return t.skip('Liberation Sans is not installed');
  const { data, steps, answers } = cases.find(one => one.page === 'sized.html');
  await browser.run(async data => {
    page.destroy();
    window.page = await openWith({ data }, 'sized.html');
  }, data);
  let compared = 0;
  for (const [number, answer] of answers.entries()) {
    if (number) await browser.run(data => page.setData(data), steps[number - 1].data);
    const wanted = answer.views.filter(view => view.properties.id), places = await browser.run(ids => ids.map(id => {
      const { left, top, width, height } = page.element(id).style;
      return [left, top, width, height].map(parseFloat);
    }), wanted.map(view => view.properties.id));
    wanted.forEach((view, index) => view.frame?.forEach((value, side) => {
      const found = places[index][side];
      compared++;
      assert.ok(Math.abs(found - value) <= 1.5, `step ${number}, ${view.properties.id}: ${places[index]} for ${view.frame}`);
    }));
  }
  assert.ok(compared >= 150, `${compared} numbers`);
});

test('data, texts and addresses never become markup, scripts or styles, also under a strict content security policy', { skip, timeout: 120_000 }, async t => {
  const { browser } = await setUp(t);
  await browser.run(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', event => violations.push(event.violatedDirective));
    document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'Content-Security-Policy', content: "default-src 'none'; img-src blob:; style-src 'none'; script-src 'none'" }));
  });
  const evil = '<img src=x onerror="window.evil = 1">';
  const shown = await browser.run(evil => {
    page.setData({ title: evil, form: { name: evil }, sections: [{ id: evil, name: evil }, JSON.parse('{"__proto__":{"name":"inherited"},"id":"__proto__"}')] });
    // Names that every object has are values like any other.
    for (const name of ['imageMode', 'type', 'keyboardType', 'returnType', 'color', 'constructor', '__proto__']) {
      for (const id of ['press', 'field', 'title']) for (const value of ['constructor', '__proto__', 'url(javascript:1)', 5]) page.setProperty(id, name, value);
    }
    for (const url of ['javascript:window.evil = 1', 'data:text/html,x', ' JavaScript:1', 'vbscript:1']) page.setProperty('press', 'image', url);
    page.update({ title: evil + 1 });
    return [page.element('title').textContent, [...root().querySelectorAll('[data-component=tableRow]')].map(row => row.textContent), page.element('press').querySelector('img').hasAttribute('src')];
  }, evil);
  assert.deepEqual(shown, [`${evil}1`, [`0 ${evil}`, '1 '].map(one => one.trim()), false]);
  assert.deepEqual(await browser.run(() => [window.evil ?? null, violations, window.failure ?? null, {}.name ?? null]), [null, [], null, null]);
});

test('a page is where its element is, in pages that are read from the right, too', { skip, timeout: 120_000 }, async t => {
  const { browser } = await setUp(t, { width: 195, height: 422 });
  const places = await browser.run(async () => {
    const found = [], place = () => [document.getElementById('screen'), page.element('title')].map(one => one.getBoundingClientRect().x);
    for (const [direction, width] of [['rtl', 195], ['rtl', 600], ['ltr', 600]]) {
      document.documentElement.dir = direction;
      document.getElementById('screen').style.width = `${width}px`;
      await new Promise(resolve => { requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))); });
      const [screen, title] = place();
      found.push(title - screen);
    }
    return found;
  });
  assert.deepEqual(places, [5, 115, 115]);
  // The order of a text's words is its language's.
  assert.equal(await browser.run(() => { page.update({ title: 'שלום abc' }); return getComputedStyle(page.element('title').querySelector('span')).direction; }), 'rtl');
});

test('another page in the element ends the one before; focus stays near; handlers that throw leave a whole page', { skip, timeout: 120_000 }, async t => {
  const { browser } = await setUp(t);
  const found = await browser.run(async () => {
    const first = page;
    window.page = await openWith({ data: { title: 'second', sections: [{ id: 1, name: 'a' }, { id: 2, name: 'b' }] }, handlers: { press() { page.update({ title: 'changed' }); throw new Error('of the app'); } } });
    first.update({ title: 'late' });
    const count = document.getElementById('screen').childNodes.length, isOver = first.element('title') === null;
    first.destroy();
    addEventListener('error', event => event.preventDefault());
    page.element('press').click();
    root().querySelectorAll('[data-component=tableRow]')[1].focus();
    page.update({ sections: [{ id: 1, name: 'a' }] });
    return [count, isOver, page.element('title').textContent, root().activeElement === page.element('list')];
  });
  assert.deepEqual(found, [1, true, 'changed', true]);
});

test('the keyboard stays in a row that data moves, where browsers can move elements and where they cannot', { skip, timeout: 120_000 }, async t => {
  const { browser } = await setUp(t);
  const cases = [['abcde', 'e', 'eabcd'], ['abcde', 'a', 'bcdea'], ['abcde', 'd', 'adbce'], ['abcde', 'b', 'acdbe'], ['abcde', 'c', 'edcba'], ['abcde', 'e', 'xeabcd']];
  const found = await browser.run(cases => {
    const rows = () => [...root().querySelectorAll('[data-component=tableRow]')], found = [];
    const show = names => page.update({ sections: [...names].map(name => ({ id: name, name })) });
    for (const canMove of [true, false]) {
      if (!canMove) for (const kind of [Element, Document, DocumentFragment]) delete kind.prototype.moveBefore;
      for (const [before, focused, after] of cases) {
        show(before);
        const row = rows().find(one => one.textContent.endsWith(focused));
        let lost = 0;
        row.focus();
        row.onblur = () => lost++;
        show(after);
        found.push([rows().map(one => one.textContent.at(-1)).join(''), root().activeElement?.textContent.at(-1), lost]);
        row.onblur = null;
      }
    }
    return found;
  }, cases);
  const wanted = cases.map(([, focused, after]) => [after, focused, 0]);
  assert.deepEqual(found, [...wanted, ...wanted]);
});

test('a list that grows past 200 rows while it is scrolled keeps its place', { skip, timeout: 120_000 }, async t => {
  const { browser } = await setUp(t);
  const places = await browser.run(async () => {
    const rows = count => Array.from({ length: count }, (_, id) => ({ id, name: `row ${id}` })), list = page.element('list'), places = [];
    const frame = () => new Promise(resolve => { requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))); });
    page.update({ sections: rows(150) });
    list.scrollTop = 3000;
    for (const count of [150, 250, 260]) {
      page.update({ sections: rows(count) });
      await frame();
      const { top } = list.getBoundingClientRect(), first = [...root().querySelectorAll('[data-component=tableRow]')].find(row => row.getBoundingClientRect().bottom > top);
      places.push([list.scrollTop, first.textContent]);
    }
    return places;
  });
  assert.deepEqual(places, Array(3).fill([3000, '83 row 83']));
});

test('controls and texts begin at the right where the page does', { skip, timeout: 120_000 }, async t => {
  const { browser } = await setUp(t);
  const places = await browser.run(async () => {
    const { BrowserHost } = await import('./client/host.js'), screen = document.createElement('div'), host = new BrowserHost(screen, { width: 400, height: 400, send() {} });
    document.body.append(screen);
    const parts = [
      ['switch', {}, '.toggle'], ['input', { text: 'a', showClear: 'true' }, '.clear'], ['searchBar', { showsCancelButton: 'true' }, '.cancel'],
      ['segment', { titles: 'One,Two' }, 'button'], ['label', {}, 'span'],
    ];
    return ['ltr', 'rtl', null].map(direction => parts.map(([component, properties, part], index) => {
      const node = index + 1;
      host.apply([
        { op: 'create', node, component }, { op: 'insert', node, parent: null, index }, { op: 'setFrame', node, x: 20, y: 50 * index, width: 300, height: 40 },
        ...Object.entries({ ...properties, direction }).map(([name, value]) => ({ op: 'setProperty', node, name, value })),
        ...(component === 'label' ? [{ op: 'setText', node, text: 'abc', lines: [] }] : []),
      ]);
      const range = document.createRange(), { element } = host.views.get(node), around = element.getBoundingClientRect();
      range.selectNode(element.querySelector(part));
      if (component === 'label') range.selectNodeContents(element.querySelector(part));
      const { left, right } = range.getBoundingClientRect();
      return left - around.left < around.right - right ? 'left' : 'right';
    }));
  });
  const fromLeft = ['left', 'right', 'right', 'left', 'left'];
  assert.deepEqual(places, [fromLeft, ['right', 'left', 'left', 'right', 'right'], fromLeft]);
});

test('a handler may have the name of a function of browsers', { skip, timeout: 120_000 }, async t => {
  const { browser, click } = await setUp(t);
  await browser.run(async () => {
    page.destroy();
    window.opened = [];
    window.page = await openWith({ data: { title: 'x', sections: [{ id: 7, name: 'a' }] }, scripts: (...given) => runScripts(...given).then(made => { window.made = made; return made; }) });
  });
  await click('[data-component=button]');
  for (const name of ['open', 'close', 'eval', 'stop', 'constructor', 'toString']) assert.equal(await browser.run(name => made.call(name, ['about:blank']), name), false, name);
  assert.equal(await browser.run(() => made.call('count', [1])), true);
  assert.equal((await browser.call('GET', `${browser.session}/window/handles`)).length, 1);
});

test('long presses, swipes and pulled lists are reported as other hosts do', { skip, timeout: 120_000 }, async t => {
  const { browser } = await setUp(t);
  await browser.run(async () => {
    page.destroy();
    const { BrowserHost } = await import('/client/host.js'), screen = document.getElementById('screen');
    window.sent = [];
    window.host = new BrowserHost(screen.appendChild(document.createElement('div')), {
      width: 300, height: 400, resolve: () => null,
      send: event => {
        if (!['appear', 'disappear', 'scroll'].includes(event.event)) sent.push([event.event, event.node, event.value].filter(one => one !== undefined).join(' '));
        // Nothing listens to long presses of the second row.
        return event.event !== 'longPress' || event.node !== 4;
      },
    });
    const commands = [];
    const add = (node, component, parent, index, [x, y, width, height]) => commands.push({ op: 'create', node, component }, { op: 'insert', node, parent, index }, { op: 'setFrame', node, x, y, width, height });
    add(1, 'body', null, 0, [0, 0, 300, 400]);
    add(2, 'table', 1, 0, [0, 0, 300, 200]);
    add(3, 'tableRow', 2, 0, [0, 0, 300, 100]);
    add(4, 'tableRow', 2, 1, [0, 100, 300, 600]);
    add(5, 'input', 1, 1, [0, 250, 300, 50]);
    commands.push({ op: 'setScrollArea', node: 2, width: 300, height: 700 });
    host.apply(commands);
  });
  const sent = async () => browser.run(() => sent.splice(0));
  const mouse = (type, x, y, more = {}) => browser.devTools('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, ...more });
  const drag = async (from, to, wait = 0) => {
    await mouse('mousePressed', ...from);
    if (wait) await sleep(wait);
    if (String(from) !== String(to)) await mouse('mouseMoved', ...to, { buttons: 1 });
    await mouse('mouseReleased', ...to);
    return sent();
  };
  assert.deepEqual(await drag([50, 50], [50, 50]), ['click 3']);
  assert.deepEqual(await drag([50, 50], [50, 50], 700), ['longPress 3']);
  assert.deepEqual(await drag([50, 150], [50, 150], 700), ['longPress 4', 'click 4']);
  // A press that moves is not long; a key after a long press still presses.
  assert.deepEqual(await drag([50, 50], [50, 50], 700), ['longPress 3']);
  await browser.run(() => host.views.get(3).element.click());
  assert.deepEqual(await sent(), ['click 3']);
  assert.deepEqual(await drag([150, 50], [60, 60]), ['swipe 3 left', 'swipeLeft 3']);
  assert.deepEqual(await drag([60, 50], [150, 50]), ['swipe 3 right', 'swipeRight 3']);
  assert.deepEqual(await drag([60, 80], [60, 10]), ['swipe 3 up', 'swipeUp 3']);
  // Let go outside of the page; too slow; not straight.
  assert.deepEqual(await drag([60, 50], [60, 600]), ['swipe 3 down', 'swipeDown 3']);
  assert.deepEqual((await drag([150, 50], [60, 50], 600)).filter(one => one.startsWith('swipe')), []);
  assert.deepEqual((await drag([90, 90], [30, 30])).filter(one => one.startsWith('swipe')), []);
  // Fields select by dragging.
  assert.deepEqual((await drag([200, 275], [20, 275])).filter(one => /swipe|longPress/.test(one)), []);
  // Fingers.
  const touch = (type, ...points) => browser.devTools('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await browser.run(() => sent.splice(0));
  for (const [type, ...points] of [['touchStart', [200, 50]], ['touchMove', [150, 50]], ['touchMove', [60, 50]], ['touchEnd']]) await touch(type, ...points);
  assert.deepEqual(await sent(), ['swipe 3 left', 'swipeLeft 3']);
  // A list that is pulled at its upper end is read again, once for each pull; pushed at its lower end it wants more.
  const wheel = (deltaY, x = 50, y = 100) => mouse('mouseWheel', x, y, { deltaX: 0, deltaY, button: 'none' });
  await wheel(-40);
  await sleep(100);
  assert.deepEqual(await sent(), []);
  for (let turn = 0; turn < 3; turn++) await wheel(-40);
  await sleep(100);
  assert.deepEqual(await sent(), ['headerRefresh 2']);
  await sleep(600);
  for (let turn = 0; turn < 2; turn++) await wheel(-40);
  await sleep(100);
  assert.deepEqual(await sent(), ['headerRefresh 2']);
  await wheel(40);
  await sleep(300);
  await browser.run(() => host.views.get(2).element.scrollTo(0, 10_000));
  await sleep(600);
  assert.deepEqual(await sent(), []);
  for (let turn = 0; turn < 3; turn++) await wheel(40);
  await sleep(100);
  assert.deepEqual(await sent(), ['footerRefresh 2']);
  // By a finger, in two steps.
  await browser.run(() => { host.views.get(2).element.scrollTo(0, 0); });
  await sleep(600);
  for (const [type, ...points] of [['touchStart', [50, 50]], ['touchMove', [50, 90]], ['touchMove', [50, 140]], ['touchEnd']]) await touch(type, ...points);
  await sleep(100);
  assert.deepEqual((await sent()).filter(one => one.startsWith('header')), ['headerRefresh 2']);
});
