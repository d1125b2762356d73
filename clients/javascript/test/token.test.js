// Token pages without a browser: what data, readers and scripts make of a page, compared with what the Swift `LivePage` makes of it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { run, Scope, setting, textOf } from '../src/evaluator.js';
import { HybridError } from '../src/errors.js';
import { renumber } from '../src/items.js';
import { lookOf } from '../src/looks.js';
import { LivePage, maximumRows } from '../src/livepage.js';
import { readLayout, readPage } from '../src/pagefile.js';
import { livePages, seen, targetOf } from './support/livepages.js';
import { Views } from './support/views.js';

const vectors = JSON.parse(await readFile(new URL('../../../Tests/Fixtures/Vectors/token/vectors.json', import.meta.url), 'utf8')), { viewport } = vectors;
const tool = process.env.HYBRID;
const bytes = (path, { entries } = vectors) => new Uint8Array(Buffer.from(entries[path], 'base64'));
const files = (path = 'index.html', of = vectors) => {
  const page = readPage(bytes(`pages/${path}.page`, of));
  return [page, readLayout(bytes(`layouts/${of.viewport.name}/${path}.layout`, of), page)];
};
/** A live page with the views that it makes. */
function open(data, more = {}, [page, layout] = files()) {
  const views = new Views(), calls = [];
  const live = new LivePage(page, layout, {
    data, apply: commands => views.apply(commands), onCall: (name, values) => calls.push({ function: name, arguments: values }), ...more,
  });
  live.start();
  return { live, views, calls, page };
}
test('gestures belong to the nearest view around that has a handler for them', () => {
  const { live, calls } = open({ title: 'x' }), card = live.find(live.root, node => live.property(node, 'id') === 'card')[0], [inner] = card.children, own = card.file.handlers;
  assert.equal(own[0].event, 'click');
  for (const event of ['longPress', 'swipe', 'swipeLeft', 'swipeRight', 'swipeUp', 'swipeDown']) {
    card.file.handlers = own.map(one => ({ ...one, event }));
    calls.length = 0;
    for (const other of ['click', 'headerRefresh', event === 'swipe' ? 'longPress' : 'swipe']) assert.equal(live.handle({ event: other, node: inner.number }), false);
    assert.equal(calls.length, 0);
    assert.equal(live.handle({ event, node: inner.number, value: 'left' }), true, event);
    assert.deepEqual(calls, [{ function: 'count', arguments: [2] }]);
  }
  // Other events are only of their own view.
  card.file.handlers = own.map(one => ({ ...one, event: 'headerRefresh' }));
  assert.equal(live.handle({ event: 'headerRefresh', node: inner.number }), false);
  assert.equal(live.handle({ event: 'headerRefresh', node: card.number }), true);
});

/** Properties that say what a view is to assistive technology, and how the browser sets its text: the Swift client hands these on otherwise. */
const meanings = /^(?:role|aria\w+|pressable|lineHeight|textInset)$/;
// What hosts paint by display lists that this client does not make: it leaves gradients, shadows and the like out (docs/limitations.md).
const painted = /^(?:paint|textPaint)$/;

