/// The dialect's script interfaces, in JavaScript over one native function. Where a name is misspelt, it is so in the
/// original, and pages use it.
enum Prelude {
  /// What it is run as: no place of a page.
  static let source = "prelude"

  static let text = #"""
    (function (global) {
      'use strict';
      const native = global.__native;
      delete global.__native;
      // What pages may replace is taken now; below, nothing is called on lists, texts or maps that pages can change.
      const { Object, Map, String, Number, Error, RangeError, ReferenceError, TypeError } = global;
      const { parse, stringify } = JSON, { apply } = Reflect, { assign, create, defineProperty, defineProperties } = Object;
      const { get, set, has, delete: remove, keys } = Map.prototype;
      const evaluate = global.eval, { slice } = String.prototype, { isArray } = global.Array;
      // A descriptor must not inherit what a page gives all objects.
      const fixed = (value) => ({ __proto__: null, value });
      const map = () => defineProperties(new Map(), { __proto__: null, get: fixed(get), set: fixed(set), has: fixed(has),
        delete: fixed(remove), keys: fixed(keys) });
      // An assignment would call a setter that a page gives all lists.
      const put = (list, index, value) => {
        defineProperty(list, index, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
      };
      const mapped = (list, change) => {
        const result = [];
        for (let index = 0; index < list.length; index++) put(result, index, change(list[index]));
        return result;
      };
      const joined = (list, between) => {
        let text = '';
        for (let index = 0; index < list.length; index++) text += (index > 0 ? between : '') + list[index];
        return text;
      };
      const send = (operation, values) => {
        const texts = mapped(values, (value) => { const text = stringify(value); return text === undefined ? 'null' : text; });
        const message = '[' + joined(texts, ',') + ']';
        // It is copied and read again, which no limit of the engine counts.
        if (message.length > 1 << 24) throw new RangeError('more than 16,777,216 characters are handed to the app at once');
        const answer = native(operation, message);
        if (answer[0] === '!') throw new TypeError(parse(apply(slice, answer, [1])));
        return parse(answer);
      };
      const call = (operation, ...values) => send(operation, values);
      const handlers = map(), nodes = map(), callbacks = map();
      let lastCallback = 0;
      const keep = (callback) => {
        if (typeof callback !== 'function') return 0;
        callbacks.set(++lastCallback, callback);
        return lastCallback;
      };
      // Forgets the nodes of rows that were removed.
      let ids = [], sweepsAt = 4096;
      const sweep = () => {
        const living = call('living', ids), left = map();
        for (let index = 0; index < living.length; index++) left.set(living[index], true);
        for (let index = 0; index < ids.length; index++) {
          if (left.has(ids[index])) continue;
          nodes.delete(ids[index]);
          handlers.delete(ids[index]);
        }
        ids = living;
        sweepsAt = ids.length < 2048 ? 4096 : ids.length * 2;
      };
      const wrap = (id) => {
        if (id === null || id === undefined || id < 0) return null;
        let node = nodes.get(id);
        if (!node) {
          if (ids.length >= sweepsAt) sweep();
          put(ids, ids.length, id);
          const type = call('type', id);
          node = create(((type.rows ? Table : prototypes[type.component]) || (type.element ? Element : Node)).prototype);
          defineProperty(node, '__id', fixed(id));
          nodes.set(id, node);
        }
        return node;
      };
      const listen = (node, event, callback) => {
        if (!handlers.has(node.__id)) handlers.set(node.__id, create(null));
        handlers.get(node.__id)[event] = callback;
      };
      // Callbacks of promises are runs of their own to the engine's clock: a chain without an end is ended here.
      const chain = Promise.prototype.then;
      let links = 0;
      Object.defineProperty(Promise.prototype, 'then', {
        configurable: true, writable: true,
        value: function then(fulfilled, rejected) {
          if ((++links & 255) === 0 && native('isOverdue', '') === 'true') throw new Error('the script ran too long');
          return apply(chain, this, [fulfilled, rejected]);
        },
      });
      // Loops of WebAssembly do not ask for the end, and no page of the dialect has any.
      delete global.WebAssembly;
      // ICU takes the square of the number of marks that combine with one letter, in a step that nothing ends. Texts that people write
      // have fewer than 30 in a row (UAX 15, 13).
      const { exec } = global.RegExp.prototype, marks = /(?<!\p{M})\p{M}{256}/u;
      const ordinary = (value) => {
        const text = String(value);
        if (text.length > 255 && apply(exec, marks, [text]) !== null) throw new RangeError('more than 255 combining marks in a row');
        return text;
      };
      const receiver = (value) => {
        if (value === null || value === undefined) throw new TypeError('a text is expected');
        return ordinary(value);
      };
      const { normalize, localeCompare } = String.prototype, { Collator } = global.Intl;
      const comparison = Object.getOwnPropertyDescriptor(Collator.prototype, 'compare').get;
      const compares = new WeakMap(), { get: known, set: learn } = WeakMap.prototype;
      const methods = {
        normalize(form) { return apply(normalize, receiver(this), [form]); },
        localeCompare(other, ...options) {
          return apply(localeCompare, receiver(this), [ordinary(other), options[0], options[1]]);
        },
        get compare() {
          const own = apply(comparison, this, []);
          let compare = apply(known, compares, [own]);
          if (!compare) {
            compare = (one, other) => own(ordinary(one), ordinary(other));
            apply(learn, compares, [own, compare]);
          }
          return compare;
        },
      };
      for (const [owner, name] of [[String.prototype, 'normalize'], [String.prototype, 'localeCompare'], [Collator.prototype, 'compare']]) {
        Object.defineProperty(owner, name, { ...Object.getOwnPropertyDescriptor(methods, name), enumerable: false });
      }
      const truth = (value) => value === true || value === 1 || value === '1' || value === 'true' || value === 'yes';

      class Node {
        getElementById(id) { return wrap(call('find', this.__id, 'id', String(id))[0]); }
        getElementsByTagName(name) { return mapped(call('find', this.__id, 'tag', String(name)), wrap); }
        getElementsByClassName(name) { return mapped(call('find', this.__id, 'class', String(name)), wrap); }
        get name() { return call('type', this.__id).tag; }
        get innerText() { return call('text', this.__id); }
        set innerText(value) { call('setText', this.__id, String(value)); }
        get identifier() { return call('attribute', this.__id, 'identifier'); }
        get parentNode() { return wrap(call('parent', this.__id)); }
        get childNodes() { return mapped(call('children', this.__id), wrap); }
        get innerAttributes() { return call('attributes', this.__id); }
        get cssAttributes() { return call('style', this.__id); }
      }
      const setter = (name, property, convert = String) => {
        Element.prototype[name] = function (value) { call('setProperty', this.__id, property, convert(value)); };
      };
      class Element extends Node {
        setOnClick(callback) { listen(this, 'click', callback); }
        get componentWidth() { return call('frame', this.__id).width; }
        get componentHeight() { return call('frame', this.__id).height; }
        get originX() { return call('frame', this.__id).x; }
        get originY() { return call('frame', this.__id).y; }
        get centerX() { const f = call('frame', this.__id); return f.x + f.width / 2; }
        get centerY() { const f = call('frame', this.__id); return f.y + f.height / 2; }
        get maxX() { const f = call('frame', this.__id); return f.x + f.width; }
        get maxY() { const f = call('frame', this.__id); return f.y + f.height; }
        get offsetX() { return call('offset', this.__id).x; }
        get offsetY() { return call('offset', this.__id).y; }
        get text() { return call('value', this.__id); }
        setText(value) { call('setText', this.__id, value === null || value === undefined ? '' : String(value)); }
        setTitle(value) { call('setText', this.__id, String(value)); call('setProperty', this.__id, 'title', String(value)); }
      }
      const flag = (value) => truth(value) ? 'true' : 'false';
      for (const [name, property, convert] of [
        ['setHidden', 'hidden', flag], ['setBackgroundColor', 'backgroundColor'], ['setCornerRadius', 'borderRadius'],
        ['setBorderColor', 'borderColor'], ['setBorderWidth', 'borderWidth'],
        ['setUserInteractionEnabled', 'userInteractionEnabled', flag], ['setFont', 'font'],
        ['setTextColor', 'color'], ['setNumberOfLines', 'lines'], ['setTextAlign', 'textAlign'],
        ['adjustFontSize', 'adjustFontSize', flag], ['setHightTitle', 'highlightTitle'],
        ['setSelectedTitle', 'selectedTitle'], ['setTitleColor', 'titleColor'],
        ['setHightTitleColor', 'highlightTitleColor'], ['setSelectedTitleColor', 'selectedTitleColor'],
        ['setSelected', 'selected', flag], ['setImage', 'src'], ['setCursorColor', 'cursorColor'],
        ['setPlaceHolder', 'placeholder'], ['setEditable', 'editable', flag], ['setBarColor', 'barColor'],
        ['showsCancelButton', 'showsCancelButton', flag], ['setSelectedIndex', 'selectedIndex'],
        ['setSwitchState', 'on', flag], ['loadURL', 'src'], ['setUA', 'userAgent'],
        ['showHBar', 'showHBar', flag], ['showVBar', 'showVBar', flag],
        ['scrollEnable', 'allowScroll', flag], ['pageEnable', 'pageEnable', flag],
      ]) setter(name, property, convert);
      // Several numbers, a list, or an object such as `{ width, height }`: numbers side by side.
      for (const [name, property, members] of [
        ['setContentSize', 'contentSize', ['width', 'height']],
        ['setScrollInset', 'scrollInset', ['top', 'left', 'bottom', 'right']],
      ]) {
        Element.prototype[name] = function (...values) {
          const given = values.length === 1 && typeof values[0] === 'object' && values[0] !== null ? values[0] : values;
          const numbers = isArray(given) ? given : mapped(members, (member) => given[member]);
          call('setProperty', this.__id, property, joined(mapped(numbers, (value) => Number(value) || 0), ' '));
        };
      }
      for (const name of ['onBeginEditing', 'onEndEditing', 'onTextChange', 'onClearClick', 'onKeyBoardReturn',
        'onSearchButtonClick', 'setOnIndexChange', 'onStartLoad', 'onReceiveContent', 'onFinish', 'onFailLoad',
        'onReceiveJSMessage', 'onHeaderRefresh', 'onFooterRefresh']) {
        const short = name.replace(/^(setOn|on)/, '');
        const event = short[0].toLowerCase() + short.slice(1);
        Element.prototype[name] = function (callback) { listen(this, event, callback); };
      }
      for (const name of ['endEditing', 'goBack', 'goForward', 'reload', 'stopLoading', 'scrollToTop',
        'openHeaderRefresh', 'stopHeaderRefresh', 'hiddenHeaderRefresh', 'openFooterRefresh', 'stopFooterRefresh',
        'hiddenFooterRefresh']) {
        Element.prototype[name] = function (...values) { call('perform', this.__id, name, ...values); };
      }
      class Field extends Element {
        setText(value) { call('setProperty', this.__id, 'text', value === null || value === undefined ? '' : String(value)); }
      }
      class Table extends Element {
        reloadData(sections) {
          if (sections === undefined) call('refill');
          else call('table', this.__id, sections);
        }
      }
      const prototypes = { __proto__: null, input: Field, textArea: Field, searchBar: Field };

      const document = Object.create(Node.prototype);
      Object.defineProperty(document, '__id', { value: 0 });
      Object.assign(document, {
        pushNavigatorWithURL: (url, value) => call('host', 'pushNavigatorWithURL', url, value === undefined ? null : value),
        setTitle: (title) => call('host', 'setTitle', String(title)),
      });
      for (const [name, tag] of [['bodyNode', 'body'], ['headNode', 'head'], ['titleNode', 'title'],
        ['navigationBarNode', 'navigationBar']]) {
        Object.defineProperty(document, name, { get: () => wrap(call('find', 0, 'tag', tag)[0]) });
      }
      Object.defineProperty(document, 'rootNode', { get: () => wrap(0) });
      Object.defineProperty(document, 'sourceURL', { get: () => call('source') });
      Object.defineProperty(document, 'html', { get: () => call('html') });

      const token = {};
      for (const name of ['alert', 'getLocation', 'setStorage', 'getStorage', 'clearAllStorage', 'setGlobleStorage',
        'getGlobleStorage', 'clearGlobleStorage', 'makePhoneCall', 'saveImage', 'pickData', 'showHUDWithStatus',
        'hideHUD', 'alertTitles', 'alertInput']) {
        token[name] = (...values) => {
          const given = [name];
          for (let index = 0; index < values.length; index++) {
            const value = values[index];
            put(given, index + 1, typeof value === 'function' ? { callback: keep(value) } : value);
          }
          return send('host', given);
        };
      }
      // To log is never what ends a script.
      const show = (value) => {
        try {
          const isData = typeof value === 'object' && !(value instanceof Error);
          const text = isData ? stringify(value) : String(value);
          return text === undefined ? 'undefined' : text;
        } catch (error) {
          try { return String(value); } catch (error) { return '[no text]'; }
        }
      };
      token.log = (...values) => { call('log', joined(mapped(values, show), ' ')); };
      token.request = (options) => {
        const given = assign({}, options);
        const [success, failure] = [keep(given.success), keep(given.failure)];
        delete given.success;
        delete given.failure;
        if (call('request', given, success, failure)) return;
        callbacks.delete(success);
        callbacks.delete(failure);
        throw new RangeError('a page has too many requests without an answer');
      };
      // A text is a script, as in browsers.
      const later = (callback, delay, repeats, values = []) => {
        const number = keep(typeof callback === 'function' ? () => apply(callback, undefined, values)
          : () => evaluate(String(callback)));
        if (call('timer', number, Number(delay) || 0, repeats)) return number;
        callbacks.delete(number);
        throw new RangeError('a page has too many timers');
      };
      token.dispatchMainAfter = (seconds, callback) =>
        typeof seconds === 'function' ? later(seconds, (Number(callback) || 0) * 1000, false) : later(callback, seconds * 1000, false);
      token.dispatchGlobleAfter = token.dispatchMainAfter;

      const console = {};
      for (const name of ['log', 'info', 'warn', 'error', 'debug']) console[name] = token.log;
      Object.assign(global, {
        document, token, console, window: global,
        setTimeout: (callback, delay, ...values) => later(callback, delay, false, values),
        setInterval: (callback, delay, ...values) => later(callback, delay, true, values),
        clearTimeout: (timer) => { call('clearTimer', Number(timer) || 0); },
        clearInterval: (timer) => { call('clearTimer', Number(timer) || 0); },
        alert: (text) => token.alert(text),
      });
      // What the native side calls; `texts` are JSON arrays.
      const listener = (id, name) => { const all = handlers.get(id); return all ? all[name] : undefined; };
      Object.defineProperty(global, '__page', { value: {
        event(id, name, text) {
          const callback = listener(id, name);
          if (typeof callback === 'function') apply(callback, wrap(id), parse(text));
        },
        has: (id, name) => typeof listener(id, name) === 'function',
        callback(number, text, keepIt) {
          const callback = callbacks.get(number);
          if (!keepIt) callbacks.delete(number);
          if (callback) apply(callback, undefined, parse(text));
        },
        forget(...numbers) { for (let index = 0; index < numbers.length; index++) callbacks.delete(numbers[index]); },
        run(path, text) {
          const names = parse(path), name = joined(names, '.');
          let owner = global, target = global;
          for (let index = 0; index < names.length; index++) {
            owner = target;
            target = target === null || target === undefined ? undefined : target[names[index]];
          }
          if (target === undefined && names.length === 1) {
            try { target = evaluate(name); } catch (error) { target = undefined; }
          }
          if (typeof target !== 'function') throw new ReferenceError(name + ' is not a function');
          apply(target, owner, parse(text));
        },
        lifecycle(name) { if (typeof global[name] === 'function') global[name](); },
      } });
    })(this);
    """#
}
