// The dialect's script interfaces in a browser (docs/reference/bindings.md). Scripts run only where the app hands `runScripts` to a page, with
// the app's own rights: the frame that they run in keeps their globals and timers apart, but does not protect the app.
// Where a name is misspelt, it is so in the original, and pages use it.
import { camelCased } from './livepage.js';

const truth = value => value === true || ['1', 'true', 'yes'].includes(String(value));
const flag = value => String(truth(value));
const setters = [
  ['setHidden', 'hidden', flag], ['setBackgroundColor', 'backgroundColor'], ['setCornerRadius', 'borderRadius'], ['setBorderColor', 'borderColor'],
  ['setBorderWidth', 'borderWidth'], ['setUserInteractionEnabled', 'userInteractionEnabled', flag], ['setFont', 'font'], ['setTextColor', 'color'],
  ['setNumberOfLines', 'lines'], ['setTextAlign', 'textAlign'], ['adjustFontSize', 'adjustFontSize', flag], ['setHightTitle', 'highlightTitle'],
  ['setSelectedTitle', 'selectedTitle'], ['setTitleColor', 'titleColor'], ['setHightTitleColor', 'highlightTitleColor'],
  ['setSelectedTitleColor', 'selectedTitleColor'], ['setSelected', 'selected', flag], ['setImage', 'src'], ['setCursorColor', 'cursorColor'],
  ['setPlaceHolder', 'placeholder'], ['setEditable', 'editable', flag], ['setBarColor', 'barColor'], ['showsCancelButton', 'showsCancelButton', flag],
  ['setSelectedIndex', 'selectedIndex'], ['setSwitchState', 'on', flag], ['loadURL', 'src'], ['setUA', 'userAgent'], ['showHBar', 'showHBar', flag],
  ['showVBar', 'showVBar', flag], ['scrollEnable', 'allowScroll', flag], ['pageEnable', 'pageEnable', flag],
];
const listeners = [
  'onBeginEditing', 'onEndEditing', 'onTextChange', 'onClearClick', 'onKeyBoardReturn', 'onSearchButtonClick', 'setOnIndexChange', 'onStartLoad',
  'onReceiveContent', 'onFinish', 'onFailLoad', 'onReceiveJSMessage', 'onHeaderRefresh', 'onFooterRefresh',
];
const actions = [
  'endEditing', 'goBack', 'goForward', 'reload', 'stopLoading', 'scrollToTop', 'openHeaderRefresh', 'stopHeaderRefresh', 'hiddenHeaderRefresh',
  'openFooterRefresh', 'stopFooterRefresh', 'hiddenFooterRefresh',
];
/** Events as scripts name them, by the names of hosts. */
const eventNames = { __proto__: null, clear: 'clearClick', return: 'keyBoardReturn', search: 'searchButtonClick' };
const fields = new Set(['input', 'textArea', 'searchBar']);

/**
 * Runs the scripts of a page, for `scripts` of `openTokenPage`.
 *
 * @param {import('./token.js').TokenPage} page
 * @param {import('./livepage.js').LivePage} live
 * @param {(path: string) => Promise<string>} contents reads entries of the release
 * @param {{token?: Record<string, any>, onTitle?: (title: string) => void}} [options] what the app gives scripts
 * @returns {Promise<import('./token.js').TokenScripts>}
 */
