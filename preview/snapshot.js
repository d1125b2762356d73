// A picture of a document, made by the browser itself: the document as an SVG image that needs no other file, drawn on a canvas.
'use strict';

/** More than this, in characters, is not made into an image. */
const LARGEST = 24 << 20;
/** Pictures have at most so many device pixels. */
const MOST_PIXELS = 24e6;
/** What a copy of the document does not show. */
const NOT_COPIED = 'iframe, video, object, embed, audio[controls]';

/**
 * The top of a document as the browser paints it.
 *
 * @param {Document} source
 * @param {{width: number, height: number, scale: number}} screen CSS px, and device pixels in one of them
 * @returns {Promise<ImageData>}
 * @throws {Error} with the reason where the browser cannot paint it so
 */
export async function pictureOf(source, { width, height, scale }) {
  if (source.compatMode !== 'CSS1Compat') throw new Error('the page is in quirks mode');
  if (width * height * scale * scale > MOST_PIXELS) throw new Error('the screen is too large');
  if (source.querySelector(NOT_COPIED)) throw new Error('the page has frames, videos or objects');
  const files = new Files(), text = await markup(source, { width, height, scale }, files);
  if (text.length > LARGEST) throw new Error('the page is too large');
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode().catch(() => { throw new Error('this browser cannot draw it'); });
  const canvas = Object.assign(document.createElement('canvas'), { width: Math.round(width * scale), height: Math.round(height * scale) });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.fillStyle = '#fff';
  // Fonts inside an image are there only when it is drawn a second time.
  for (let time = 0; time < (files.hasFonts ? 2 : 1); time++) {
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    if (files.hasFonts) await new Promise(done => { setTimeout(done, 100); });
  }
  try {
    return context.getImageData(0, 0, canvas.width, canvas.height);
  } catch {
    throw new Error('this browser does not let its pictures be read');
  }
}

/** The browser does not treat links in images as links. */
const LINKS = '@layer -hybrid-links { [href]:is(a, area) { color: -webkit-link; text-decoration: underline } }';
/** What the copy is shown as: at rest, without bars beside what scrolls, as the document beside it. */
const AT_REST = '*, ::before, ::after { animation-play-state: paused !important; transition: none !important; scrollbar-width: none !important }';

/** The document as the text of an SVG image. */
async function markup(source, { width, height, scale }, files) {
  const view = source.defaultView, root = source.documentElement, copy = root.cloneNode(true);
  const sheets = [...source.styleSheets, ...source.adoptedStyleSheets].map(sheet => sheetText(sheet, { view, base: source.baseURI, scale }));
  await settle(root, copy, { base: source.baseURI, scale }, files);
  const style = source.createElement('style');
  style.textContent = await files.within(`${LINKS}\n${sheets.join('\n')}\n${AT_REST}`);
  (copy.querySelector('head') ?? copy).append(style);
  const rem = view.getComputedStyle(root).fontSize, isDark = view.matchMedia('(prefers-color-scheme: dark)').matches;
  // Sizes in `%` of <html> count from the browser's own font size, those in `rem` from that of <html>, which is not the root here. Zoomed,
  // the page is laid out in whole device pixels, as on the device.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`
    + ` style="font-size: ${rem}; color-scheme: ${isDark ? 'dark' : 'light'}"><foreignObject width="100%" height="100%" style="overflow: hidden">`
    + `<hybrid-screen xmlns="http://www.w3.org/1999/xhtml" style="all: initial; display: block; height: 100%; color-scheme: inherit; zoom: ${scale}">${await canvasMarkup(source, height, files)}${serialized(copy)}</hybrid-screen></foreignObject></svg>`;
}

const serialized = node => new XMLSerializer().serializeToString(node)
  // What XML cannot hold.
  .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');

