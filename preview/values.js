// The bytes of styles' values as CSS text: docs/reference/format.md, *Values*, in JavaScript.
'use strict';

const DEEPEST = 128;
const VARIABLES = ['r', 'g', 'b', 'h', 's', 'l', 'w', 'a', 'c', 'x', 'y', 'z', 'alpha', 'size', 'sibling-index()', 'sibling-count()'];
const SPACES = [
  'srgb', 'srgb', 'srgb-linear', 'display-p3', 'display-p3-linear', 'a98-rgb', 'prophoto-rgb', 'rec2020', 'xyz-d50', 'xyz-d65',
  'lab', 'lch', 'oklab', 'oklch', 'hsl', 'hwb',
];
const COLOR_FUNCTIONS = ['rgb', 'hsl', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'color'];
const HUES = ['', ' longer hue', ' increasing hue', ' decreasing hue'];
const ROUNDINGS = ['', 'up, ', 'down, ', 'to-zero, '];
const LEGACY = 0, LAB = 10, HSL = 14;

/** Node has no `CSS`. */
const escaped = text => globalThis.CSS?.escape(text) ?? text;
const quoted = text => '"' + text.replace(/["\\]/g, '\\$&').replace(/[\x01-\x1f\x7f]/g, c => `\\${c.charCodeAt(0).toString(16)} `) + '"';

/**
 * Reads one declaration's bytes.
 *
 * @param {Uint8Array} bytes the declaration's
 * @param {(index: number) => string | null} string the file's strings
 * @returns {string} the computed value in CSS's syntax
 * @throws {Error} where the bytes are not a value
 */
export function valueText(bytes, string) {
  let at = 1, depth = 0;  // The first byte is the origin, which only a new layout needs.

  const byte = () => {
    if (at >= bytes.length) throw new Error('a value ends early');
    return bytes[at++];
  };
  const varint = () => {
    let value = 0, factor = 1, next;
    do {
      next = byte();
      value += (next & 127) * factor;
      factor *= 128;
    } while (next > 127 && factor < 2 ** 63);
    return value;
  };
  const count = () => {
    const items = varint();
    if (items > bytes.length - at) throw new Error('a value ends early');
    return items;
  };
  const text = () => {
    const found = string(varint());
    if (found === null || found === undefined) throw new Error('an unknown string');
    return found;
  };
  const number = () => {
    const head = varint();
    if (head % 2 === 0) {
      const zigzag = head / 2;
      return (zigzag % 2 ? -(zigzag + 1) / 2 : zigzag / 2) / 64;
    }
    if (head !== 1 || bytes.length - at < 8) throw new Error('no number');
    at += 8;
    return new DataView(bytes.buffer, bytes.byteOffset + at - 8, 8).getFloat64(0, true);
  };
  const numeral = (value, unit) => {
    if (Number.isFinite(value)) return plain(value) + unit;
    return `calc(${plain(value)}${unit ? ` * 1${unit}` : ''})`;
  };
  const times = (read, n = count()) => Array.from({ length: n }, read);
  const nested = read => {
    if (++depth > DEEPEST) throw new Error('nested too deep');
    const result = read();
    depth--;
    return result;
  };

  const value = () => nested(() => {
    switch (byte()) {
      case 1: return text();
      case 2: return escaped(text());
      case 3: return numeral(number(), '');
      case 4: return numeral(number(), '%');
      case 5: return numeral(number(), 'px');
      case 6: { const unit = text(); return numeral(number(), unit); }
      case 7: {
        byte(), number(), number();
        const [kind, node] = calculation();
        return /^(min|max|clamp|round|function)$/.test(kind) ? node : `calc(${node})`;
      }
      case 8: return color();
      case 9: return quoted(text());
      case 10: return `url(${quoted(text())})`;
      case 11: return '/';
      case 12: return times(value).join(' ');
      case 13: return times(value).join(', ');
      case 14: { const name = text(); return `${name}(${times(value).join(' ')})`; }
      case 15: { const name = text(); return `${name}(${times(value).join(', ')})`; }
      case 16: return `[${times(() => escaped(text())).join(' ')}]`;
      case 17: return text();
      default: throw new Error('an unknown value');
    }
  });

  /** A node of a calculation: what kind it is, and its text. */
  const calculation = () => nested(() => {
    // Inside of another node, what has operators of its own is in parentheses.
    const inner = () => { const [kind, node] = calculation(); return kind === 'operators' ? `(${node})` : node; };
    const list = () => times(() => calculation()[1]);
    switch (byte()) {
      case 1: return ['number', plain(number())];
      case 2: return ['number', plain(number()) + 'px'];
      case 3: return ['number', plain(number()) + '%'];
      case 4: { const unit = text(); return ['number', plain(number()) + unit]; }
      case 5: return ['number', VARIABLES[byte()] ?? '0'];
      case 6: return ['operators', times(inner).join(' + ')];
      case 7: return ['operators', times(inner).join(' * ')];
      case 8: return ['operators', `-1 * ${times(inner)[0]}`];
      case 9: return ['operators', `1 / ${times(inner)[0]}`];
      case 10: return ['min', `min(${list().join(', ')})`];
      case 11: return ['max', `max(${list().join(', ')})`];
      case 12: {
        const parts = byte(), low = parts & 1 ? calculation()[1] : 'none', middle = calculation()[1];
        return ['clamp', `clamp(${low}, ${middle}, ${parts & 2 ? calculation()[1] : 'none'})`];
      }
      case 13: {
        const strategy = ROUNDINGS[byte()] ?? '', rounded = calculation()[1];
        return ['round', `round(${strategy}${rounded}, ${calculation()[1]})`];
      }
      case 14: { const name = text(); return ['function', `${name}(${list().join(', ')})`]; }
      default: throw new Error('an unknown calculation');
    }
  });

  const color = () => nested(() => {
    switch (byte()) {
      case 1: return 'currentcolor';
      case 2: { const [r, g, b, a] = times(byte, 4); return `rgb(${r} ${g} ${b} / ${a / 255})`; }
      case 3: {
        const space = byte(), parts = times(number, 4).map(part => Number.isNaN(part) ? 'none' : plain(part));
        if (space === LEGACY) parts.splice(0, 3, ...parts.slice(0, 3).map(part => part === 'none' ? part : String(part * 255)));
        const channels = `${parts.slice(0, 3).join(' ')} / ${parts[3]}`;
        if (space === LEGACY) return `rgb(${channels})`;
        return space >= LAB && space < HSL ? `${SPACES[space]}(${channels})` : space >= HSL ? hueBased(space, parts) : `color(${SPACES[space]} ${channels})`;
      }
      case 4: case 5: return text();
      case 6: { const light = color(); return `light-dark(${light}, ${color()})`; }
      case 7: {
        const space = SPACES[byte()], hue = HUES[byte()] ?? '';
        const items = times(() => { const one = color(), share = optional(); return share === null ? one : `${one} ${share}`; });
        return `color-mix(${[`in ${space}${hue}`, ...items].join(', ')})`;
      }
      case 8: {
        const function_ = byte(), name = COLOR_FUNCTIONS[function_], space = name === 'color' ? [SPACES[byte()]] : [];
        const origin = byte() ? [`from ${color()}`] : [], channels = times(value), alpha = optional();
        return `${name}(${[...origin, ...space, ...channels].join(' ')}${alpha === null ? '' : ` / ${alpha}`})`;
      }
      case 9: return `contrast-color(${color()})`;
      default: throw new Error('an unknown colour');
    }
  });
  const optional = () => byte() ? value() : null;

  return value();
}

/** A number as CSS writes it: no exponents. */
function plain(value) {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-infinity' : 'infinity';
  const short = String(value);
  return short.includes('e') ? value.toFixed(20) : short;
}

/** `hsl()` and `hwb()`: the last two components are percentages. */
function hueBased(space, [hue, second, third, alpha]) {
  const percentage = part => part === 'none' ? part : `${part}%`;
  return `${SPACES[space]}(${hue} ${percentage(second)} ${percentage(third)} / ${alpha})`;
}
