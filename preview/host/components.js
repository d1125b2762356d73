// What components are made of beyond a box: fields, switches, images, scrollers. What is not a component of the dialect is a box with
// its name.
'use strict';

import { followPulls } from './gestures.js';
import { colorOf, countOf, fitImage, isFalse, isTrue, pixelsOf, titlesOf } from './properties.js';

const made = (name, properties = {}) => Object.assign(document.createElement(name), properties);

/** A function that is called at most once a frame. */
export function atFrame(body) {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      body();
    });
  };
}

/** Boxes with nothing of their own. */
const PLAIN = new Set(['view', 'div', 'label', 'tableHeader', 'tableSection', 'tableRow', 'tableFooter', 'navigationBar', 'html', 'head']);

const INPUT_MODES = { __proto__: null, numbers: 'numeric', number: 'numeric', numbersandpunctuation: 'decimal', decimalpad: 'decimal', emailaddress: 'email', websearch: 'search', url: 'url' };
const ENTER_KEYS = { __proto__: null, go: 'go', next: 'next', search: 'search', google: 'search', yahoo: 'search', send: 'send', done: 'done', join: 'go', route: 'go' };

/** Characters that a field holds at most. */
const LONGEST = 65_535;

/** A field's control, with the events that it reports. */
function field(view, host, control, enter) {
  const { properties, element } = view;
  /** @type {(event: string, more?: object) => void} */
  const report = (event, more = { value: control.value }) => host.report(view, event, more);
  const clear = made('button', { type: 'button', className: 'clear', textContent: '×', ariaLabel: 'Clear', tabIndex: -1, hidden: true });
  const isClearable = () => { clear.hidden = !isTrue(properties.showClear) || !control.value; };
  const changed = () => { isClearable(); report('textChange', { text: control.value }); };
  const show = () => {
    const text = [properties.text, properties.value, view.texts.text].find(one => one) ?? '';
    // The same text again would move the reader's caret.
    if (control.value !== text) control.value = text;
    isClearable();
  };
  const lock = () => {
    control.readOnly = isFalse(properties.editable) || isTrue(properties.readonly) || isTrue(properties.readOnly);
    control.disabled = isTrue(properties.disabled);
  };
  const bound = () => {
    const most = countOf(properties.maxlength ?? properties.maxLength, LONGEST);
    if (most) control.maxLength = most;
    else control.removeAttribute('maxlength');
  };
  control.oninput = changed;
  control.onfocus = () => {
    report('beginEditing');
    if (!isTrue(properties.clearOnBegin) || !control.value) return;
    control.value = '';
    changed();
  };
  control.onblur = () => report('endEditing');
  control.onkeydown = event => {
    if (event.key === 'Enter' && !event.isComposing) for (const name of enter) report(name);
  };
  // The field stays the one that is edited.
  clear.onpointerdown = event => event.preventDefault();
  clear.onclick = () => {
    control.value = '';
    changed();
    report('clear');
    control.focus();
  };
  Object.assign(control, { className: 'control', dir: 'auto', spellcheck: false, autocomplete: 'off' });
  element.append(control, clear);
  const set = {
    text: show, value: show, setText: show, showClear: isClearable,
    placeholder: value => {
      control.placeholder = value ?? '';
      // What the page calls the field counts more.
      if (!properties.ariaLabel) control.ariaLabel = value ?? '';
    },
    cursorColor: value => { control.style.caretColor = colorOf(value); },
    borderStyle: value => { element.dataset.border = ['line', 'bezel', 'roundedrect'].find(one => one === value?.trim().toLowerCase()) ?? 'none'; },
    keyboardType: value => { control.inputMode = INPUT_MODES[value?.trim().toLowerCase()] ?? ''; },
    returnType: value => { control.enterKeyHint = ENTER_KEYS[value?.trim().toLowerCase()] ?? ''; },
    editable: lock, readonly: lock, readOnly: lock, disabled: lock,
    required: value => { control.required = isTrue(value); },
    maxlength: bound, maxLength: bound,
    autocapitalize: value => { control.autocapitalize = ['none', 'words', 'sentences', 'characters'].find(one => one === value?.trim().toLowerCase()) ?? ''; },
    selectable: value => { control.style.userSelect = isFalse(value) ? 'none' : ''; },
  };
  return { set, isControl: true, perform: { endEditing: () => control.blur() } };
}

function input(view, host) {
  const control = made('input', { type: 'text' }), parts = field(view, host, control, ['return']);
  const hide = () => {
    const isHidden = ['password', 'secure'].includes(view.properties.type?.trim().toLowerCase());
    control.type = isHidden || isTrue(view.properties.secure) || isTrue(view.properties.secureTextEntry) ? 'password' : 'text';
  };
  Object.assign(parts.set, { type: hide, secure: hide, secureTextEntry: hide });
  return parts;
}

