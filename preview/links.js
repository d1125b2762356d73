// Where links of the shown page lead, on the painted page and in the web view.
'use strict';

const NO_BOX = 1, INVISIBLE = 8;

/**
 * The link at a point of the page.
 *
 * @param page as `readPage` answers
 * @param layout as `readLayout` answers
 * @param {number} x CSS px of the page
 * @param {number} y
 * @returns {string | null} as the page writes it
 */
export function linkAt(page, layout, x, y) {
  const isIn = box => x >= box.x && y >= box.y && x < box.x + box.w && y < box.y + box.h;
  const order = layout.order ?? [...page.nodes.keys()];
  for (let at = order.length - 1; at >= 0; at--) {
    const node = order[at], frame = layout.frames[node];
    if (frame.flags & (NO_BOX | INVISIBLE) || !(layout.fragments.get(node) ?? [frame]).some(isIn)) continue;
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