/** The background of the canvas (CSS Backgrounds 3, section 2.11.1): that of the root covers the whole screen. */
async function canvasMarkup(source, height, files) {
  const view = source.defaultView, has = style => style.backgroundImage !== 'none' || !/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor);
  const of = [source.documentElement, source.body].find(element => element && has(view.getComputedStyle(element)));
  if (!of) return '';
  const style = view.getComputedStyle(of), box = source.documentElement.getBoundingClientRect(), element = source.createElement('hybrid-canvas');
  const names = ['background-color', 'background-image', 'background-size', 'background-position', 'background-repeat'];
  const background = await files.within(names.map(name => `${name}: ${style.getPropertyValue(name)}`).join('; '));
  // The root's box is what the image's places count from.
  element.setAttribute('style', `all: initial; display: block; position: absolute; inset: 0; z-index: -2147483648; box-sizing: border-box; height: ${Math.max(height, box.height)}px;`
    + ` padding: 0 0 ${Math.max(0, height - box.height)}px; ${background}; background-origin: content-box`);
  return serialized(element);
}

/** Takes over into a copy what is not in the markup, and takes out what runs or loads. */
async function settle(original, copy, { base, scale }, files) {
  const walk = [[original, copy]], waiting = [], gone = [];
  while (walk.length) {
    const [from, to] = walk.pop();
    [...from.children].forEach((child, index) => walk.push([child, to.children[index]]));
    const style = inImage(from.getAttribute('style') ?? '', { base, scale }) + ended(from);
    if (style) waiting.push(files.within(style).then(text => to.setAttribute('style', text)));
    for (const { name } of [...to.attributes]) if (/^on/i.test(name) || !/^[\p{L}_][\p{L}\p{N}_.:-]*$/u.test(name)) to.removeAttribute(name);
    switch (from.localName) {
      case 'script': case 'noscript': case 'link': case 'style': case 'base': case 'meta': case 'source':
        if (from.namespaceURI === original.namespaceURI) gone.push(to);
        break;
      case 'img':
        for (const name of ['srcset', 'sizes', 'loading']) to.removeAttribute(name);
        waiting.push(files.read(from.currentSrc || from.src).then(url => to.setAttribute('src', url)));
        break;
      case 'image':
        waiting.push(files.read(new URL(from.getAttribute('href') ?? from.getAttribute('xlink:href') ?? '', base).href).then(url => to.setAttribute('href', url)));
        break;
      case 'input':
        if (from.type === 'checkbox' || from.type === 'radio') to.toggleAttribute('checked', from.checked);
        else if (from.type !== 'file') to.setAttribute('value', from.value);
        break;
      case 'textarea': to.textContent = from.value; break;
      case 'option': to.toggleAttribute('selected', from.selected); break;
      case 'canvas': {
        const image = original.ownerDocument.createElement('img');
        for (const { name, value } of from.attributes) image.setAttribute(name, value);
        image.setAttribute('src', pictureURL(from));
        to.replaceWith(image);
        break;
      }
      default:
    }
  }
  await Promise.all(waiting);
  for (const element of gone) element.remove();
}

function pictureURL(canvas) {
  try {
    return canvas.toDataURL();
  } catch {
    return '';
  }
}

/** A sheet's rules as they hold now: media queries are answered, so that those of the image are not asked. */
function sheetText(sheet, place) {
  let rules;
  try {
    rules = [...sheet.cssRules];
  } catch {
    throw new Error('a style sheet of another host cannot be read');
  }
  if (sheet.disabled || sheet.media.length && !place.view.matchMedia(sheet.media.mediaText).matches) return '';
  return rulesText(rules, { ...place, base: sheet.href ?? place.base });
}

function rulesText(rules, place) {
  const { view, base } = place;
  return rules.map(rule => {
    switch (rule.constructor.name) {
      case 'CSSImportRule': {
        if (!rule.styleSheet || rule.media.length && !view.matchMedia(rule.media.mediaText).matches) return '';
        const text = sheetText(rule.styleSheet, place);
        return rule.layerName === null || rule.layerName === undefined ? text : `@layer ${rule.layerName} {${text}}`;
      }
      case 'CSSMediaRule': return view.matchMedia(rule.conditionText).matches ? rulesText([...rule.cssRules], place) : '';
      case 'CSSNamespaceRule': return '';
      case 'CSSStyleRule': {
        const nested = [...rule.cssRules ?? []].map(one => one.cssText).join(' ');
        return `${selectorInImage(rule.selectorText)} { ${inImage(`${declarations(rule)} ${nested}`, place)} }`;
      }
      default:
        if (!rule.cssRules || /^CSSKeyframes|^CSSFontFeature/.test(rule.constructor.name)) return absolute(rule.cssText, base);
        return `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${rulesText([...rule.cssRules], place)}}`;
    }
  }).join('\n');
}