function searchBar(view, host) {
  const control = made('input', { type: 'text' }), search = field(view, host, control, ['search', 'return']);
  const cancel = made('button', { type: 'button', className: 'cancel', textContent: 'Cancel', hidden: true, onclick: () => control.blur() });
  view.element.append(cancel);
  search.set.barColor = value => { view.element.style.setProperty('--bar', colorOf(value) || 'transparent'); };
  search.set.showsCancelButton = value => { cancel.hidden = !isTrue(value); };
  return search;
}

function toggle(view, host) {
  const control = made('input', { type: 'checkbox', className: 'toggle', role: 'switch', ariaLabel: 'switch' });
  control.onchange = () => host.report(view, 'valueChange', { value: control.checked });
  view.element.append(control);
  return {
    isControl: true,
    set: {
      on: value => { control.checked = isTrue(value); },
      color: value => { control.style.setProperty('--off', colorOf(value) || 'transparent'); },
      onColor: value => { control.style.setProperty('--on', colorOf(value) || '#34c759'); },
    },
  };
}

/** A choice among texts: buttons side by side, or dots. */
function choice(view, host, texts, className) {
  const group = made('div', { className, role: 'group' });
  view.element.append(group);
  let chosen = 0;
  const mark = () => [...group.children].forEach((one, index) => one.setAttribute('aria-pressed', index === chosen));
  const fill = () => {
    group.replaceChildren(...texts().map((text, index) => made('button', {
      type: 'button', textContent: className === 'dots' ? '' : text, ariaLabel: text,
      onclick: () => {
        if (index === chosen) return;
        chosen = index;
        mark();
        host.report(view, 'valueChange', { value: index });
      },
    })));
    mark();
  };
  return { fill, choose: value => { chosen = countOf(value) ?? 0; mark(); } };
}

function segment(view, host) {
  const { fill, choose } = choice(view, host, () => titlesOf(view.properties.titles), 'segment');
  return { isControl: true, set: { titles: fill, selectedIndex: choose, value: choose } };
}

function dots(view, host) {
  const { fill, choose } = choice(
    view, host, () => Array.from({ length: countOf(view.properties.number, 100) ?? 0 }, (_, index) => `page ${index + 1}`), 'dots');
  const paint = name => value => { view.element.style.setProperty(name, colorOf(value)); };
  return { isControl: true, set: { number: fill, value: choose, dotColor: paint('--dot'), onDotColor: paint('--on-dot') } };
}

function picker(view, host) {
  const list = made('select', { className: 'control', size: 5, ariaLabel: 'picker' });
  list.onchange = () => host.report(view, 'valueChange', { value: list.selectedIndex });
  view.element.append(list);
  return {
    isControl: true,
    set: {
      titles: value => { list.replaceChildren(...titlesOf(value).map(title => made('option', { textContent: title }))); },
      value: value => { list.selectedIndex = countOf(value) ?? -1; },
    },
  };
}

/** An element for an image of the package; `shown` hears whether there is one. */
function picture(view, host, shown = _ => {}) {
  const image = made('img', { className: 'picture', alt: '', draggable: false, hidden: true });
  image.onload = () => { image.hidden = false; shown(true); };
  image.onerror = () => { image.hidden = true; shown(false); };
  return {
    image,
    show(source) {
      const url = source ? host.address(source) : null;
      if (url) {
        if (image.src !== url) image.src = url;
        return;
      }
      image.removeAttribute('src');
      image.hidden = true;
      shown(false);
    },
  };
}

/** The component's name, where nothing else shows what it is. */
function placeholder(view, text = view.component) {
  const name = made('div', { className: 'name', textContent: text });
  view.element.append(name);
  return name;
}

function image(view, host) {
  const name = placeholder(view), { image, show } = picture(view, host, isShown => { name.hidden = isShown; });
  view.element.prepend(image);
  const source = () => show(view.properties.src || view.properties.url);
  return { set: { src: source, url: source, imageMode: value => fitImage(image, value) } };
}

const SIGNS = { __proto__: null, detaildisclosure: 'ⓘ', contactadd: '⊕' };

