// The page as a web view shows it, and where that differs from the frames.
'use strict';

import { webURL } from './release.js';

/** Boxes that are further apart than this, in CSS px, are outlined. */
const TOLERANCE = 1;

/** Shows a page in the iframe; answers with the elements that differ. */
export function showSource(frame, marks, { page, layout, path, colorScheme }) {
  return new Promise(done => {
    // Measured at the device's size, for what depends on it; then shown whole.
    Object.assign(frame.style, { width: `${layout.viewport.width}px`, height: `${layout.viewport.height}px`, colorScheme });
    frame.onload = async () => {
      await frame.contentDocument?.fonts?.ready;
      const found = differences(frame.contentDocument, page, layout);
      marks.replaceChildren(...found.map(({ node, rect }) => {
        const mark = document.createElement('i');
        Object.assign(mark.style, { left: `${rect.x}px`, top: `${rect.y}px`, width: `${rect.width}px`, height: `${rect.height}px` });
        mark.title = page.nodes[node].tag;
        return mark;
      }));
      frame.style.height = `${Math.max(layout.viewport.height, layout.height)}px`;
      done(found);
    };
    frame.src = `${webURL(path)}?v=${Date.now()}`;
  });
}

/** Walks the page's elements and the frames side by side. */
function differences(document_, page, layout) {
  if (!document_?.documentElement) return [];
  // Scrollbars of phones take no room.
  const sheet = new document_.defaultView.CSSStyleSheet();
  sheet.replaceSync('html { scrollbar-width: none !important }');
  document_.adoptedStyleSheets = [...document_.adoptedStyleSheets, sheet];
  const children = page.nodes.map(() => []), found = [];
  page.nodes.forEach((node, n) => { if (node.parent >= 0 && [1, 3, 4].includes(node.kind)) children[node.parent].push(n); });
  const visit = (n, element) => {
    const frame = layout.frames[n], rect = element.getBoundingClientRect();
    const pairs = [[rect.x, frame.x], [rect.y, frame.y], [rect.width, frame.w], [rect.height, frame.h]];
    const isOff = pairs.some(([theirs, ours]) => Math.abs(theirs - ours) > TOLERANCE);
    if (!(frame.flags & 1) && page.nodes[n].kind === 1 && isOff) found.push({ node: n, rect });
    const elements = [...element.children];
    let next = 0;
    for (const child of children[n]) {
      const tag = page.nodes[child].tag.toLowerCase();
      while (next < elements.length && elements[next].localName !== tag) next++;
      if (next < elements.length) visit(child, elements[next++]);
    }
  };
  const root = page.nodes.findIndex(node => node.parent < 0 && node.kind === 1);
  if (root >= 0) visit(root, document_.documentElement);
  return found;
}
