// First screens: a page's display list is painted on a canvas at once, or the picture that an earlier visit made of it is shown; the page
// itself loads below it.
import { paint } from './painter.js';

/**
 * Paints a list on a canvas over the page, loads the page into the document, and takes the canvas away when the page has loaded, or
 * is touched. Then it sends the worker a picture of the canvas, which the next visit shows without painting. Like `paint`, it refers to
 * nothing outside of itself.
 *
 * @param {import('./painter.js').DisplayList} list only the size of it where a picture is shown
 * @param {string} html the page
 * @param {typeof paint | null} draw `null` where the document's picture is shown
 * @param {string} style of the canvas, without its size
 * @param {string} [name] of the picture
 * @param {string} [colorScheme] the only one that the list is for
 */
export function showFirstScreen(list, html, draw, style, name, colorScheme) {
  const scale = devicePixelRatio, width = innerWidth, height = innerHeight, [begun] = /** @type {any[]} */ (performance.getEntriesByType('navigation'));
  /** @type {any} */
  const canvas = draw ? document.createElement('canvas') : document.images[0], pictures = new Map(), context = draw && canvas.getContext('2d');
  const redraw = (to = context, hasImages = true) => {
    if (!draw) return;
    to.fillStyle = list.canvas;
    to.fillRect(0, 0, canvas.width, canvas.height);
    draw(to, list, { scale, images: source => { const image = hasImages && pictures.get(source); return image?.complete && image.naturalWidth ? image : null; } });
  };
  const again = () => redraw();
  /** Hides what is laid out below before its styles have come, so that nothing seems to move. */
  let hiding = null;
  const show = () => {
    if (hiding) document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== hiding);
    hiding = null;
  };
  const remove = () => {
    show();
    canvas.remove();
    document.fonts.removeEventListener('loadingdone', again);
  };
  /** Sends what the worker shows at the next visit; without a picture, it paints again. */
  const send = pixels => { if (name) navigator.serviceWorker?.controller?.postMessage({ type: 'hybrid:picture', name, width, height, scale, pixels }, pixels); };
  const keep = async () => {
    redraw();
    // What is drawn first asks for the fonts.
    await document.fonts.ready;
    if (![...pictures.values()].every(image => image.complete)) return;
    // Photos may make too large a file, and images of other sites may not be read: without images, too.
    send((pictures.size ? [true, false] : [true]).flatMap(hasImages => {
      const copy = document.createElement('canvas'), to = Object.assign(copy, { width: canvas.width, height: canvas.height }).getContext('2d');
      redraw(to, hasImages);
      try { return to.getImageData(0, 0, copy.width, copy.height).data.buffer; } catch { return []; }
    }));
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
        if (draw) setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(keep), 500);
      }, { once: true });
      document.addEventListener('DOMContentLoaded', () => setTimeout(remove, 1000), { once: true });
      for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll']) addEventListener(type, remove, { capture: true, passive: true, once: true });
      document.fonts.addEventListener('loadingdone', again);
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
    || colorScheme && (colorScheme === 'dark') !== matchMedia('(prefers-color-scheme: dark)').matches, isOtherPicture = !draw && (height !== list.height || scale !== list.scale);
  if (isOther || isOtherPicture) {
    canvas.remove();
    if (isOtherPicture) send();
    return load(false);
  }
  if (draw) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.setAttribute('aria-hidden', 'true');
    canvas.style.cssText = `${style};width:${width}px!important;height:${height}px!important`;
    try {
      redraw();
    } catch {
      return load(false);
    }
    document.body.append(canvas);
  }
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

const style = 'all:initial!important;position:fixed!important;left:0!important;top:0!important;visibility:visible!important;z-index:2147483647!important;pointer-events:none!important';

/**
 * A document that shows a page's first screen, then the page.
 *
 * @param {string} html the page
 * @param {string | import('./pictures.js').Picture} list the display list's file, or a picture of it
 * @param {string} [colorScheme] the only one that the list is for
 * @param {string} [name] what the page calls the picture that it sends
 */
export function withFirstScreen(html, list, colorScheme, name) {
  const viewport = /<meta[^>]+name=["']?viewport\b[^>]*>/i.exec(html)?.[0] ?? '', isText = typeof list === 'string', quoted = value => JSON.stringify(value).replaceAll('<', '\\u003c');
  const picture = isText ? '' : `<img aria-hidden="true" decoding="sync" style="${style};width:${list.width}px!important;height:${list.height}px!important" src="${list.image}">`;
  return `<!DOCTYPE html><meta charset="utf-8">${viewport}<noscript><meta http-equiv="refresh" content="0;url=?hybrid-plain"></noscript><body>${picture}`
    + `<script>(${textOf(showFirstScreen)})(${isText ? list.replaceAll('<', '\\u003c') : quoted({ ...list, image: undefined, items: [] })},${quoted(html)},${isText ? textOf(paint) : null},`
    + `'${style}',${JSON.stringify(name)},${JSON.stringify(colorScheme)})</script>`;
}
