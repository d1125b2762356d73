// Texts of views: every line where it was measured to be, as wide as it was measured.
'use strict';

import { isTrue, pixelsOf } from './properties.js';

const made = (name, className) => Object.assign(document.createElement(name), { className });

/** Widths further apart than this, in CSS px, are those of other fonts. */
const TOLERANCE = 0.5;

/**
 * Shows a view's text.
 *
 * @param view the view; its `text` is replaced
 * @param {string} text all of it, which is broken here where there are no lines
 * @param {Array} lines with `text`, `x`, `y`, `width`, `height` and `baseline` in the view's coordinates
 */
export function showText(view, text, lines) {
  view.letters = [];
  const isFitted = lines.length > 0 && view.component === 'label' && isTrue(view.properties.adjustFontSize) && view.properties.lines?.trim() === '1';
  if (isFitted) lines = [{ ...lines[0], text: text.split('\n').join(' '), isFitted }];
  if (!lines.length) {
    const loose = made('div', 'loose');
    loose.append(Object.assign(made('span', ''), { textContent: text, dir: 'auto' }));
    view.text.replaceChildren(...(text ? [loose] : []));
    return;
  }
  view.text.replaceChildren(...lines.map(line => {
    const box = made('div', 'line'), strut = made('i', ''), letters = made('span', '');
    Object.assign(box.style, { left: `${line.x}px`, top: `${line.y}px`, width: `${line.width}px`, height: `${line.height}px` });
    // Letters are on the lower edge of an empty box beside them, whatever font they are of: that is the baseline.
    strut.style.height = `${Math.max(0, line.baseline - line.y)}px`;
    letters.textContent = line.text;
    letters.dir = 'auto';
    box.append(strut, letters);
    view.letters.push({ letters, box, line });
    return box;
  }));
}

/** Draws the letters of views as wide as their lines are: a browser without the build's fonts draws other widths. */
export function fitLetters(views, scale) {
  const all = [...views].flatMap(view => view.letters.map(one => ({ view, ...one })));
  for (const { letters, line } of all) Object.assign(letters.style, { transform: '', fontSize: '' });
  const widths = all.map(({ letters }) => letters.getBoundingClientRect().width / scale);
  all.forEach(({ view, letters, box, line }, index) => {
    const drawn = widths[index];
    if (!(drawn > 0)) return;
    if (line.isFitted) fitLabel(view, letters, box, line, drawn);
    else if (line.width > 0 && Math.abs(drawn - line.width) > TOLERANCE) letters.style.transform = `scaleX(${line.width / drawn})`;
  });
}

/** All of a label's text in its one line, in the largest font up to its own that fits. */
function fitLabel(view, letters, box, line, drawn) {
  const border = pixelsOf(view.properties.borderWidth) ?? 0, room = Math.max(0, (view.frame?.width ?? line.width) - 2 * border);
  if (drawn <= room) return;
  letters.style.fontSize = `${parseFloat(getComputedStyle(view.element).fontSize) * room / drawn}px`;
  box.style.left = `${border}px`;
}