/**
 * A rule's own declarations. Chromium writes `background-clip: border-box` into the shorthand, where it is the origin too: both follow once more.
 */
function declarations({ style }) {
  const boxes = ['background-origin', 'background-clip'].filter(name => /^[a-z-]+$/.test(style.getPropertyValue(name)));
  return [style.cssText, ...boxes.map(name => `${name}: ${style.getPropertyValue(name)}${style.getPropertyPriority(name) && ' !important'};`)].join(' ');
}

/** A selector for the image, where <html> is not the root and `:link` matches nothing. What is put in has the specificity of what it replaces. */
const selectorInImage = text => text.replace(/:root(?![\w-])/g, ':where(html):nth-child(n)')
  .replace(/:(any-)?link(?![\w-])/g, '[href]:where(a, area)').replace(/:visited(?![\w-])/g, ':not([href], :nth-child(n))');

/** Lengths that count from the screen, which in the image is zoomed already. */
const OF_SCREEN = /(?<![\w#.-])([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([sld]?v(?:w|h|i|b|min|max))(?![\w-])/gi;

/** Declarations for the image: with URLs in full, and lengths of the screen's as its zoom makes them. */
function inImage(text, { base, scale }) {
  const whole = absolute(text, base), addresses = whole.match(ADDRESS) ?? [];
  let next = 0;
  return whole.replace(ADDRESS, 'url()').replace(OF_SCREEN, (_, number, unit) => `${Number(number) / scale}${unit}`).replace(/url\(\)/g, () => addresses[next++]);
}

/** Animations of an element where they have ended, as the page is painted; those without an end are left out, and those that the page pauses stay. */
function ended(element) {
  const style = element.ownerDocument.defaultView.getComputedStyle(element);
  if (!style.animationName || style.animationName === 'none' || style.animationPlayState.includes('paused')) return '';
  return style.animationIterationCount.includes('infinite') ? '; animation: none !important' : '; animation-delay: -31536000s !important';
}

const ADDRESS = /url\((?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^"')\s]*))\)/g;

/** CSS with its URLs in full. */
function absolute(text, base) {
  return text.replace(ADDRESS, (all, double, single, bare) => {
    const url = double ?? single ?? bare;
    if (url.startsWith('#') || url.startsWith('data:')) return all;
    try {
      return `url("${new URL(url, base).href}")`;
    } catch {
      return all;
    }
  });
}

/** Files of the same host as `data:` URLs, each read once. */
class Files {
  hasFonts = false;
  #known = new Map();

  /** A file; an address that shows nothing where it cannot be read. */
  read(url) {
    if (!url || url.startsWith('data:')) return Promise.resolve(url ?? '');
    if (!this.#known.has(url)) this.#known.set(url, this.#fetch(url));
    return this.#known.get(url);
  }

  async #fetch(url) {
    if (new URL(url).origin !== location.origin) throw new Error('the page has files of other hosts');
    const response = await fetch(url);
    if (!response.ok) return 'data:,';
    const blob = await response.blob();
    if (blob.size > LARGEST / 2) throw new Error('the page is too large');
    return new Promise((done, fail) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result);
      reader.onerror = () => fail(reader.error);
      reader.readAsDataURL(blob);
    });
  }

  /** CSS with its URLs as files. */
  async within(text) {
    if (text.includes('@font-face')) this.hasFonts = true;
    const urls = [...new Set([...text.matchAll(ADDRESS)].map(([, double, single, bare]) => double ?? single ?? bare))].filter(url => /^https?:/.test(url));
    const files = new Map(await Promise.all(urls.map(async url => [url, await this.read(url)])));
    return text.replace(ADDRESS, (all, double, single, bare) => {
      const file = files.get(double ?? single ?? bare);
      return file ? `url("${file}")` : all;
    });
  }
}