export async function runScripts(page, live, contents, options = {}) {
  const { file } = live, texts = [];
  for (const { text, source, line } of file.scripts) {
    try {
      texts.push({ text: text ?? await contents(source ?? ''), name: text === null ? source ?? '' : `${file.source}:${line}` });
    } catch (error) {
      live.problem('script', `${file.source}: ${source}: ${error.message}`);
    }
  }
  let html = '';
  try {
    html = await contents(`web/${file.source}`);
  } catch {
    // A Token page need not be among the site's files.
  }
  const frame = Object.assign(document.createElement('iframe'), { hidden: true });
  document.body.append(frame);
  const realm = /** @type {any} */ (frame.contentWindow), handlers = new WeakMap(), wrapped = new WeakMap();
  /** What the frame has by itself: a page that calls `open()` means a function of the app's. */
  const natives = new Set();
  for (let at = realm; at; at = Object.getPrototypeOf(at)) for (const { value } of Object.values(Object.getOwnPropertyDescriptors(at))) natives.add(value);
  let isOver = false;
  const failed = (name, error) => live.problem('script', `${file.source}: ${name}: ${error}`);
  /** Runs what a script gave; what it changed is shown. */
  const perform = (name, body) => {
    if (isOver) return;
    try {
      body();
    } catch (error) {
      failed(name, error);
    }
    live.flush();
  };

  // MARK: Nodes

  class Node {
    /** @type {import('./livepage.js').LiveNode} */
    node;
    getElementById(id) { return wrap(live.find(this.node, one => live.property(one, 'id') === String(id))[0]); }
    getElementsByTagName(name) { return live.find(this.node, one => one.file.tag === String(name)).map(wrap); }
    getElementsByClassName(name) { return live.find(this.node, one => (live.property(one, 'class') ?? '').split(/\s+/).includes(String(name))).map(wrap); }
    get name() { return this.node.file.tag; }
    get innerText() { return live.text(this.node); }
    set innerText(value) { live.setText(this.node, String(value)); }
    get identifier() { return live.property(this.node, 'identifier') ?? null; }
    get parentNode() { return wrap(this.node.parent); }
    get childNodes() { return live.children(this.node).map(wrap); }
    get innerAttributes() { return Object.fromEntries(this.node.file.attributes.map(([name, value]) => [name, live.property(this.node, camelCased(name)) ?? value])); }
    get cssAttributes() { return Object.fromEntries(live.declarations(this.node)); }
  }
  const frameOf = node => {
    live.layOut();
    const frame = node.frame ?? { x: 0, y: 0, width: 0, height: 0 }, around = node.frame && node.parent?.frame;
    return { x: frame.x - (around?.x ?? 0), y: frame.y - (around?.y ?? 0), width: frame.width, height: frame.height };
  };
  const listen = (node, event, callback) => {
    if (!handlers.has(node)) handlers.set(node, Object.create(null));
    handlers.get(node)[event] = callback;
  };
  const textOf = value => (value === null || value === undefined ? '' : String(value));
  class Element extends Node {
    setOnClick(callback) { listen(this.node, 'click', callback); }
    get componentWidth() { return frameOf(this.node).width; }
    get componentHeight() { return frameOf(this.node).height; }
    get originX() { return frameOf(this.node).x; }
    get originY() { return frameOf(this.node).y; }
    get centerX() { const { x, width } = frameOf(this.node); return x + width / 2; }
    get centerY() { const { y, height } = frameOf(this.node); return y + height / 2; }
    get maxX() { const { x, width } = frameOf(this.node); return x + width; }
    get maxY() { const { y, height } = frameOf(this.node); return y + height; }
    get offsetX() { return this.node.scroll.x; }
    get offsetY() { return this.node.scroll.y; }
    get text() { return live.value(this.node); }
    setText(value) {
      if (fields.has(this.node.component ?? '')) live.setProperty(this.node, 'text', textOf(value));
      else live.setText(this.node, textOf(value));
    }
    setTitle(value) { live.setText(this.node, String(value)); live.setProperty(this.node, 'title', String(value)); }
    reloadData(sections) {
      if (!live.makesRows(this.node)) return;
      if (sections === undefined) live.setData(live.data);
      else live.setTable(this.node, sections);
    }
  }
  const define = (name, value) => Object.defineProperty(Element.prototype, name, { value, writable: true, configurable: true });
  for (const [name, property, convert = String] of /** @type {[string, string, ((value: any) => string)?][]} */ (setters)) define(name, function (value) { live.setProperty(this.node, property, convert(value)); });
  const sides = { contentSize: ['width', 'height'], scrollInset: ['top', 'left', 'bottom', 'right'] };
  for (const [property, members] of Object.entries(sides)) {
    const name = `set${property[0].toUpperCase()}${property.slice(1)}`;
    define(name, function (...values) {
      const given = values.length === 1 && typeof values[0] === 'object' && values[0] !== null ? values[0] : values;
      live.setProperty(this.node, property, (Array.isArray(given) ? given : members.map(member => given[member])).map(value => Number(value) || 0).join(' '));
    });
  }
  for (const name of listeners) {
    const short = name.replace(/^(?:setOn|on)/, ''), event = short[0].toLowerCase() + short.slice(1);
    define(name, function (callback) { listen(this.node, event, callback); });
  }
  for (const name of actions) define(name, function (...values) { live.perform(this.node, name, values); });
  const wrap = node => {
    if (!node) return null;
    if (!wrapped.has(node)) wrapped.set(node, Object.defineProperty(new (node.file.kind === 1 ? Element : Node)(), 'node', { value: node }));
    return wrapped.get(node);
  };

  // MARK: What pages have

  const tagged = tag => wrap(live.find(live.root, node => node.file.tag === tag)[0]), pageDocument = Object.defineProperty(new Node(), 'node', { value: live.root });
  Object.defineProperties(pageDocument, Object.getOwnPropertyDescriptors({
    pushNavigatorWithURL: (url, value) => page.visit(String(url), value ?? null),
    setTitle: title => { page.title = String(title); options.onTitle?.(String(title)); },
    get bodyNode() { return tagged('body'); }, get headNode() { return tagged('head'); }, get titleNode() { return tagged('title'); },
    get navigationBarNode() { return tagged('navigationBar'); }, get rootNode() { return wrap(live.root); },
    get sourceURL() { return file.source; }, get html() { return html; },
  }));
  const later = callback => (...values) => perform('callback', () => typeof callback === 'function' && callback(...values));
  const kept = new Map();
  /** @type {Record<string, any>} */
  const token = {
    log: (...values) => console.log(...values),
    // A title and a message.
    alert: (...texts) => { realm.alert(texts.filter(one => one !== null && one !== undefined && typeof one !== 'function').map(String).join('\n')); },
    request(options = {}) {
      const { url, method = 'GET', header = {}, httpParameter, jsonParameter, timeout = 60, resultType, success, failure } = options;
      const address = new URL(String(url), location.href), isGet = /^(?:get|head)$/i.test(method);
      if (httpParameter && isGet) for (const [name, value] of Object.entries(httpParameter)) address.searchParams.set(name, String(value));
      const body = isGet ? undefined : jsonParameter ? JSON.stringify(jsonParameter) : httpParameter ? new URLSearchParams(httpParameter) : undefined;
      fetch(address, { method, headers: { ...(jsonParameter && !isGet ? { 'Content-Type': 'application/json' } : {}), ...header }, body, signal: /** @type {any} */ (AbortSignal).timeout(Math.min(Number(timeout) || 60, 600) * 1000) })
        .then(async answer => {
          if (!answer.ok) throw new Error(`${answer.status}`);
          const text = await answer.text();
          let value = text;
          if (resultType !== 'text') {
            try {
              value = JSON.parse(text);
            } catch {
              // A text.
            }
          }
          later(success)(value);
        }).catch(error => later(failure)(String(error.message ?? error)));
    },
    setStorage: (name, value) => { kept.set(String(name), value); }, getStorage: name => kept.get(String(name)) ?? null, clearAllStorage: () => { kept.clear(); },
    dispatchMainAfter: (seconds, callback) => (typeof seconds === 'function' ? realm.setTimeout(later(seconds), (Number(callback) || 0) * 1000) : realm.setTimeout(later(callback), seconds * 1000)),
  };
  Object.assign(token, {
    setGlobleStorage: token.setStorage, getGlobleStorage: token.getStorage, clearGlobleStorage: token.clearAllStorage, dispatchGlobleAfter: token.dispatchMainAfter,
  });
  for (const name of ['alertTitles', 'alertInput', 'getLocation', 'makePhoneCall', 'saveImage', 'pickData', 'showHUDWithStatus', 'hideHUD']) {
    token[name] = () => {
      live.problem('script', `${file.source}: the app gives scripts no token.${name}`);
      return null;
    };
  }
  for (const [name, value] of Object.entries(options.token ?? {})) {
    token[name] = typeof value !== 'function' ? value : (...values) => value(...values.map(one => (typeof one === 'function' ? later(one) : one)));
  }
  const names = {
    document: pageDocument, token, console, alert: token.alert, window: realm, self: realm, parent: undefined, top: undefined,
    setTimeout: (callback, delay, ...values) => realm.setTimeout(later(callback), delay, ...values),
    setInterval: (callback, delay, ...values) => realm.setInterval(later(callback), Math.max(4, delay), ...values),
  };
  let lookUp = /** @type {(name: string) => any} */ (() => undefined);
  const sound = texts.filter(({ text, name }) => {
    try {
      new realm.Function(text);
      return true;
    } catch (error) {
      failed(name, error);
      return false;
    }
  });
  perform('scripts', () => {
    // One function holds all scripts, so that each sees what those before it declared.
    const body = ['__hybrid(name => eval(name));', ...sound.map(({ text, name }) => `\n// ${name.replace(/[\n\r\u2028\u2029]/g, ' ')}\n${text}\n;`)].join('');
    new realm.Function('__hybrid', ...Object.keys(names), body).call(realm, found => { lookUp = found; }, ...Object.values(names));
  });
  const find = name => {
    if (!/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/.test(name)) return null;
    const [first, ...rest] = name.split('.');
    try {
      let owner = null, value = lookUp(first);
      for (const part of rest) [owner, value] = [value, value?.[part]];
      return typeof value === 'function' && !natives.has(value) ? (...values) => value.apply(owner, values) : null;
    } catch {
      return null;
    }
  };
  const lifecycle = name => {
    const found = find(name);
    if (found) perform(name, found);
  };
  lifecycle('onload');
  const fire = (node, name, values) => {
    const callback = handlers.get(node)?.[name];
    if (typeof callback === 'function') perform(name, () => callback.apply(wrap(node), values));
    return typeof callback === 'function';
  };
  return {
    call(name, values) {
      const found = find(name);
      if (found) perform(name, () => found(...values));
      return found !== null;
    },
    event(event, node) {
      if (event.event === 'appear' || event.event === 'disappear') return lifecycle(event.event === 'appear' ? 'pageShow' : 'pageClose');
      if (!node || event.event === 'scroll') return undefined;
      if (event.event === 'textChange') return void fire(node, 'textChange', [event.text]);
      if (event.event === 'valueChange') return void fire(node, node.component === 'dots' ? 'indexChange' : 'click', [event.value]);
      if (event.event !== 'click') return void fire(node, eventNames[event.event] ?? event.event, [event.value ?? null]);
      // A tap goes to the nearest node around it that listens; in a table, the row's section and number come along.
      const row = live.rowOf(node);
      for (let at = node; at; at = at.parent) if (fire(at, 'click', row?.table === at ? [row.section, row.row] : [])) return undefined;
      return undefined;
    },
    end() {
      lifecycle('pageClose');
      isOver = true;
      frame.remove();
    },
  };
}
