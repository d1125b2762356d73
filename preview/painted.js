// The painted page: its display list on a canvas as large as the screen, drawn again as the page scrolls.
'use strict';

import { paint } from './painter.js';

/** The side of a canvas in device pixels that all browsers draw. */
const LARGEST = 8192;

export class PaintedPage {
  #stage;
  #screen;
  #canvas = Object.assign(document.createElement('canvas'), { className: 'painted' });
  #list = null;
  /** By the addresses in the list: what is drawn, once it is there. */
  #images = new Map();
  #isWaiting = false;
  #loading = [];

  /**
   * @param {HTMLElement} stage what scrolls, as large as the viewport
   * @param {HTMLElement} screen what is in it, as large as the page
   */
  constructor(stage, screen) {
    this.#stage = stage;
    this.#screen = screen;
    stage.addEventListener('scroll', () => this.draw(), { passive: true });
    addEventListener('resize', () => this.draw());
  }

  /**
   * Shows a page.
   *
   * @param list its display list
   * @param {{width: number, height: number}} viewport
   * @param {(url: string) => string} resolve the address of what the page names
   */
  show(list, { width, height }, resolve) {
    this.#list = list;
    this.#images = new Map();
    Object.assign(this.#stage.style, { width: `${width}px`, height: `${height}px` });
    Object.assign(this.#screen.style, { width: `${list.width}px`, height: `${list.height}px` });
    Object.assign(this.#canvas.style, { width: `${width}px`, height: `${height}px` });
    // For those who cannot see a canvas, and for tests: what it shows.
    this.#canvas.textContent = list.items.filter(([kind]) => kind === 'text').map(([, text]) => text).join(' ');
    if (this.#canvas.parentElement !== this.#screen) this.#screen.replaceChildren(this.#canvas);
    this.#loading = [...imageSources(list)].map(source => this.#load(source, resolve(source)));
    this.#drawNow();
  }

  /** What is shown, once its images are there: the list, and what is drawn by their addresses; `null` for nothing. */
  async settled() {
    const list = this.#list, images = this.#images;
    await Promise.all(this.#loading);
    return list && { list, images };
  }

  /** Shows nothing. */
  clear() {
    this.#list = null;
    this.#screen.replaceChildren();
  }

  /** Draws again, with the next frame: the page was scrolled, fonts or images came. */
  draw() {
    if (this.#isWaiting || !this.#list) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      if (this.#list) this.#drawNow();
    });
  }

  #drawNow() {
    const width = parseFloat(this.#stage.style.width), height = parseFloat(this.#stage.style.height);
    const scale = Math.min(devicePixelRatio || 1, LARGEST / Math.max(width, height));
    const size = [Math.round(width * scale), Math.round(height * scale)];
    if (this.#canvas.width !== size[0]) this.#canvas.width = size[0];
    if (this.#canvas.height !== size[1]) this.#canvas.height = size[1];
    // Whole device pixels, so that edges stay sharp.
    const scroll = [this.#stage.scrollLeft, this.#stage.scrollTop].map(value => Math.round(value * scale) / scale);
    paint(this.#canvas.getContext('2d'), this.#list, { scale, scroll, images: source => this.#images.get(source) ?? null });
  }

  #load(source, address) {
    const image = new Image(), images = this.#images;
    image.src = address;
    return image.decode().then(() => {
      if (images !== this.#images) return;
      images.set(source, image);
      this.draw();
    }, () => { /* A broken image is not drawn, as in a client. */ });
  }
}

/**
 * The first screen as the painter draws it.
 *
 * @param list a page's display list
 * @param {{width: number, height: number, scale: number}} screen CSS px, and device pixels in one of them
 * @param {Map<string, CanvasImageSource>} images by the addresses in the list
 * @returns {ImageData}
 */
export function paintedPicture(list, { width, height, scale }, images) {
  const canvas = Object.assign(document.createElement('canvas'), { width: Math.round(width * scale), height: Math.round(height * scale) });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  paint(context, list, { scale, images: source => images.get(source) ?? null });
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** The addresses of the images that a list draws. */
function imageSources(list) {
  const found = new Set();
  const visit = value => {
    if (!Array.isArray(value)) return;
    if (value[0] === 'image' && typeof value[1] === 'string') found.add(value[1]);
    value.forEach(visit);
  };
  // The text of a run is only text.
  for (const item of list.items) visit(item[0] === 'text' || item[0] === 'textShadow' ? item.slice(2) : item);
  return found;
}
