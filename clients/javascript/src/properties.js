// Values of properties: texts of pages, data and scripts, of which only what a property takes reaches a style.
'use strict';

/** `#rgb` to `#rrggbbaa`, a colour's name, or one of CSS's functions without anything nested in it. */
const COLOR = /^(#[0-9a-f]{3,8}|[a-z]+|(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([\w\s.,%\/+-]*\))$/i;
const LARGEST = 10_000;

export const isTrue = value => /^(true|1|yes)$/i.test(value?.trim() ?? '');
export const isFalse = value => /^(false|0|no)$/i.test(value?.trim() ?? '');

/** A colour as CSS takes it; nothing for what is none. */
export function colorOf(value) {
  const text = value?.trim() ?? '';
  return COLOR.test(text) && CSS.supports('color', text) ? text : '';
}

/** A length in CSS px, not negative; `null` for what is none. Numbers without a unit count in px. */
export function pixelsOf(value) {
  const found = /^\s*(\d+(?:\.\d*)?|\.\d+)(px)?\s*$/i.exec(value ?? '');
  return found ? Math.min(Number(found[1]), LARGEST) : null;
}

/** A length or a percentage as CSS takes it; nothing for what is neither. */
function radiusOf(value) {
  if (/^\s*\d+(\.\d+)?%\s*$/.test(value ?? '')) return value.trim();
  const length = pixelsOf(value);
  return length === null ? '' : `${length}px`;
}

/** A whole number from 0 to a limit; `null` for what is none. */
export function countOf(value, most = 1000) {
  return /^\s*\d{1,9}\s*$/.test(value ?? '') ? Math.min(Number(value), most) : null;
}

/** The texts of `titles`: a JSON list, or parted by commas. Empty ones count where others follow: pages hear the number of what was chosen. */
export function titlesOf(value) {
  const text = value ?? '', most = 1000;
  if (text.length > 65_536) return [];
  try {
    const list = JSON.parse(text);
    if (Array.isArray(list)) return list.slice(0, most).map(one => (typeof one === 'string' ? one : one === null ? '' : JSON.stringify(one)));
  } catch {
    // It is a text.
  }
  const titles = text.replace(/^[\s[]+|[\s\]]+$/g, '').split(/[,，]/).slice(0, most).map(title => title.replace(/^[\s"']+|[\s"']+$/g, ''));
  while (titles.at(-1) === '') titles.pop();
  return titles;
}

/** How an image is in its box, by `imageMode` in lower case: `object-fit` and `object-position`. */
const MODES = {
  __proto__: null, aspectfit: ['contain', 'center'], scaleaspectfit: ['contain', 'center'], aspectfill: ['cover', 'center'], scaleaspectfill: ['cover', 'center'],
  center: ['none', 'center'], top: ['none', 'top'], bottom: ['none', 'bottom'], left: ['none', 'left'], right: ['none', 'right'],
  topleft: ['none', 'left top'], topright: ['none', 'right top'], bottomleft: ['none', 'left bottom'], bottomright: ['none', 'right bottom'],
};

/** Lays an image into its box; what is not a mode stretches it, as `fill` does. */
export function fitImage(image, mode) {
  const [fit, position] = MODES[mode?.trim().toLowerCase()] ?? ['fill', 'center'];
  Object.assign(image.style, { objectFit: fit, objectPosition: position });
}

/** A border takes no room: what is in a view counts from the view's own corner. */
function showBorder({ element, properties }) {
  const width = pixelsOf(properties.borderWidth) ?? 0, one = colorOf(properties.borderColor) || '#000';
  const widths = (properties.borderWidths ?? '').split(' ').map(text => pixelsOf(text) ?? 0), colors = (properties.borderColors ?? '').split('/').map(colorOf);
  const shadow = (at, x, y) => (widths[at] > 0 ? `inset ${x * widths[at]}px ${y * widths[at]}px ${colors[at] || one}` : '');
  element.style.boxShadow = width > 0 ? `inset 0 0 0 ${width}px ${one}`
    : widths.length === 4 ? [shadow(0, 0, 1), shadow(1, -1, 0), shadow(2, 0, -1), shadow(3, 1, 0)].filter(Boolean).join(', ') : '';
}

/** What every view looks like, by property; `null` is the default again. */
const LOOKS = {
  backgroundColor: ({ element }, value) => { element.style.backgroundColor = colorOf(value); },
  color: ({ element }, value) => { element.style.color = colorOf(value); },
  fontSize: ({ element }, value) => {
    const size = pixelsOf(value);
    element.style.fontSize = size === null ? '' : `${size}px`;
  },
  fontFamily: ({ element }, value) => { element.style.fontFamily = value ?? ''; },
  fontWeight: ({ element }, value) => { element.style.fontWeight = /^\s*(\d{1,4}|bold|normal)\s*$/i.test(value ?? '') ? value.trim() : ''; },
  textAlign: ({ element }, value) => {
    const word = value?.trim().toLowerCase();
    element.style.textAlign = ['left', 'center', 'right', 'start', 'end', 'justify'].includes(word) ? word : '';
  },
  // Places in what scrolls count from the left.
  direction: ({ element }, value) => { if (!element.classList.contains('scroller')) element.style.direction = value === 'rtl' ? value : ''; },
  // How a text is set that has no lines: `normal`, a number or px; how far it is from the edges.
  lineHeight: ({ element }, value) => { element.style.lineHeight = /^(?:normal|[\d.]+(?:px)?)$/.test(value ?? '') ? value : ''; },
  textInset: ({ element }, value) => { element.style.setProperty('--inset', /^(?:[\d.]+px ?){4}$/.test(value ?? '') ? value : '0'); },
  opacity: ({ element }, value) => { element.style.opacity = /^\s*[\d.]+%?\s*$/.test(value ?? '') ? value.trim() : ''; },
  zIndex: ({ element }, value) => { element.style.setProperty('--order', /^\s*-?\d{1,9}\s*$/.test(value ?? '') ? value.trim() : '0'); },
  borderRadius: ({ element }, value) => { element.style.borderRadius = radiusOf(value); },
  borderWidth: showBorder,
  borderColor: showBorder,
  borderWidths: showBorder,
  borderColors: showBorder,
  // What scrolls cuts off by itself.
  overflow: ({ element }, value) => { if (!element.classList.contains('scroller')) element.style.overflow = value === 'hidden' ? 'hidden' : ''; },
  fontStyle: ({ element }, value) => { element.style.fontStyle = /^(?:italic|oblique)\b[\w. -]*$/.test(value ?? '') ? value : ''; },
  textDecoration: ({ element }, value) => { element.style.textDecorationLine = /^[a-z -]+$/.test(value ?? '') ? value : ''; },
  // What is inside goes with it, and cannot come back by itself.
  hidden: ({ element }, value) => { element.style.visibility = isTrue(value) ? 'hidden' : ''; },
  userInteractionEnabled: ({ element }, value) => { element.inert = isFalse(value); },
};

/** The properties that change how wide letters are. */
export const TEXTUAL = new Set(['fontSize', 'fontFamily', 'fontWeight', 'fontStyle', 'adjustFontSize', 'lines']);

/** Shows a property that views of every component have. */
export function showLook(view, name, value) {
  if (Object.hasOwn(LOOKS, name)) LOOKS[name](view, value);
}
