/**
 * A value as readers see it: nothing for `null`, numbers without a needless fraction, JSON for lists and objects.
 *
 * @param {any} value
 * @returns {string}
 */
export function textOf(value: any): string;
/**
 * Runs a program.
 *
 * @param {[string, any][]} steps
 * @param {any} data the page's
 * @param {Scope} scope
 * @returns {{value: any, place: Place | null}} the value, `null` for what is not there, and where it is, so that it can be written back
 */
export function run(steps: [string, any][], data: any, scope: Scope): {
    value: any;
    place: Place | null;
};
/**
 * A value with another one at the end of some steps. Lists keep their length.
 *
 * @param {any} owner
 * @param {(string | number)[]} steps
 * @param {any} value
 * @returns {any}
 */
export function setting(owner: any, steps: (string | number)[], value: any): any;
/** @typedef {{table: any, steps: (string | number)[]}} Place where a value is: in the page's data, or in the rows that a table was given */
/** The variables of the loops around a node, the innermost last, and the places of their elements. */
export class Scope {
    /** @param {[string, any][]} [names] @param {[string, Place][]} [places] */
    constructor(names?: [string, any][], places?: [string, Place][]);
    names: [string, any][];
    places: [string, Place][];
    /** @param {[string, any][]} names @param {[string, Place | null][]} places */
    with(names: [string, any][], places: [string, Place | null][]): Scope;
}
export function further(place: Place | null, step: any): Place | null;
/** Whether a place is in another one, or that. @param {Place | null} place @param {Place | null} around */
export function isWithin(place: Place | null, around: Place | null): boolean;
/**
 * where a value is: in the page's data, or in the rows that a table was given
 */
export type Place = {
    table: any;
    steps: (string | number)[];
};
