// Sizes: a squarified treemap (Bruls, Huizing, van Wijk) of packages, and of the entries of the one that is chosen.
'use strict';

/** More cells than this are too small to see. */
const MOST = 400;

/** Rectangles for items of `size`, largest first, in a rectangle of `width` × `height`. */
export function squarify(items, width, height) {
  const total = items.reduce((sum, item) => sum + item.size, 0), cells = [];
  let area = { x: 0, y: 0, w: width, h: height };
  let rest = items.map(item => ({ item, area: item.size / total * width * height }));
  const worst = (row, side) => {
    const sum = row.reduce((all, cell) => all + cell.area, 0);
    return Math.max(...row.map(cell => Math.max(side * side * cell.area / (sum * sum), sum * sum / (side * side * cell.area))));
  };
  while (rest.length) {
    const side = Math.min(area.w, area.h), row = [rest[0]];
    while (row.length < rest.length && worst([...row, rest[row.length]], side) <= worst(row, side)) row.push(rest[row.length]);
    rest = rest.slice(row.length);
    const sum = row.reduce((all, cell) => all + cell.area, 0), thick = side > 0 ? sum / side : 0;
    let along = 0;
    for (const cell of row) {
      const length = thick > 0 ? cell.area / thick : 0;
      cells.push(area.w < area.h
        ? { item: cell.item, x: area.x + along, y: area.y, w: length, h: thick }
        : { item: cell.item, x: area.x, y: area.y + along, w: thick, h: length });
      along += length;
    }
    area = area.w < area.h
      ? { ...area, y: area.y + thick, h: area.h - thick } : { ...area, x: area.x + thick, w: area.w - thick };
  }
  return cells;
}

export const kilobytes = size => size < 1000 ? `${size} B` : size < 1e6 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1e6).toFixed(2)} MB`;

/** Draws a release's packages, or the entries of one. */
export async function showSizes(map, release, name = null) {
  const isKnown = name && release.manifest?.packages.some(one => one.name === name);
  const open = choice => showSizes(map, release, choice);
  const items = isKnown
    ? [...(await release.archive(name)).entries].map(([path, one]) => ({ name: path, size: one.packed }))
    : (release.manifest?.packages ?? []).map(one => ({ name: one.name, size: one.size, open: () => open(one.name) }));
  items.sort((a, b) => b.size - a.size);
  const all = items.reduce((sum, item) => sum + item.size, 0), shown = items.filter(item => item.size > 0).slice(0, MOST);
  const heading = map.querySelector('h2'), board = map.querySelector('div');
  heading.textContent = isKnown ? `${name}: ${kilobytes(all)} in ${items.length} files` : `${items.length} packages, ${kilobytes(all)}`;
  const back = map.querySelector('button');
  back.hidden = !isKnown;
  back.onclick = () => open(null);
  map.dataset.package = isKnown ? name : '';
  const cells = shown.length ? squarify(shown, board.clientWidth, board.clientHeight) : [];
  board.replaceChildren(...cells.map((cell, index) => {
    const element = document.createElement(cell.item.open ? 'button' : 'span');
    element.title = `${cell.item.name}: ${kilobytes(cell.item.size)}, ${(cell.item.size / all * 100).toFixed(1)} %`;
    element.textContent = cell.w > 44 && cell.h > 16 ? `${cell.item.name} ${kilobytes(cell.item.size)}` : '';
    element.setAttribute('aria-label', element.title);
    Object.assign(element.style, {
      left: `${cell.x}px`, top: `${cell.y}px`, width: `${cell.w}px`, height: `${cell.h}px`,
      background: `hsl(${200 + index * 37 % 160} 45% 34%)`,
    });
    if (cell.item.open) element.onclick = cell.item.open;
    return element;
  }));
}