/** Compares the views of a case with those that the Swift client made of it. */
function compare({ page = 'index.html', data, steps, answers }, of) {
  const { live, views, calls } = open(data, {}, files(page, of)), moves = live.file.nodes.some(node => node.flags & 4);
  answers.forEach((answer, number) => {
    const step = steps[number - 1], place = `${page}, step ${number}`;
    calls.length = 0;
    if (step?.data) live.setData(step.data);
    else if (step) {
      const { at, ...event } = step;
      live.handle({ ...event, node: targetOf(views, at).node });
    }
    const found = seen(views);
    assert.deepEqual(calls, answer.calls, place);
    assert.deepEqual(found.map(view => [view.depth, view.component, view.text]), answer.views.map(view => [view.depth, view.component, view.text]), place);
    found.forEach((view, index) => {
      const other = answer.views[index], at = `${place}, ${view.component} ${view.properties.id ?? index}`;
      const looks = Object.entries(view.properties).filter(([name]) => !meanings.test(name) || Object.hasOwn(other.properties, name));
      assert.deepEqual(Object.fromEntries(looks.sort()), Object.fromEntries(Object.entries(other.properties).filter(([name]) => !painted.test(name)).sort()), at);
      // Pages whose boxes follow from data have the frames of the build here.
      if (!moves || of === vectors && page !== 'sized.html') assert.deepEqual(view.frame, other.frame, at);
    });
  });
}
const rows = (count, more = {}) => Array.from({ length: count }, (_, index) => ({ id: index, name: `row ${index}`, ...more }));
const sized = view => view.frame.slice(2);

for (const one of vectors.cases) test(`the views of the Swift client: ${one.name}`, () => compare(one, vectors));

test('the vectors are what the tool makes now', { skip: tool ? false : 'HYBRID names no tool' }, async () => {
  const fixture = new URL('../../../Tests/Fixtures/Vectors/token/', import.meta.url).pathname, { cases } = JSON.parse(await readFile(`${fixture}cases.json`, 'utf8'));
  const made = await livePages(tool, `${fixture}site`, cases);
  assert.deepEqual(made.cases, vectors.cases, 'run Tools/token-vectors');
  for (const one of made.cases) compare(one, made);
});

test('the Token pages of the examples have the views of the Swift client', { skip: tool ? false : 'HYBRID names no tool' }, async () => {
  const examples = new URL('../../../examples/', import.meta.url).pathname, done = { state: 'done', mark: '✓' };
  const made = {
    weather: { city: 'Oslo', now: { degrees: -2.5, sky: 'Snow' }, days: [{ day: 'Monday', rain: 40, low: -3, high: 0 }, { day: 'Tuesday', low: 1 }] },
    todo: { entry: 'Tea', tasks: [{ id: 1, text: 'Bread', ...done }, { id: 2, text: 'Salt', state: 'open', mark: '' }], count: 1 },
  };
  for (const [name, data] of Object.entries(made)) {
    const cases = ['index.html', 'de/index.html'].map(page => ({ name, page, data, steps: [{ at: { component: 'tableRow' }, event: 'click' }, { data: {} }, { data }] }));
    const pages = await livePages(tool, `${examples}${name}`, cases);
    for (const one of pages.cases) compare(one, pages);
  }
});

test('10,000 rows are a few views, whose places are those of all', () => {
  const { live, views } = open({ sections: rows(10_000) }), table = views.all.find(view => view.component === 'table');
  const shown = () => views.all.filter(view => view.component === 'tableRow');
  const check = (from, to) => {
    const list = shown();
    assert.ok(list.length <= maximumRows && list.length <= 3 * Math.ceil(table.frame[3] / 36) + 3, `${list.length} rows`);
    const numbers = list.map(view => Number(view.properties.ariaPosinset) - 1);
    assert.deepEqual(list.map(view => view.frame[1]), numbers.map(number => number * 36));
    assert.deepEqual(list.map(view => view.children[0].text), numbers.map(number => `${number} row ${number}`));
    assert.ok(numbers[0] <= from && numbers[numbers.length - 1] >= to && list.every(view => view.properties.ariaSetsize === '10000'), `${numbers[0]} to ${numbers[numbers.length - 1]}`);
  };
  assert.equal(table.area[1], 360_000);
  check(0, table.frame[3] / 36);
  for (const y of [180_000, 359_000, 100, 0]) {
    live.handle({ event: 'scroll', node: table.node, x: 0, y });
    check(Math.max(0, Math.floor(y / 36)), Math.min(9999, Math.floor((y + table.frame[3]) / 36)));
  }
  assert.ok(live.nodes.size < 1000, `${live.nodes.size} nodes`);
});

