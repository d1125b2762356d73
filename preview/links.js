// Where links of the shown page lead, on the painted page and in the web view.
'use strict';

const NO_BOX = 1, FIXED = 4, INVISIBLE = 8;

/**
 * The link at a point of the page.
 *
 * @param page as `readPage` answers
 * @param layout as `readLayout` answers
 * @param {{x: number, y: number}} point CSS px of the screen
 * @param {{x: number, y: number}} scroll how far the page is scrolled; what is fixed is not
 * @returns {string | null} as the page writes it
 */
export function linkAt(page, layout, point, scroll) {
  const isFixed = n => n >= 0 && (layout.frames[n].flags & FIXED || isFixed(page.nodes[n].parent));
  const isIn = (box, x, y) => x >= box.x && y >= box.y && x < box.x + box.w && y < box.y + box.h;
  const order = layout.order ?? [...page.nodes.keys()];
  for (let at = order.length - 1; at >= 0; at--) {
    const node = order[at], frame = layout.frames[node];
    if (frame.flags & (NO_BOX | INVISIBLE)) continue;
    const moved = isFixed(node) ? point : { x: point.x + scroll.x, y: point.y + scroll.y };
    if (!(layout.fragments.get(node) ?? [frame]).some(box => isIn(box, moved.x, moved.y))) continue;
    for (let n = node; n >= 0; n = page.nodes[n].parent) {
      if (/^a$/i.test(page.nodes[n].tag ?? '') && page.nodes[n].attributes.href) return page.nodes[n].attributes.href;
    }
    // What covers a link takes the tap.
    return null;
  }
  return null;
}

/** The page that a path below `/web/` shows; `null` where the release has no such page. */
export function pageAt(path, pages) {
  if (!path.startsWith('/web/')) return null;
  let name;
  try {
    name = decodeURIComponent(path.slice(5));
  } catch {
    return null;
  }
  const candidates = name === '' || name.endsWith('/') ? [`${name}index.html`] : [name, `${name}.html`, `${name}/index.html`];
  return candidates.find(one => pages.has(one)) ?? null;
}
