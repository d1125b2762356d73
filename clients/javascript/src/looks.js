// What views look like: the properties that hosts hear of, from styles and from what data and scripts give.

/** What holds the fixed views in it, which are not fixed to the screen then. */
const transforms = ['transform', 'translate', 'rotate', 'scale'];
/** The look's name for hosts, by CSS's property. */
const names = {
  'background-color': 'backgroundColor', color: 'color', 'font-size': 'fontSize', 'font-family': 'fontFamily', 'font-weight': 'fontWeight',
  'font-style': 'fontStyle', 'text-decoration-line': 'textDecoration',
  'text-align': 'textAlign', opacity: 'opacity', 'z-index': 'zIndex', ...Object.fromEntries(transforms.map(name => [name, name])),
};
/** What hosts begin with. */
const initial = { color: 'rgb(0, 0, 0)', backgroundColor: 'rgba(0, 0, 0, 0)', fontWeight: '400', fontStyle: 'normal', textDecoration: 'none', textAlign: 'start', opacity: '1', zIndex: 'auto' };
const inherited = new Set(['color', 'font-size', 'font-family', 'font-weight', 'font-style', 'text-align', 'direction', 'visibility']);
const aligned = new Set(['left', 'center', 'right', 'start', 'end', 'justify']);
const sides = ['top', 'right', 'bottom', 'left'];
/** Longest text of a value that is looked at. */
const longest = 1000;

/** The components that are boxes for other views: controls, and what scrolls, cut off by themselves. */
export const holders = new Set(['view', 'div', 'tableHeader', 'tableSection', 'tableRow', 'tableFooter']);
export const textLooks = ['color', 'fontFamily', 'fontSize', 'fontWeight', 'fontStyle', 'textAlign', 'textDecoration'];
export const styleNames = new Set([...Object.values(names), 'hidden', 'borderWidth', 'borderColor', 'borderRadius', 'borderWidths', 'borderColors', 'overflow']);
/** The properties of components that count as declarations of the node's own. */
export const lookNames = new Set(['backgroundColor', 'color', 'borderColor', 'borderWidth', 'borderRadius', 'opacity', 'fontSize', 'font', 'textAlign']);

/** CSS's properties that data may give as looks. */
export const declarable = new Set([...Object.keys(names), 'background', 'border-color', 'border-width', 'border-radius', 'visibility', 'font']);

const trimmed = text => text.slice(0, longest).replace(/^\s+|[\s;]+$/g, '');

/** A length in px; `null` for what is none. */
export function pixels(text, { width = 0, height = 0 } = {}) {
  const found = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|pt|vw|vh|%h|%v)?$/i.exec(trimmed(text));
  if (!found) return null;
  const number = Number(found[1]), factor = { pt: 96 / 72, vw: width / 100, vh: height / 100, '%h': width / 100, '%v': height / 100 }[found[2]?.toLowerCase()] ?? 1;
  return Math.abs(number) <= 16_777_216 ? number * factor : null;
}

/** A colour as hosts are given it: `rgb()` or `rgba()` with commas, where it is one in sRGB. */
function color(text) {
  const hex = /^#([\da-f]{3,8})$/i.exec(text)?.[1], digits = hex && (hex.length < 6 ? [...hex].map(one => one + one).join('') : hex);
  const given = /^rgba?\((.*)\)$/i.exec(text)?.[1].match(/[\d.]+%?/g) ?? [];
  const parts = digits ? digits.match(/../g).map((pair, at) => parseInt(pair, 16) / (at === 3 ? 255 : 1))
    : given.length === 3 || given.length === 4 ? given.map((one, at) => (one.endsWith('%') ? parseFloat(one) / 100 * (at === 3 ? 1 : 255) : Number(one))) : null;
  if (!parts || !parts.every(Number.isFinite)) return text;
  const [red, green, blue] = parts.map(one => Math.min(255, Math.round(one))), alpha = Math.min(1, parts[3] ?? 1), short = Math.round(alpha * 100) / 100;
  if (alpha >= 1) return `rgb(${red}, ${green}, ${blue})`;
  return `rgba(${red}, ${green}, ${blue}, ${Math.round(short * 255) === Math.round(alpha * 255) ? short : Math.round(alpha * 1000) / 1000})`;
}

const isColor = text => /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,30}|rgba?\([\d\s.,%/+-]*\))$/i.test(text);

/**
 * What a property that data or a script gave declares, by CSS's names; `null` for a value that it does not take.
 *
 * @param {string} name @param {string} given @param {{width: number, height: number}} viewport
 * @returns {Record<string, string> | null}
 */
