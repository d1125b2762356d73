// A view host in a browser: carries out a live page's commands (docs/reference/hosts.md) on elements, and reports what readers do with them.
// It knows nothing of where commands come from and events go to. This folder is all there is: copy it to use it elsewhere.
'use strict';

import { atFrame, furnish } from './components.js';
import { followPresses } from './gestures.js';
import { giveMeaning, showMeaning } from './meaning.js';
import { TEXTUAL, showLook } from './properties.js';
import { sheet } from './sheet.js';
import { fitLetters, showText } from './text.js';

const made = (name, className) => Object.assign(document.createElement(name), { className });
/** What is done with a view that is there: methods of the host. */
const OPERATIONS = new Set(['setProperty', 'insert', 'setFrame', 'setText', 'setScrollArea', 'remove', 'perform']);
/** What holds the fixed views in it, which are not fixed to the screen then. */
const TRANSFORMS = ['transform', 'translate', 'rotate', 'scale'];
const isNumber = value => typeof value === 'number' && Number.isFinite(value);

/** A view: its element, and what it was given. */
class View {
  frame = null;
  /** By name, as instructed last. */
  properties = Object.create(null);
  texts = { text: '', lines: [] };
  /** What `text.js` drew. */
  letters = [];
  /** Where the views in it are, where that is not an element of the host's own making. */
  content = null;

  constructor(node, component, host) {
    this.node = node;
    this.component = component;
    this.element = made('div', 'view unplaced');
    this.element.dataset.node = node;
    this.element.dataset.component = component;
    this.parts = furnish(this, host);
    giveMeaning(this);
    this.text = made('div', 'text');
    // Below what is in the view, above its picture.
    if (this.content) this.content.before(this.text);
    else this.element.append(this.text);
    this.draws = () => host.willFit(this);
  }

  get contents() {
    if (!this.content) this.element.append(this.content = made('div', 'content'));
    return this.content;
  }

  showText(text, lines) {
    showText(this, text, lines);
    this.draws();
  }
}

/** Shows a live page in an element. */
export class BrowserHost {
  /** By node. */
  views = new Map();
  #screen;
  #send;
  #resolve;
  #unfitted = new Set();
  /** Views that stay in place, or at an edge of what scrolls. */
  #kept = new Set();
  #refit = () => this.fit(this.views.values());
  #appear = () => this.#send({ event: document.hidden ? 'disappear' : 'appear' });
  #isTold = false;
  #presses;
  /** How high the bar above the page is. */
  top = 0;

