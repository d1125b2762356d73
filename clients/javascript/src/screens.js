// First screens: a page's display list is painted on a canvas at once; the page itself loads below it.
import { paint } from './painter.js';

/**
 * Paints a list on a canvas over the page, loads the page into the document, and takes the canvas away when the page has loaded, or
 * is touched. Like `paint`, it refers to nothing outside of itself.
 *
 * @param {import('./painter.js').DisplayList} list
 * @param {string} html the page
 * @param {typeof paint} draw
 * @param {string} [colorScheme] the only one that the list is for
 */
export function showFirstScreen(list, html, draw, colorScheme) {
  const scale = devicePixelRatio, [begun] = /** @type {any[]} */ (performance.getEntriesByType('navigation'));
  const canvas = document.createElement('canvas'), pictures = new Map(), context = canvas.getContext('2d');
  const redraw = () => {
    context.fillStyle = list.canvas;
    context.fillRect(0, 0, canvas.width, canvas.height);
    draw(context, list, { scale, images: source => { const image = pictures.get(source); return image?.complete && image.naturalWidth ? image : null; } });
  };
  /** Hides what is laid out below before its styles have come, so that nothing seems to move. */
  let hiding = null;
  const show = () => {
    if (hiding) document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== hiding);
    hiding = null;
  };
  const remove = () => {
    show();
    canvas.remove();
    document.fonts.removeEventListener('loadingdone', redraw);
  };
  /** The page takes the document's place: nothing of this one stays, but the canvas on top. */
  const load = isPainted => {
    // A document that is being read cannot be opened.
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => setTimeout(load, 0, isPainted), { once: true });
      return;
    }
    document.open();
    if (isPainted) {
      addEventListener('load', () => {
        show();
        requestAnimationFrame(() => requestAnimationFrame(remove));
      }, { once: true });
      document.addEventListener('DOMContentLoaded', () => setTimeout(remove, 1000), { once: true });
      for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll']) addEventListener(type, remove, { capture: true, passive: true, once: true });
      document.fonts.addEventListener('loadingdone', redraw);
      setTimeout(remove, 8000);
    }
    if (isPainted && 'adoptedStyleSheets' in document) {
      hiding = new CSSStyleSheet();
      hiding.replaceSync(':root :not([autofocus]){visibility:hidden!important}');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, hiding];
    }
    document.write(html);
    if (isPainted) document.documentElement?.append(canvas);
    document.close();
    if (isPainted) for (const item of list.items) if (item[0] === 'image') add(item[1]); else if (item[2]?.[0] === 'image') add(item[2][1]);
  };
  const add = source => {
    if (pictures.has(source)) return;
    const image = new Image();
    image.src = source;
    pictures.set(source, image);
    image.decode().then(() => { if (canvas.isConnected) redraw(); }, () => {});
  };
  // Pages that are scrolled, hidden or of another size look otherwise.
  const isOther = Math.abs(innerWidth - list.width) > 0.5 || location.hash || document.hidden || begun && begun.type !== 'navigate'
    || colorScheme && (colorScheme === 'dark') !== matchMedia('(prefers-color-scheme: dark)').matches;
  if (isOther) return load(false);
  canvas.width = Math.round(innerWidth * scale);
  canvas.height = Math.round(innerHeight * scale);
  canvas.setAttribute('aria-hidden', 'true');
  canvas.style.cssText = `all:initial!important;position:fixed!important;left:0!important;top:0!important;width:${innerWidth}px!important;`
    + `height:${innerHeight}px!important;visibility:visible!important;z-index:2147483647!important;pointer-events:none!important`;
  try {
    redraw();
  } catch {
    return load(false);
  }
  document.body.append(canvas);
  // Once it is shown. Hidden pages get no frames.
  let isLoaded = false;
  const begin = () => {
    if (isLoaded) return;
    isLoaded = true;
    load(true);
  };
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, 300);
  return undefined;
}

/** A function's text without its comments and indentation. */
const textOf = body => String(body).replace(/^\s*(?:\/\/.*|\/\*\*.*\*\/)?\s*/gm, '');

/**
 * A document that shows a page's first screen, then the page.
 *
 * @param {string} html the page
 * @param {string} list the display list's file, which has no `<`
 * @param {string} [colorScheme] the only one that the list is for
 */
export function withFirstScreen(html, list, colorScheme) {
  const viewport = /<meta[^>]+name=["']?viewport\b[^>]*>/i.exec(html)?.[0] ?? '', quoted = JSON.stringify(html).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html><meta charset="utf-8">${viewport}<noscript><meta http-equiv="refresh" content="0;url=?hybrid-plain"></noscript>`
    + `<body><script>(${textOf(showFirstScreen)})(${list.replaceAll('<', '\\u003c')},${quoted},${textOf(paint)},${JSON.stringify(colorScheme)})</script>`;
}