export function declared(name, given, viewport) {
  const text = trimmed(given), length = pixels(text, viewport), isLength = length !== null && length >= 0, word = text.toLowerCase();
  const css = { backgroundColor: 'background-color', background: 'background-color', borderColor: 'border-color', borderWidth: 'border-width',
    borderRadius: 'border-radius', fontSize: 'font-size', textAlign: 'text-align', fontWeight: 'font-weight', fontFamily: 'font-family', zIndex: 'z-index' }[name] ?? name;
  switch (css) {
    case 'background-color': case 'color': case 'border-color': return isColor(text) ? { [css]: color(text) } : null;
    case 'border-width': case 'font-size': return isLength ? { [css]: `${length}px` } : null;
    case 'border-radius': return isLength ? { [css]: `${length}px` } : /^(?:\d+\.?\d*|\.\d+)%$/.test(text) ? { [css]: text } : null;
    case 'opacity': return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? { opacity: text } : null;
    case 'text-align': return aligned.has(word) ? { 'text-align': word } : null;
    case 'font-weight': return /^(?:\d{1,4}|bold|normal)$/.test(word) ? { 'font-weight': word } : null;
    case 'font-family': return text ? { 'font-family': text } : null;
    case 'visibility': return { visibility: word };
    case 'z-index': return /^-?\d{1,9}$/.test(text) ? { 'z-index': text } : null;
    case 'font': {
      let size = null;
      const family = text.split(/\s+/).filter(one => {
        const found = size === null ? pixels(one, viewport) : null;
        if (found === null || found < 0) return true;
        size = found;
        return false;
      }).join(' ').split(',').map(one => one.replace(/^["'\s]+|["'\s]+$/g, '')).filter(Boolean);
      if (size === null && !family.length) return null;
      return {
        ...(size === null ? {} : { 'font-size': `${size}px` }), ...(size !== null && family.length ? { 'font-weight': 'normal' } : {}),
        ...(family.length ? { 'font-family': family.map(one => (/^[a-z-]+$/i.test(one) ? one : `"${one.replace(/["\\]/g, '\\$&')}"`)).join(', ') } : {}),
      };
    }
    default: return null;
  }
}

/**
 * The look of a node.
 *
 * @param {(property: string) => string | undefined} value the computed value of a property, where it is not initial
 */
export function lookOf(value) {
  /** @type {Record<string, string>} */
  const look = {};
  for (const [property, name] of Object.entries(names)) {
    const found = value(property);
    const text = found !== undefined && /color/i.test(name) ? color(found) : found;
    if (text !== undefined && text !== initial[name]) look[name] = text;
  }
  // Hosts' own texts do not begin with the initial values of CSS.
  look.fontSize ??= '16px';
  if (value('direction') === 'rtl') look.direction = 'rtl';
  if (value('visibility') === 'hidden' || value('display') === 'none') look.hidden = 'true';
  const position = value('position');
  if (position === 'fixed' || position === 'sticky') look.position = position;
  if (position === 'sticky') look.stickyInset = sides.map(side => value(side) ?? 'auto').join(' ');
  const radius = value('border-radius') ?? value('border-top-left-radius'), width = value('border-width') ?? value('border-top-width');
  if (radius) look.borderRadius = radius;
  if (!value('-webkit-line-clamp') && ['overflow-x', 'overflow-y'].every(one => /^(?:hidden|clip)$/.test(value(one) ?? ''))) look.overflow = 'hidden';
  const text = value('color') ?? 'rgb(0, 0, 0)', colorOf = one => color((one ?? 'currentcolor').replace(/^currentcolor$/i, text));
  if (value('border-width')) {
    if (width !== '0px') Object.assign(look, { borderWidth: width, borderColor: colorOf(value('border-color') ?? value('border-top-color')) });
    return look;
  }
  const widths = sides.map(side => (value(`border-${side}-style`) ? value(`border-${side}-width`) ?? '3px' : '0px'));
  const colors = sides.map(side => colorOf(value('border-color') ?? value(`border-${side}-color`))), shown = colors.filter((_, at) => widths[at] !== '0px');
  if (!shown.length) return look;
  if (new Set(widths).size === 1 && new Set(colors).size === 1) look.borderWidth = widths[0];
  else {
    look.borderWidths = widths.join(' ');
    if (new Set(shown).size > 1) look.borderColors = colors.join(' / ');
  }
  look.borderColor = shown[0];
  return look;
}

/**
 * The value of a property of a node: what it was given, then its style's, then what it inherits where anything around it was given a look.
 *
 * @param {any} node @param {string} property @param {(node: any) => Map<string, {value: string, isInherited: boolean}>} styleOf
 */
export function valueOf(node, property, styleOf) {
  for (let at = node; at; at = at.parent) {
    const given = at.looks?.[property], own = styleOf(at).get(property);
    if (given !== undefined) return given;
    if (own && !own.isInherited) return own.value;
    if (!inherited.has(property)) return own?.value;
    if (!at.parent || !hasLooks(at.parent)) return own?.value;
  }
  return undefined;
}

/** Whether a node stays in its place on the screen, however far all around it is scrolled. @param {any} page @param {any} node */
export function isFixed(page, node) {
  if (page.computed(node, 'position') !== 'fixed') return false;
  for (let at = node.parent; at; at = at.parent) if (transforms.some(name => page.computed(at, name))) return false;
  return true;
}

const hasLooks = node => {
  for (let at = node; at; at = at.parent) if (at.looks) return true;
  return false;
};
