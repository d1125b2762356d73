/** A colour as CSS takes it; nothing for what is none. */
export function colorOf(value: any): any;
/** A length in CSS px, not negative; `null` for what is none. Numbers without a unit count in px. */
export function pixelsOf(value: any): number;
/** A whole number from 0 to a limit; `null` for what is none. */
export function countOf(value: any, most?: number): number;
/** Lays an image into its box; what is not a mode stretches it, as `fill` does. */
export function fitImage(image: any, mode: any): void;
/** Shows a property that views of every component have. */
export function showLook(view: any, name: any, value: any): void;
export function isTrue(value: any): boolean;
export function isFalse(value: any): boolean;
export function titlesOf(value: any): any;
/** The properties that change how wide letters are. */
export const TEXTUAL: Set<string>;