/** A button has texts, colours and images for its states: as it is, while it is pressed, and selected. */
function button(view, host) {
  const { element, properties } = view, { image, show } = picture(view, host);
  element.prepend(image);
  Object.assign(element, { role: 'button', tabIndex: 0 });
  let isPressed = false;
  const paint = () => {
    const isSelected = isTrue(properties.selected);
    const state = name => (isPressed ? properties[`highlight${name}`] : null) ?? (isSelected ? properties[`selected${name}`] : null);
    const title = state('Title') ?? '', sign = SIGNS[properties.type?.trim().toLowerCase()] ?? '';
    const own = view.texts.text || properties.title || '';
    view.showText(title || own || sign, title || !view.texts.text ? [] : view.texts.lines);
    element.style.color = colorOf(state('TitleColor')) || colorOf(properties.color);
    element.style.backgroundColor = (isSelected ? colorOf(properties.selectedBackgroundColor) : '') || colorOf(properties.backgroundColor);
    show(state('Image') || properties.image);
    fitImage(image, properties.imageMode ?? 'aspectfit');
    element.ariaPressed = isSelected ? 'true' : null;
  };
  const press = isDown => () => {
    if (isDown === isPressed) return;
    isPressed = isDown;
    if (properties.highlightTitle || properties.highlightTitleColor || properties.highlightImage) {
      paint();
      host.fit([view]);
    }
  };
  element.onpointerdown = press(true);
  element.onpointerup = element.onpointerleave = element.onpointercancel = press(false);
  element.onkeydown = event => {
    if (event.target !== element || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    element.click();
  };
  const names = ['setText', 'title', 'selected', 'type', 'color', 'backgroundColor', 'imageMode'];
  for (const state of ['highlight', 'selected']) names.push(`${state}Title`, `${state}TitleColor`, `${state}Image`);
  return { set: Object.fromEntries([...names, 'selectedBackgroundColor', 'image'].map(name => [name, paint])) };
}

/** What scrolls: its views are in a box of the size that was reported, beyond which nothing is to be seen. */
function scroller(view, host) {
  const { element, properties } = view, area = made('div', { className: 'area' });
  let size = null;
  element.classList.add('scroller');
  element.append(area);
  view.content = area;
  element.onscroll = atFrame(() => host.report(view, 'scroll', { x: element.scrollLeft, y: element.scrollTop }));
  followPulls(element, event => host.report(view, event, {}), isDown => host.isStill(isDown));
  const measure = () => {
    const given = (properties.contentSize ?? '').trim().split(/\s+/).map(Number), isGiven = given.length === 2 && given.every(Number.isFinite);
    const [width, height] = isGiven ? given : size ?? [0, 0];
    // What is reported begins inside the border, which frames count from the outside of.
    const borders = isGiven ? 0 : 2 * (pixelsOf(properties.borderWidth) ?? 0);
    Object.assign(area.style, { width: `${Math.max(0, width) + borders}px`, height: `${Math.max(0, height) + borders}px` });
  };
  return {
    setScrollArea(width, height) { size = [width, height]; measure(); },
    get area() { return [parseFloat(area.style.width) || 0, parseFloat(area.style.height) || 0]; },
    set: { contentSize: measure, borderWidth: measure, allowScroll: value => { element.style.overflow = isFalse(value) ? 'hidden' : ''; } },
    perform: { scrollToTop: () => element.scrollTo({ top: 0, left: 0, behavior: 'smooth' }), scrollBy: by => element.scrollBy(...by) },
  };
}

/** The page itself is the host's element, which scrolls. */
const body = (_, host) => ({ perform: { scrollBy: by => host.page.scrollBy(...by) } });

function textArea(view, host) {
  const control = made('textarea'), parts = field(view, host, control, []);
  control.onscroll = () => host.report(view, 'scroll', { x: control.scrollLeft, y: control.scrollTop });
  parts.set.allowScroll = value => { control.style.overflow = isFalse(value) ? 'hidden' : ''; };
  parts.perform.scrollToTop = () => control.scrollTo({ top: 0, left: 0, behavior: 'smooth' });
  return parts;
}

/** A page of the package, whose scripts do not run; of others the address. */
function webView(view, host) {
  const name = placeholder(view), frame = made('iframe', { className: 'control', title: 'web view', hidden: true });
  // In the order of the specification: without `allow-scripts` nothing in it runs.
  frame.sandbox = 'allow-same-origin';
  view.element.prepend(frame);
  const show = () => {
    const source = view.properties.src, url = source ? host.address(source) : null;
    frame.hidden = !url;
    name.hidden = Boolean(url);
    name.textContent = source && !url ? `webView ${source}` : 'webView';
    if (url) frame.src = url;
    else frame.removeAttribute('src');
  };
  return { isControl: true, set: { src: show }, perform: { reload: show, stopLoading: () => frame.contentWindow?.stop() } };
}

const COMPONENTS = {
  body, input, searchBar, textArea, switch: toggle, segment, dots, picker, image, button, navItem: button, scrollView: scroller, table: scroller, webView,
};

/**
 * Makes what a component has beyond a box.
 *
 * @returns what it does when a property is set (`set`, by name), a scroll area is reported or something is to be done (`perform`);
 *   `isControl` where taps on it are its own
 */
export function furnish(view, host) {
  if (Object.hasOwn(COMPONENTS, view.component)) return COMPONENTS[view.component](view, host);
  if (PLAIN.has(view.component)) return {};
  view.element.classList.add('unknown');
  placeholder(view);
  return {};
}
