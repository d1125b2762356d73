// What readers do with a finger or a mouse beyond taps: long presses, swipes, and lists that are pulled beyond their ends. The numbers are
// those of the other hosts (`PressTracker` and `PullTracker` of HostCore).
'use strict';

/** How far a finger may move in a tap or a long press, in px. */
const REACH = 10;
/** From when on a press is long, and the longest that a swipe may take, in ms. */
const LONG = 500, QUICK = 500;
/** The least length of a swipe, and how far a list is pulled before it is read again, in px. */
const SWIPE = 50, PULL = 64;
/** After so many ms without a pull the next one begins again. */
const PAUSE = 500;

/** The side that a quick way leads to; `null` for none: half as far to the other side is a direction still. */
function sideOf(dx, dy) {
  const [wide, high] = [Math.abs(dx), Math.abs(dy)];
  if (Math.max(wide, high) < SWIPE) return null;
  if (wide >= 2 * high) return dx < 0 ? 'left' : 'right';
  return high >= 2 * wide ? (dy < 0 ? 'up' : 'down') : null;
}

/**
 * Hears of presses in elements. Fingers are followed by touches, which go on while the browser scrolls; others by pointers.
 *
 * @param {HTMLElement[]} elements what is pressed in
 * @param {object} options
 * @param {(element: Element) => any} options.find the view that is pressed, by the element; nothing for what has gestures of its own
 * @param {(view: any) => boolean} options.held a long press; answers whether letting go means nothing more
 * @param {(view: any, side: string) => void} options.swiped
 * @returns {{isOver: (event: MouseEvent) => boolean, end: () => void}} `isOver`: whether a click is of a press that was something else
 */
export function followPresses(elements, { find, held, swiped }) {
  const over = new AbortController(), { signal } = over;
  let press = null, timer = 0, isOver = false;
  const cancel = () => { clearTimeout(timer); press = null; };
  const begin = (element, { clientX: x, clientY: y }) => {
    cancel();
    isOver = false;
    const view = find(element);
    if (!view) return;
    press = { view, x, y, time: performance.now(), hasMoved: false };
    timer = setTimeout(() => {
      if (!press || press.hasMoved) return;
      isOver = held(press.view);
      cancel();
    }, LONG);
  };
  const move = ({ clientX, clientY }) => {
    if (!press || Math.max(Math.abs(clientX - press.x), Math.abs(clientY - press.y)) <= REACH) return;
    press.hasMoved = true;
    clearTimeout(timer);
  };
  const finish = ({ clientX, clientY }) => {
    if (!press) return;
    const { view, x, y, time } = press, side = performance.now() - time <= QUICK ? sideOf(clientX - x, clientY - y) : null;
    cancel();
    if (!side) return;
    isOver = true;
    swiped(view, side);
  };
  const listen = (element, type, body, more = {}) => element.addEventListener(type, body, { signal, passive: true, ...more });
  for (const element of elements) {
    listen(element, 'pointerdown', event => {
      if (event.pointerType === 'touch') return;
      if (event.isPrimary && event.button === 0) begin(event.target, event);
      else cancel();
    });
    listen(element, 'touchstart', event => (event.touches.length === 1 ? begin(event.target, event.touches[0]) : cancel()));
    // A long press that was heard opens no menu.
    listen(element, 'contextmenu', event => { if (isOver) event.preventDefault(); }, { passive: false });
    listen(element, 'touchmove', event => { if (event.touches.length === 1) move(event.touches[0]); });
    listen(element, 'touchend', event => finish(event.changedTouches[0]));
    listen(element, 'touchcancel', cancel);
  }
  // A pointer may be let go elsewhere.
  listen(document, 'pointermove', event => { if (event.pointerType !== 'touch') move(event); });
  listen(document, 'pointerup', event => { if (event.pointerType !== 'touch') finish(event); });
  listen(document, 'pointercancel', event => { if (event.pointerType !== 'touch') cancel(); });
  return {
    // Keys and scripts click without a count.
    isOver: event => isOver && event.detail > 0,
    end() {
      cancel();
      over.abort();
    },
  };
}

/** How far a list is pulled beyond one end, from moves of it: `true` once for each pull. */
function puller() {
  let pulled = 0, last = -Infinity, isReported = false;
  const end = () => { pulled = 0; isReported = false; };
  const pull = way => {
    const now = performance.now();
    if (now - last > PAUSE) end();
    last = now;
    pulled = Math.max(0, Math.min(pulled + way, 2 * PULL));
    if (pulled < PULL || isReported) return false;
    isReported = true;
    return true;
  };
  return { pull, end };
}

/**
 * Hears of a list that is pulled beyond its ends, by a wheel or a finger.
 *
 * @param {HTMLElement} element what scrolls
 * @param {(event: 'headerRefresh' | 'footerRefresh') => void} report
 * @param {(isDown: boolean) => boolean} isStill whether nothing around it scrolls on in a direction
 */
export function followPulls(element, report, isStill) {
  const header = puller(), footer = puller();
  let last = null;
  const isAtTop = () => element.scrollTop <= 0, isAtEnd = () => element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
  const isOwn = event => event.target.closest('.scroller') === element && getComputedStyle(element).overflowY !== 'hidden';
  /** `way` is positive for what leads to the end. */
  const move = way => {
    if (isAtTop() && (way > 0 || isStill(false)) && header.pull(-way)) report('headerRefresh');
    if (isAtEnd() && (way < 0 || isStill(true)) && footer.pull(way)) report('footerRefresh');
  };
  const listen = (type, body) => element.addEventListener(type, body, { passive: true });
  listen('wheel', event => { if (isOwn(event) && !event.ctrlKey) move(event.deltaY * [1, 16, element.clientHeight][event.deltaMode]); });
  listen('touchstart', event => { last = event.touches.length === 1 && isOwn(event) ? event.touches[0].clientY : null; });
  listen('touchmove', event => {
    if (last === null || event.touches.length !== 1) return;
    const { clientY } = event.touches[0];
    move(last - clientY);
    last = clientY;
  });
  const end = () => { last = null; header.end(); footer.end(); };
  listen('touchend', end);
  listen('touchcancel', end);
  listen('scroll', () => {
    if (!isAtTop()) header.end();
    if (!isAtEnd()) footer.end();
  });
}
