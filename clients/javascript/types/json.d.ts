/**
 * Reads JSON (RFC 8259) strictly: one value in UTF-8, no member twice, no lone surrogate, at most 64 levels.
 *
 * @param {Uint8Array} bytes @param {number} [limit] the most values: objects, arrays, texts, numbers and words
 */
export function parseJSON(bytes: Uint8Array, limit?: number): any;
/** The one text of a value (docs/reference/format.md, “Common rules”); members that are `undefined` are left out. */
export function canonicalJSON(value: any): any;
/** Whether two values of JSON are alike, whatever the order of members. */
export function sameJSON(one: any, other: any): any;
/** Reads members of an object strictly: each call names what it needs, and the error names the member. */
export class Reading {
    /**
     * The root of a file's text, which is an object.
     *
     * @param {Uint8Array} bytes @param {number} [limit] the most values
     */
    static parse(bytes: Uint8Array, limit?: number): Reading;
    /** @param {any} value @param {string} [path] where it is, such as `packages[0]` */
    constructor(value: any, path?: string);
    value: any;
    path: string;
    member(key: any): any;
    wrong(key: any, expected: any, code?: string): HybridError;
    string(key: any, isOptional?: boolean): any;
    /** An integer from 0 to 2^53 − 1. */
    count(key: any): any;
    /** A text that people see or that is compared: short, without control characters. */
    label(key: any, isOptional?: boolean): any;
    /** A name of a package or viewport. */
    name(key: any): any;
    /** A number of bytes or entries with an upper bound. */
    size(key: any, limit: any): any;
    number(key: any, isOptional?: boolean): any;
    hash(key: any): any;
    /** A relative path that stays inside the release. */
    url(key: any): any;
    between(key: any, least: any, most: any, absent: any): any;
    /** @param {string} key @param {boolean} [isOptional] @returns {Reading | undefined} */
    object(key: string, isOptional?: boolean): Reading | undefined;
    array(key: any, isOptional?: boolean, limit?: number): any;
    #private;
}
export function isName(name: any): boolean;
export function isSoundPath(path: any): any;
import { HybridError } from "./errors.js";