  /**
   * @param {HTMLElement} screen what the page is shown in; a shadow tree of its own keeps the styles of both apart
   * @param {object} options
   * @param {number} options.width of the page in CSS px
   * @param {number} options.height of the page in CSS px
   * @param {(event: object) => any} options.send takes what readers do, as `ViewEvent(_:)` reads it: `{ event: 'click', node: 8 }`; answers `false`
   *   to a long press that nothing listens to, which is a tap then
   * @param {(x: number, y: number) => void} [options.scrolled] hears how far the page is scrolled
   * @param {(path: string) => string | null} options.resolve the address of an image or page that the page names; nothing is loaded
   *   where it answers `null`, or with an address that is neither HTTP, a blob of the app's nor an image's own data
   */
  constructor(screen, { width, height, send, scrolled = (_x, _y) => {}, resolve = () => null }) {
    this.#screen = screen;
    this.#send = send;
    this.#resolve = resolve;
    const root = screen.shadowRoot ?? screen.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    /** The page, and the bar above it; places count from the page's corner in both. */
    this.page = made('div', 'page');
    this.bar = made('div', 'bar');
    this.frame = made('div', 'screen');
    this.frame.append(this.bar, this.page);
    root.replaceChildren(this.frame);
    this.size = { width, height };
    this.#place();
    this.page.onclick = this.bar.onclick = event => this.#tap(event);
    this.#presses = followPresses([this.page, this.bar], {
      find: element => this.#viewOf(element),
      held: view => this.report(view, 'longPress', {}) !== false,
      swiped: (view, side) => {
        this.report(view, 'swipe', { value: side });
        this.report(view, `swipe${side[0].toUpperCase()}${side.slice(1)}`, {});
      },
    });
    this.page.onscroll = atFrame(() => scrolled(this.page.scrollLeft, this.page.scrollTop));
    document.fonts.addEventListener('loadingdone', this.#refit);
    document.addEventListener('visibilitychange', this.#appear);
  }

  /** Takes everything away. */
  end() {
    document.fonts.removeEventListener('loadingdone', this.#refit);
    document.removeEventListener('visibilitychange', this.#appear);
    this.#presses.end();
    this.#send({ event: 'disappear' });
    this.#send = () => {};
    this.page.onscroll = null;
    this.views.clear();
    this.#kept.clear();
    this.frame.remove();
  }

  /** Carries commands out in their order: an array, or its JSON. What is not a command, or is for no view, is passed over. */
  apply(commands) {
    for (const command of typeof commands === 'string' ? JSON.parse(commands) : commands) {
      if (!command || !Number.isInteger(command.node)) continue;
      if (command.op === 'create') this.#create(command);
      else if (OPERATIONS.has(command.op) && this.views.has(command.node)) this[command.op](this.views.get(command.node), command);
    }
    this.#placeKept();
    this.fit(this.#unfitted);
    this.#unfitted.clear();
    this.page.classList.toggle('long', this.page.scrollHeight > this.page.clientHeight);
    if (!this.#isTold && this.views.size) {
      this.#isTold = true;
      this.#appear();
    }
  }

  // Commands

  #create({ node, component }) {
    if (typeof component !== 'string' || this.views.has(node)) return;
    this.views.set(node, new View(node, component, this));
  }

  setProperty(view, { name, value }) {
    if (typeof name !== 'string' || (value !== null && typeof value !== 'string')) return;
    if (value === null) delete view.properties[name];
    else view.properties[name] = value;
    if (name === 'position') this.#keep(view, value);
    showLook(view, name, value);
    const set = view.parts.set ?? {};
    if (Object.hasOwn(set, name)) set[name](value);
    showMeaning(view, name, value);
    if (TEXTUAL.has(name)) this.#drawText(view);
  }

  insert(view, { parent, index }) {
    const around = this.views.get(parent), isBar = view.component === 'navigationBar';
    const place = around ? around.contents : isBar ? this.bar : this.page;
    if (parent !== null && !around || view.element.contains(place)) return;
    const at = Math.max(0, Math.trunc(index) || 0);
    if (view.element.parentNode === place) this.#move(view.element, place, at);
    else {
      view.element.remove();
      place.insertBefore(view.element, place.children[at] ?? null);
    }
    this.#place();
  }

  /** Puts an element to another place among its siblings. What is taken out of a document loses the keyboard, and where it was scrolled to. */
  #move(element, place, at) {
    const isBefore = one => (element.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    let next = place.children[at] ?? null;
    // Places are counted without what is moved.
    if (next && (next === element || isBefore(next))) next = next.nextElementSibling;
    if (next === element.nextElementSibling) return;
    if (place.moveBefore) place.moveBefore(element, next);
    else if (!element.contains(/** @type {ShadowRoot} */ (this.frame.getRootNode()).activeElement)) place.insertBefore(element, next);
    else {
      // It stays, and its siblings go around it.
      const passed = [], isBack = next && !isBefore(next);
      for (let one = isBack ? next : element.nextElementSibling; one !== (isBack ? element : next); one = one.nextElementSibling) passed.push(one);
      if (isBack) element.after(...passed);
      else element.before(...passed);
    }
  }

  setFrame(view, { x, y, width, height }) {
    if (![x, y, width, height].every(isNumber)) return;
    view.frame = { x, y, width: Math.max(0, width), height: Math.max(0, height) };
    Object.assign(view.element.style, { left: `${x}px`, top: `${y}px`, width: `${view.frame.width}px`, height: `${view.frame.height}px` });
    view.element.classList.remove('unplaced');
    if (view.component === 'label' && view.properties.adjustFontSize) this.#drawText(view);
    if (view.component === 'navigationBar') this.#place();
  }

  setText(view, { text, lines }) {
    if (typeof text !== 'string' || !Array.isArray(lines)) return;
    const isLine = line => line && typeof line.text === 'string' && ['x', 'y', 'width', 'height', 'baseline'].every(name => isNumber(line[name]));
    view.texts = { text, lines: lines.filter(isLine) };
    this.#drawText(view);
  }

  setScrollArea(view, { width, height }) {
    if (!isNumber(width) || !isNumber(height)) return;
    if (view.parts.setScrollArea) view.parts.setScrollArea(width, height);
    else if (view.element.parentNode === this.page) {
      this.page.style.setProperty('--width', `${width}px`);
      this.page.style.setProperty('--height', `${height}px`);
    }
  }

  remove(view) {
    const { element } = view, around = element.parentElement?.closest('[data-node]'), isUsed = element.contains(/** @type {ShadowRoot} */ (this.frame.getRootNode()).activeElement);
    for (const one of [element, ...element.querySelectorAll('[data-node]')]) {
      const number = Number(one.dataset.node);
      this.#kept.delete(this.views.get(number));
      this.views.delete(number);
    }
    element.remove();
    this.#place();
    if (!isUsed || !around) return;
    // Whoever was in it goes on from there, and not from the beginning.
    if (!around.hasAttribute('tabindex')) around.tabIndex = -1;
    around.focus({ preventScroll: true });
  }

  perform(view, { action, arguments: given }) {
    const own = view.parts.perform ?? {};
    if (Object.hasOwn(own, action)) own[action](given);
    // Whatever is edited inside.
    else if (action === 'endEditing') view.element.querySelector(':focus')?.blur();
  }

  #drawText(view) {
    if (view.parts.set?.setText) view.parts.set.setText();
    else view.showText(view.texts.text, view.texts.lines);
  }

  /** Makes room for the bar above the page. */
  #place() {
    const top = Math.max(0, ...[...this.bar.children].map(child => -(this.views.get(Number(child.dataset.node))?.frame?.y ?? 0)));
    const { width, height } = this.size;
    this.top = top;
    Object.assign(this.page.style, { width: `${width}px`, height: `${height}px`, top: `${top}px` });
    Object.assign(this.bar.style, { width: `${width}px`, top: `${top}px` });
    Object.assign(this.frame.style, { width: `${width}px`, height: `${top + height}px` });
  }

  /** Shows the page in another height; what does not fit scrolls. */
  resize(height) {
    if (height === this.size.height) return;
    this.size.height = height;
    this.#place();
    this.#placeKept();
    this.page.classList.toggle('long', this.page.scrollHeight > this.page.clientHeight);
  }

  // Views that stay

  #keep(view, value) {
    const { style } = view.element;
    if (this.#kept.delete(view)) {
      for (const name of ['--kept', 'position', 'place-self', 'grid-area', 'margin', 'right', 'bottom']) style.removeProperty(name);
      if (view.frame) this.setFrame(view, view.frame);
    }
    if (value !== 'fixed' && value !== 'sticky') return;
    this.#kept.add(view);
    style.setProperty('--kept', '1');
  }

  /** The views around one, the nearest first. */
  #around(view) {
    const found = [];
    for (let at = view.element.parentElement?.closest('[data-node]'); at; at = at.parentElement?.closest('[data-node]')) found.push(this.views.get(Number(at.dataset.node)));
    return found;
  }

  /** Places views that stay, once all around them is placed. */
  #placeKept() {
    for (const view of this.#kept) {
      const { frame, properties, element: { style } } = view, around = this.#around(view);
      if (!frame) continue;
      if (properties.position === 'sticky') {
        if (around.length) this.#stick(view, around[0]);
        continue;
      }
      const isFixed = !around.some(one => TRANSFORMS.some(name => one.properties[name]));
      // Places count from the frame, which does not scroll.
      const place = isFixed ? [...around.map(one => one.frame), { x: 0, y: this.top }] : [];
      style.position = isFixed ? 'fixed' : '';
      style.left = `${place.reduce((sum, one) => sum + (one?.x ?? 0), frame.x)}px`;
      style.top = `${place.reduce((sum, one) => sum + (one?.y ?? 0), frame.y)}px`;
    }
  }

  /** Has the browser keep a view at the edges of what scrolls around it, as far as the view around it reaches. */
  #stick({ frame: { x, y, width, height }, properties, element: { style } }, around) {
    const insets = /^(?:(?:auto|-?[\d.]+(?:px|%)) ?){4}$/.test(properties.stickyInset ?? '') ? properties.stickyInset.split(' ') : Array(4).fill('auto'), [top, right, bottom, left] = insets;
    const size = [around.frame?.width ?? 0, around.frame?.height ?? 0].map((one, side) => Math.max(one, around.parts.area?.[side] ?? 0));
    // A margin is never left: it is on the side where the view sticks.
    const isLow = top === 'auto' && bottom !== 'auto', isRight = left === 'auto' && right !== 'auto';
    Object.assign(style, {
      position: 'sticky', gridArea: '1 / 1', placeSelf: `${isLow ? 'end' : 'start'} ${isRight ? 'right' : 'left'}`, top, right, bottom, left,
      margin: `${isLow ? 0 : y}px ${isRight ? size[0] - x - width : 0}px ${isLow ? size[1] - y - height : 0}px ${isRight ? 0 : x}px`,
    });
  }

  // Texts

  willFit(view) { this.#unfitted.add(view); }

  /** Draws letters as wide as they were measured, at once for all, since each look at a width lays the document out. */
  fit(views) {
    const scale = this.frame.getBoundingClientRect().width / this.frame.offsetWidth;
    if (scale > 0) fitLetters(views, scale);
  }

  // Events

  /** Hands an event on, with the view that it is of. */
  report(view, event, more) { return this.views.get(view.node) === view ? this.#send({ event, node: view.node, ...more }) : false; }

  /** Whether the page itself cannot be scrolled on in a direction. */
  isStill(isDown) {
    const { scrollTop, clientHeight, scrollHeight } = this.page;
    return isDown ? scrollTop + clientHeight >= scrollHeight - 1 : scrollTop <= 0;
  }

  /** The innermost view of an element; `null` where that has a control, which has gestures of its own. */
  #viewOf(element) {
    const view = this.views.get(Number(element.closest('[data-node]')?.dataset.node));
    return view && !view.parts.isControl ? view : null;
  }

  /** A tap is of the innermost view; whether it listens, or one around it, is the page's to know. */
  #tap(event) {
    const view = this.#viewOf(event.target);
    if (view && !this.#presses.isOver(event)) this.report(view, 'click', {});
  }

  /** The address of what a page names; `null` for what must not be loaded. */
  address(source) {
    let url;
    try {
      url = new URL(this.#resolve(source));
    } catch {
      return null;
    }
    return /^(?:https?|blob):$/.test(url.protocol) || /^data:image\//i.test(url.href) ? url.href : null;
  }
}