test('copies directly in a page are made where it is scrolled to; what is fixed counts from the edges of what is seen', () => {
  const names = Array.from({ length: 5000 }, (_, index) => `row ${index}`), { live, views } = open({ groups: ['one'], rows: names }, {}, files('kept.html'));
  const at = id => views.all.find(view => view.properties.id === id), shown = () => views.all.filter(view => view.component === 'label' && view.text.startsWith('row ')).map(view => Number(view.text.slice(4)));
  const body = views.all.find(view => view.component === 'body'), above = views.all.find(view => view.text === 'row 0'), first = views.views.get(live.nodes.get(above.node).parent.number).frame[1];
  assert.deepEqual([body.area, shown()[0]], [[viewport.width, first + 5000 * 60], 0]);
  for (const y of [150_000, 299_500, 0]) {
    live.see({ y });
    const found = shown(), from = Math.max(0, Math.floor((y - first) / 60)), to = Math.min(4999, Math.floor((y + viewport.height - first) / 60));
    assert.ok(found[0] <= from && found[found.length - 1] >= to && found.length <= 3 * viewport.height / 60 + 3, `${y}: ${found[0]} to ${found[found.length - 1]}`);
    assert.equal(at('last').frame[1], first + 5000 * 60);
  }
  // What is built for a screen of 844 px, in an element of 500.
  const before = ['top', 'end', 'side'].map(id => at(id).frame);
  live.see({ height: 500 });
  const after = ['top', 'end', 'side'].map(id => at(id).frame), missing = viewport.height - 500;
  assert.deepEqual(after, [before[0], [before[1][0], before[1][1] - missing, ...before[1].slice(2)], [...before[2].slice(0, 3), before[2][3] - missing]]);
});

test('rows of other heights that are made before what is seen move nothing of it', () => {
  const views = new Views(), cards = Array.from({ length: 2000 }, (_, index) => 40 + (index * 7 % 10) * 20 + index / 10_000);
  let y = 0, farther = 0;
  const apply = commands => {
    views.apply(commands);
    for (const { op, action, arguments: by } of commands) if (op === 'perform' && action === 'scrollBy') y += by[1];
  };
  const { live } = open({ cards }, { apply }, files('kept.html'));
  const scroll = to => {
    y = to;
    live.see({ y });
  };
  /** The cards on the screen: where they are, by their text. */
  const shown = () => new Map(views.all.filter(view => view.component === 'label' && view.text.includes('.'))
    .map(view => [view.text, views.views.get(live.nodes.get(view.node).parent.number).frame[1] - y]).filter(([, at]) => at > -40 && at < viewport.height));
  for (const place of [20_000, 35_000, 5000]) {
    scroll(place);
    assert.ok(shown().size >= 4, `${place}: ${y}, ${shown().size}`);
    if (y > place) farther++;
    for (let turn = 0; turn < 40 && y > 300; turn++) {
      const before = shown(), wanted = turn % 4 === 3 ? -300 : 250;
      scroll(y - wanted);
      const moved = [...shown()].filter(([text]) => before.has(text)).map(([text, at]) => at - before.get(text));
      assert.ok(moved.length && moved.every(one => Math.abs(one - wanted) < 0.01), `${place}, step ${turn}: ${moved}`);
      assert.ok(Math.abs(live.seen.y - y) < 0.01);
    }
  }
  assert.ok(farther > 0);
});

test('a row that is used stays though it is out of sight', () => {
  const { live, views } = open({ sections: rows(1000) }), table = views.all.find(view => view.component === 'table'), [first] = views.all.filter(view => view.component === 'tableRow');
  const inside = live.nodes.get(first.children[0].node);
  live.pinned.add(inside);
  live.handle({ event: 'scroll', node: table.node, x: 0, y: 20_000 });
  const list = views.all.filter(view => view.component === 'tableRow');
  assert.equal(list[0].node, first.node);
  assert.ok(Number(list[1].properties.ariaPosinset) > 500);
  live.pinned.delete(inside);
  live.flush();
  assert.ok(!views.views.has(first.node));
});

