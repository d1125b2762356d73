// The programs of bindings over data: a stack machine without loops, so that the file bounds the work. It answers what `ProgramEvaluator`
// of the Swift client answers.
import { utf8 } from './bytes.js';
import { canonicalJSON } from './json.js';

/** Texts longer than this, in bytes, are cut: data may be anything. */
const maximumText = 1 << 20;
/** The most steps a place has. */
const maximumSteps = 256;

/** @typedef {{table: any, steps: (string | number)[]}} Place where a value is: in the page's data, or in the rows that a table was given */

/** The variables of the loops around a node, the innermost last, and the places of their elements. */
export class Scope {
  /** @param {[string, any][]} [names] @param {[string, Place][]} [places] */
  constructor(names = [], places = []) {
    this.names = names;
    this.places = places;
  }

  /** @param {[string, any][]} names @param {[string, Place | null][]} places */
  with(names, places) {
    return new Scope([...this.names, ...names], [...this.places, ...places.filter(one => one[1])]);
  }
}

const last = (list, name) => {
  for (let at = list.length - 1; at >= 0; at--) if (list[at][0] === name) return list[at];
  return null;
};
const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);

function member(name, owner) {
  if (isObject(owner) && Object.hasOwn(owner, name)) return owner[name] ?? null;
  return name === 'length' && (Array.isArray(owner) || typeof owner === 'string') ? owner.length : null;
}

/** The whole number that a value is; `null` for any other. */
function position(index) {
  if (typeof index === 'string') index = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(index) ? Number(index) : null;
  return Number.isSafeInteger(index) ? index + 0 : null;
}

const element = (index, owner) => (Array.isArray(owner) ? owner[position(index) ?? -1] ?? null : member(textOf(index), owner));

/** @param {Place | null} place @returns {Place | null} */
export const further = (place, step) => (place && place.steps.length < maximumSteps ? { table: place.table, steps: [...place.steps, step] } : null);

/** Whether a place is in another one, or that. @param {Place | null} place @param {Place | null} around */
export const isWithin = (place, around) => !!place && !!around && place.table === around.table && around.steps.every((step, at) => step === place.steps[at]);

/**
 * A value as readers see it: nothing for `null`, numbers without a needless fraction, JSON for lists and objects.
 *
 * @param {any} value
 * @returns {string}
 */
export function textOf(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  // Whole numbers that JSON may write out are integers.
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 63) return String(BigInt(value));
  return canonicalJSON(value);
}

function joined(parts) {
  const text = parts.map(textOf).join('');
  if (text.length * 3 <= maximumText) return text;
  const bytes = utf8(text);
  if (bytes.length <= maximumText) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, maximumText));
  } catch {
    return '';
  }
}

/**
 * Runs a program.
 *
 * @param {[string, any][]} steps
 * @param {any} data the page's
 * @param {Scope} scope
 * @returns {{value: any, place: Place | null}} the value, `null` for what is not there, and where it is, so that it can be written back
 */
export function run(steps, data, scope) {
  /** @type {{value: any, place: Place | null}[]} */
  const stack = [], pop = () => stack.pop() ?? { value: null, place: null }, push = (value, place = null) => stack.push({ value, place });
  const take = count => stack.splice(Math.max(0, stack.length - count)).map(one => one.value);
  for (const [kind, operand] of steps) {
    if (kind === 'variable') {
      const known = last(scope.names, operand);
      if (known) push(known[1] ?? null, last(scope.places, operand)?.[1] ?? null);
      else push(isObject(data) && Object.hasOwn(data, operand) ? data[operand] ?? null : null, { table: null, steps: [operand] });
    } else if (kind === 'member') {
      const owner = pop();
      push(member(operand, owner.value), further(owner.place, operand));
    } else if (kind === 'element') {
      const index = pop().value, owner = pop(), step = Array.isArray(owner.value) ? position(index) : textOf(index);
      push(element(index, owner.value), step === null ? null : further(owner.place, step));
    } else if (kind === 'join') push(joined(take(operand)));
    else if (kind === 'list') push(take(operand));
    else push(kind === 'text' || kind === 'number' || kind === 'boolean' ? operand : null);
  }
  return pop();
}

/**
 * A value with another one at the end of some steps. Lists keep their length.
 *
 * @param {any} owner
 * @param {(string | number)[]} steps
 * @param {any} value
 * @returns {any}
 */
export function setting(owner, steps, value) {
  if (!steps.length) return value;
  const [step, ...rest] = steps;
  if (typeof step === 'number') {
    if (!Array.isArray(owner) || step < 0 || step >= owner.length) return owner;
    const copy = [...owner];
    copy[step] = setting(copy[step], rest, value);
    return copy;
  }
  if (Array.isArray(owner)) return owner;
  // A member may be called `__proto__`: it is data like any other.
  const copy = Object.assign(Object.create(null), isObject(owner) ? owner : {});
  copy[step] = setting(Object.hasOwn(copy, step) ? copy[step] : null, rest, value);
  return copy;
}
