// A Token page as an app shows it: the server keeps the page and lays it out, a host shows it here, and what is done here goes back.
'use strict';

import { BrowserHost } from './host/host.js';

/** Events in a request; the server takes no more than 200. */
const BATCH = 100;
/** Of these, only the last that waits is reported. */
const LATEST = new Set(['textChange', 'scroll']);

async function post(path, body, keepalive = false) {
  const response = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), keepalive });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw Object.assign(new Error(answer.problem ?? `${path}: ${response.status}`), { isGone: response.status === 404 });
  return answer;
}

const leave = (id, isLeaving) => post(`/views/${id}/end`, {}, isLeaving).catch(() => {});

export class LiveView {
  host = null;
  #screen;
  #report;
  #id = null;
  #waiting = [];
  /** How many pages were opened: of two that open at once the later one counts. */
  #openings = 0;
  /** Requests follow one another: what is reported second counts on what the first changed. */
  #last = Promise.resolve();

  /**
   * @param {HTMLElement} screen where the page is shown
   * @param {{called: (call: object) => void, failed: (error: Error) => void}} report hears of the functions that handlers call
   *   (`{ function, arguments, node }`), and of problems
   */
  constructor(screen, report) {
    this.#screen = screen;
    this.#report = report;
    // A page that is left needs no place on the server.
    addEventListener('pagehide', () => this.end(true));
  }

  /**
   * Opens a page, in place of the one before.
   *
   * @param {string} page its path
   * @param {string} device the viewport's name
   * @param {(path: string) => string | null} resolve the address of what the page names
   * @param {object} [data] fills the bindings; what the preview was started with where there is none
   * @returns {Promise<object | null>} the data that fills them; `null` where another page was opened meanwhile
   */
  async open(page, device, resolve, data) {
    this.end();
    const opening = ++this.#openings;
    const opened = await post('/views', data === undefined ? { page, device } : { page, device, data });
    if (opening !== this.#openings) {
      leave(opened.id);
      return null;
    }
    this.#id = opened.id;
    const { width, height } = opened;
    this.host = new BrowserHost(this.#screen, { width, height, resolve, send: event => this.#send(event) });
    this.#take(opened);
    return opened.data;
  }

  /** The server's name of the page; `null` where none is open. */
  get id() { return this.#id; }

  /** Fills the page from other data. */
  fill(data) { return this.#ask(() => ({ data })); }

  /** Ends the page. */
  end(isLeaving = false) {
    const id = this.#id;
    this.#id = null;
    this.#openings++;
    this.#waiting = [];
    this.host?.end();
    this.host = null;
    if (id) leave(id, isLeaving);
  }

  #send(event) {
    if (!this.#id) return;
    const before = this.#waiting.at(-1);
    if (before && LATEST.has(event.event) && before.event === event.event && before.node === event.node) this.#waiting.pop();
    this.#waiting.push(event);
    this.#ask(() => this.#waiting.length ? { events: this.#waiting.splice(0, BATCH) } : null).catch(this.#report.failed);
  }

  /** Asks when all before was answered; `body` answers `null` where nothing is left to be said. */
  #ask(body) {
    const id = this.#id, asked = this.#last.then(async () => {
      const text = id && id === this.#id ? body() : null;
      if (!text) return;
      const answer = await post(`/views/${id}`, text).catch(error => {
        // Nothing on the screen does anything any more.
        if (error.isGone && id === this.#id) this.end();
        throw error;
      });
      if (id === this.#id) this.#take(answer);
    });
    this.#last = asked.catch(() => {});
    return asked;
  }

  #take({ commands, calls, problem }) {
    this.host.apply(commands);
    for (const call of calls) this.#report.called(call);
    if (problem) this.#report.failed(new Error(problem));
  }
}