test('a row in which something was entered stays as long as its item', () => {
  const { live, views } = open({ sections: rows(1000) }), table = views.all.find(view => view.component === 'table'), [first] = views.all.filter(view => view.component === 'tableRow');
  live.handle({ event: 'textChange', node: first.children[0].node, text: 'mine' });
  live.handle({ event: 'scroll', node: table.node, x: 0, y: 20_000 });
  assert.equal(views.all.filter(view => view.component === 'tableRow')[0].node, first.node);
  live.setData({ sections: rows(1000).slice(1) });
  assert.ok(!views.views.has(first.node) && live.kept.size === 0);
});

test('rows go along with their items, wherever data puts them', () => {
  const of = (...names) => ({ sections: names.map(name => ({ name })) });
  const { live, views } = open(of('a', 'b', 'c', 'd', 'e')), list = () => views.all.filter(view => view.component === 'tableRow');
  const byName = () => new Map(list().map(view => [view.children[0].text.replace(/^\d+ /, ''), view.node])), first = byName();
  live.setProperty(live.nodes.get(first.get('c')), 'note', 'mine');
  for (const names of [['c', 'a', 'e', 'b', 'd'], ['new', 'c', 'e', 'd'], ['d', 'x', 'e', 'new', 'c'], ['c', 'changed', 'd', 'e']]) {
    const before = byName();
    live.setData(of(...names));
    assert.deepEqual(list().map(view => view.children[0].text), names.map((name, index) => `${index} ${name}`));
    assert.deepEqual(list().map(view => view.frame[1]), names.map((_, index) => index * 36));
    for (const [name, node] of byName()) if (before.has(name)) assert.equal(node, before.get(name), `${names}: ${name}`);
    assert.equal(views.views.get(first.get('c')).properties.note, 'mine');
  }
  // One that takes the place of another is that with other data.
  const [, changed] = list();
  live.setData(of('c', 'again', 'd', 'e'));
  assert.equal(list()[1].node, changed.node);
});

test('rows that are alike stay in their sections, wherever data puts those', () => {
  const of = (...sections) => ({ sections: sections.map(([title, names]) => ({ sectionData: { head: title }, rowsData: [...names].map(name => ({ name })) })) });
  const { live, views } = open(of(['one', 'ab'], ['two', 'ab'])), shown = () => views.all.filter(view => view.component === 'tableRow');
  const [, , , mine] = shown();
  live.setProperty(live.nodes.get(mine.node), 'note', 'mine');
  for (const [sections, place] of [
    [[['two', 'ba'], ['one', 'ab']], 0], [[['new', 'b'], ['one', 'ab'], ['two', 'ab']], 4], [[['one', 'ab'], ['two', 'b'], ['new', 'b']], 2],
    // One that goes to another section stays the same.
    [[['one', 'ab'], ['new', 'b'], ['third', 'b']], 3],
  ]) {
    live.setData(of(...sections));
    assert.deepEqual(shown().map(view => view.properties.note), shown().map((_, at) => (at === place ? 'mine' : undefined)), JSON.stringify(sections));
  }
});

test('hosts hear which views are read from the right', () => {
  assert.equal(lookOf(name => ({ direction: 'rtl' })[name]).direction, 'rtl');
  assert.ok(!('direction' in lookOf(name => ({ direction: 'ltr' })[name])));
});

test('what readers enter reaches the data, not the app’s own object', () => {
  const given = { form: { name: 'Ada' } }, entered = [], { live, views } = open(given, { onData: data => entered.push(data.form.name) });
  const field = views.all.find(view => view.properties.id === 'field');
  live.handle({ event: 'textChange', node: field.node, text: 'Grace' });
  assert.deepEqual([given.form.name, live.data.form.name, entered, views.all.find(view => view.properties.id === 'echo').text], ['Ada', 'Grace', ['Grace'], 'Hello Grace']);
  live.handle({ event: 'textChange', node: 1e9, text: 'nobody' });
  live.handle({ event: 'click', node: 'x' });
});

