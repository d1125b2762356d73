// The first screen as the browser paints it, beside what the painter draws of it: how much of the ink differs, and where.
'use strict';

import { pictureOf } from './snapshot.js';
import { paintedPicture } from './painted.js';

/** Channels that are further apart than this, of 255, differ. */
const TOLERANCE = 24;
/** Elements with less ink than this, in device pixels, say nothing. */
const LEAST_INK = 40;
/** Elements of which less of their ink than this is in place differ. */
const IN_PLACE = 0.8;
const NO_BOX = 1, INVISIBLE = 8;
/** Kinds of nodes: elements, and those of drawings. */
const ELEMENTS = [1, 3];

/**
 * Compares the first screen's pictures.
 *
 * @param {Document} document_ the page in the browser, at the viewport's size
 * @param {{page, layout, list, images: Map<string, CanvasImageSource>}} drawn the page as it is in the package
 * @returns {Promise<{share: number, nodes: {node: number, share: number}[]}>} `share`: the part of the ink that is elsewhere; `nodes`: the
 *   deepest elements whose ink is not in place, with the part that is not
 * @throws {Error} where there is no picture, with the reason
 */
export async function comparePictures(document_, { page, layout, list, images }) {
  const { width, height } = layout.viewport, { scale } = list;
  const browser = await pictureOf(document_, { width, height, scale }), own = paintedPicture(list, { width, height, scale }, images);
  const whole = { left: 0, top: 0, right: browser.width, bottom: browser.height };
  return { share: shareOff(browser, own, whole, background(browser)), nodes: misplaced(browser, own, page, layout, scale) };
}

/** The deepest elements whose ink is not in place. */
function misplaced(browser, own, page, layout, scale) {
  const found = [], isAround = new Set();
  // Children come after their parents.
  for (let n = page.nodes.length - 1; n >= 0; n--) {
    const node = page.nodes[n], frame = layout.frames[n];
    const isLeft = isAround.has(n) || !ELEMENTS.includes(node.kind) || frame.flags & (NO_BOX | INVISIBLE);
    const share = isLeft ? 0 : shareOfBox(browser, own, [frame.x, frame.y, frame.x + frame.w, frame.y + frame.h].map(value => value * scale));
    if (share > 1 - IN_PLACE) found.push({ node: n, share });
    if ((share > 1 - IN_PLACE || isAround.has(n)) && node.parent >= 0) isAround.add(node.parent);
  }
  return found.reverse();
}

/** The part of an element's ink that only one of the pictures has, there or beside it. */
function shareOfBox(browser, own, [x, y, right, bottom]) {
  const { width, height } = browser, box = { left: Math.max(0, Math.trunc(x)), top: Math.max(0, Math.trunc(y)) };
  Object.assign(box, { right: Math.min(width, Math.ceil(right)), bottom: Math.min(height, Math.ceil(bottom)) });
  if (box.right - box.left < 3 || box.bottom - box.top < 3) return 0;
  return shareOff(browser, own, box, colorAround(browser, box), LEAST_INK);
}

/**
 * The part of the ink in a box that only one of the pictures has, there or at a pixel beside it.
 *
 * @param {number[]} paper the color of what is not ink
 * @param {number} least less ink says nothing
 */
function shareOff(browser, own, box, paper, least = 1) {
  const { width } = browser;
  let ink = 0, off = 0;
  for (let row = box.top; row < box.bottom; row++) {
    for (let column = box.left; column < box.right; column++) {
      const at = 4 * (row * width + column), isThere = isApart(browser.data, at, paper, 0);
      if (!isThere && !isApart(own.data, at, paper, 0)) continue;
      ink++;
      if (!(isThere ? isNear(browser, own, column, row) : isNear(own, browser, column, row))) off++;
    }
  }
  return ink < least ? 0 : off / ink;
}

/** Whether a pixel's color is in another picture, there or at a pixel beside it: the edges of glyphs differ. */
function isNear(one, other, column, row) {
  const { width, height } = one, at = 4 * (row * width + column);
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
      if (!isApart(one.data, at, other.data, 4 * (y * width + x), 2 * TOLERANCE)) return true;
    }
  }
  return false;
}

function isApart(one, at, other, to, tolerance = TOLERANCE) {
  return Math.abs(one[at] - other[to]) > tolerance || Math.abs(one[at + 1] - other[to + 1]) > tolerance || Math.abs(one[at + 2] - other[to + 2]) > tolerance;
}

/** The color that most of a picture has. */
function background({ width, height, data }) {
  return commonest(data, function* () { for (let at = 0; at < width * height; at += 7) yield 4 * at; });
}

/** The color that most of the pixels just around a box have; those inside where the box is at the picture's edge. */
function colorAround({ width, height, data }, { left, top, right, bottom }) {
  const above = Math.max(0, top - 2), below = Math.min(height - 1, bottom + 1), before = Math.max(0, left - 2), behind = Math.min(width - 1, right + 1);
  return commonest(data, function* () {
    for (let x = left; x < right; x++) yield* [4 * (above * width + x), 4 * (below * width + x)];
    for (let y = top; y < bottom; y++) yield* [4 * (y * width + before), 4 * (y * width + behind)];
  });
}

function commonest(data, places) {
  const counts = new Map();
  let best = 0, most = 0;
  for (const at of places()) {
    const color = data[at] << 16 | data[at + 1] << 8 | data[at + 2], count = (counts.get(color) ?? 0) + 1;
    counts.set(color, count);
    if (count > most) [best, most] = [color, count];
  }
  return [best >> 16, best >> 8 & 255, best & 255];
}
