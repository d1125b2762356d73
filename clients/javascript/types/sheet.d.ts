/** `null` where there is no browser. */
export const sheet: CSSStyleSheet;