test('paths, missing values and texts of values', () => {
  const scope = new Scope([['item', { name: 'a' }]], [['item', { table: null, steps: ['list', 0] }]]), data = JSON.parse('{"list":[{"name":"a"}],"__proto__":{"x":1}}');
  const value = (...steps) => run(steps, data, scope);
  assert.deepEqual(value(['variable', 'item'], ['member', 'name']), { value: 'a', place: { table: null, steps: ['list', 0, 'name'] } });
  assert.deepEqual(value(['variable', 'list'], ['text', '0'], ['element', '']).place, { table: null, steps: ['list', 0] });
  for (const steps of [[['variable', 'toString']], [['variable', 'list'], ['member', 'constructor']], [['variable', 'list'], ['number', 0.5], ['element', '']],
    [['variable', 'list'], ['text', ' 0'], ['element', '']], [['member', 'x']], [['element', '']], [['unknown', '']], []]) assert.equal(value(...steps).value, null, JSON.stringify(steps));
  assert.equal(value(['variable', '__proto__'], ['member', 'x']).value, 1);
  assert.equal(setting(data, ['__proto__', 'x'], 2).__proto__.x, 2);
  assert.equal({}.x, undefined);
  assert.deepEqual({ ...setting({ a: [1] }, ['a', 5], 2) }, { a: [1] });
  assert.deepEqual([null, undefined, true, -0, 5, 1e20, 0.1, 1e-5, [1, { b: 1, a: 'x' }]].map(textOf), ['', '', 'true', '0', '5', '100000000000000000000', '0.1', '1e-05', '[1,{"a":"x","b":1}]']
    .map((text, index) => (index === 5 ? '1e+20' : text)));
  assert.equal(value(['text', 'ä'.repeat(600_000)], ['text', 'x'], ['join', 2]).value.length, 1 << 19);
});

test('a page that is damaged is refused, and never hangs', () => {
  const whole = bytes('pages/index.html.page'), page = readPage(whole), layout = bytes(`layouts/${viewport.name}/index.html.layout`);
  let refused = 0, seed = 7;
  const random = limit => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % limit;
  for (let turn = 0; turn < 600; turn++) {
    const original = turn % 3 ? whole : layout, damaged = original.slice(0, turn % 5 ? original.length : random(original.length));
    for (let change = 0; change <= turn % 4; change++) if (damaged.length) damaged[random(damaged.length)] = random(256);
    try {
      const file = turn % 3 ? readPage(damaged) : page, places = turn % 3 ? null : readLayout(damaged, page);
      new LivePage(file, places, { data: { sections: rows(10) }, apply: () => {} }).start();
    } catch (error) {
      assert.ok(error instanceof HybridError, error.stack);
      refused++;
    }
  }
  assert.ok(refused > 20, `${refused} refused`);
});

test('frames of copies that data makes follow one another, and what is behind them moves', () => {
  const { views } = open({ chips: ['a', 'b', 'c'], sections: rows(3) }), chips = views.all.filter(view => view.properties.class === 'chip');
  assert.deepEqual(chips.map(view => view.frame), [[0, 0, 60, 24], [66, 0, 60, 24], [132, 0, 60, 24]]);
  assert.deepEqual(views.all.filter(view => view.component === 'tableRow').map(view => view.frame[1]), [0, 36, 72]);
  assert.deepEqual(sized(views.all.find(view => view.component === 'tableRow')), sized(views.all.filter(view => view.component === 'tableRow')[2]));
});

