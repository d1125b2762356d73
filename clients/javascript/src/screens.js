// First screens: a page's display list is painted on a canvas over the page while its styles and scripts load.
import { paint } from './painter.js';

/**
 * Paints a list over the page whose head is being read, and takes the canvas away when the page has loaded, or is touched. Like
 * `paint`, it refers to nothing outside of itself.
 *
 * @param {import('./painter.js').DisplayList} list
 * @param {typeof paint} draw
 * @param {string} [colorScheme] the only one that the list is for
 */
export function showFirstScreen(list, draw, colorScheme) {
  document.currentScript?.remove();
  const root = document.documentElement, scale = devicePixelRatio, begun = performance.getEntriesByType('navigation')[0];
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const tell = () => navigator.serviceWorker?.controller?.postMessage({ type: 'hybrid:painted' });
  // Pages that are scrolled, hidden or of another size look otherwise.
  if (Math.abs(innerWidth - list.width) > 0.5 || location.hash || document.hidden || begun && begun['type'] !== 'navigate'
    || colorScheme && (colorScheme === 'dark') !== isDark) return tell();
  const canvas = document.createElement('canvas'), stub = document.createElement('body'), pictures = new Map();
  canvas.width = Math.round(innerWidth * scale);
  canvas.height = Math.round(innerHeight * scale);
  canvas.setAttribute('aria-hidden', 'true');
  canvas.style.cssText = `all:initial!important;position:fixed!important;left:0!important;top:0!important;width:${innerWidth}px!important;`
    + `height:${innerHeight}px!important;z-index:2147483647!important;pointer-events:none!important`;
  const context = canvas.getContext('2d');
  const redraw = () => {
    context.fillStyle = list.canvas;
    context.fillRect(0, 0, canvas.width, canvas.height);
    draw(context, list, { scale, images: source => { const image = pictures.get(source); return image?.complete && image.naturalWidth ? image : null; } });
  };
  const remove = () => {
    canvas.remove();
    document.fonts.removeEventListener('loadingdone', redraw);
  };
  const add = source => {
    if (pictures.has(source)) return;
    const image = new Image();
    image.src = source;
    pictures.set(source, image);
    image.decode().then(() => { if (canvas.isConnected) redraw(); }, () => {});
  };
  try {
    for (const item of list.items) {
      if (item[0] === 'image') add(item[1]);
      else if (item[2]?.[0] === 'image') add(item[2][1]);
    }
    redraw();
  } catch {
    return tell();
  }
  // Browsers show nothing before there is a body. This one is gone before the page's scripts run.
  root.append(stub, canvas);
  requestAnimationFrame(() => requestAnimationFrame(() => {
    stub.remove();
    tell();
  }));
  setTimeout(() => stub.remove(), 200);
  document.fonts.addEventListener('loadingdone', redraw);
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(remove)), { once: true });
  document.addEventListener('DOMContentLoaded', () => setTimeout(remove, 1000), { once: true });
  setTimeout(remove, 8000);
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll']) addEventListener(type, remove, { capture: true, passive: true, once: true });
  return undefined;
}

const tags = /<!--[^]*?-->|<title\b[^]*?<\/title\s*>|<(\/?[a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;

/**
 * A page with its first screen: what comes first and paints it, and the rest. `null` where the page does not let scripts in.
 *
 * @param {string} html
 * @param {string} list the display list's file
 * @param {string} [colorScheme]
 * @returns {[string, string] | null}
 */
export function withFirstScreen(html, list, colorScheme) {
  if (/<meta[^>]+content-security-policy/i.test(html) || list.includes('<')) return null;
  let place = -1;
  for (const found of html.matchAll(tags)) {
    const name = found[1]?.toLowerCase();
    // What comes before styles, scripts and contents: nothing else keeps the browser from painting.
    if (!name || ['html', 'head', 'meta', 'base'].includes(name) || name === 'link' && !/stylesheet/i.test(found[2])) continue;
    place = found.index;
    break;
  }
  if (place < 0) return null;
  const viewport = /<meta[^>]+name=["']?viewport\b[^>]*>/i.exec(html), early = viewport && viewport.index >= place ? viewport[0] : '';
  return [`${html.slice(0, place)}${early}<script>(${showFirstScreen})(${list},${paint},${JSON.stringify(colorScheme)})</script>`, html.slice(place)];
}