/** A message of Protocol Buffers: fields by number; bytes, or numbers as variable integers. */
const message = members => Buffer.concat(Object.entries(members).map(([number, value]) => {
  const variable = whole => {
    const list = [];
    for (; whole > 127; whole = Math.floor(whole / 128)) list.push(whole % 128 + 128);
    return Buffer.from([...list, whole]);
  };
  return typeof value === 'number' ? Buffer.concat([variable(number * 8), variable(value)]) : Buffer.concat([variable(number * 8 + 2), variable(value.length), value]);
}));
const words = list => Buffer.from(Uint32Array.from(list).buffer);

test('rows that belong to many nodes, and texts in one another, are refused before they are made', () => {
  const count = 20_000, all = value => Array.from({ length: count }, (_, index) => value(index)), many = all(() => 0);
  // A tree whose nodes are all in the first one; each second node has all attributes.
  const columns = { 1: Buffer.alloc(count, 1), 2: Buffer.alloc(count), 3: words(all(index => index)), 4: words(all(index => (index ? 1 : count))), 9: words(all(index => (index % 2 ? 0 : 50_000))) };
  const page = (strings, columns) => message({ 1: 1, 3: 2, 5: count, 6: message(strings), 7: message(columns), 8: message({ 1: words(Array(50_000).fill(0)), 2: words(Array(50_000).fill(0)) }) });
  const refused = (strings, columns) => assert.throws(() => readPage(new Uint8Array(page(strings, columns))), error => error instanceof HybridError && error.code === 'page' && /rows in order/.test(error.message));
  refused({ 1: words([0, 1]), 2: Buffer.from('a') }, columns);
  refused({ 1: words(all(index => (index % 2 ? 60_000 : 0))), 2: Buffer.alloc(60_000, 0x61) }, { ...columns, 9: words(many) });
  assert.equal(readPage(new Uint8Array(page({ 1: words([0, 1]), 2: Buffer.from('a') }, { ...columns, 9: words(many) }))).nodes.length, count);
});

test('data that is not JSON is refused by name, and the page stays as it was', () => {
  const { live, views } = open({ title: 'Orders' }), cycle = {}, title = () => views.all.find(view => view.properties.id === 'title').text;
  cycle.cycle = cycle;
  for (const data of [cycle, { title: 1n }, { get title() { throw new Error('no'); } }]) assert.throws(() => live.setData(data), error => error instanceof HybridError && error.code === 'data');
  assert.throws(() => open(cycle), HybridError);
  assert.equal(title(), 'Orders');
  live.setData({ title: NaN, sections: [NaN, undefined, 'x', [], { __proto__: null, name: 'n' }] });
  assert.equal(title(), '');
});

test('what a handler changed before it threw is shown', () => {
  let live;
  const page = open({ title: 'one' }, { onCall() { live.setData({ title: 'two' }); live.setText(live.root, 'x'); throw new Error('of the app'); } }), { views } = page;
  ({ live } = page);
  assert.throws(() => live.handle({ event: 'click', node: views.all.find(view => view.properties.id === 'press').node }), /of the app/);
  assert.equal(views.all.find(view => view.properties.id === 'title').text, 'two');
});

test('items that are alike take time in proportion to their number', () => {
  const keyOf = item => ({ isId: false, text: item.element });
  /** Milliseconds for lists of two items in turn and then the other way around; the least of three. */
  const time = count => {
    const list = first => Array.from({ length: count }, (_, number) => ({ template: 1, number, element: `${(number + first) % 2}` }));
    const times = [0, 1, 2].map(() => {
      const shown = new Map([[0, 'copy']]), start = performance.now();
      renumber({ items: list(0), shown, grown: new Map(), inOrder: ['copy'] }, list(1), false, keyOf, { discard: assert.fail, moved() {} });
      return performance.now() - start;
    });
    return Math.min(...times);
  };
  time(5000);
  const few = time(5000), many = time(40_000);
  // Eight times as many took 60 times as long.
  assert.ok(many < 30 * few + 20, `${few} ms and ${many} ms`);
});
