// Chromium under its driver (WebDriver over HTTP).
import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd } from './folder.js';

/** Whether a program is installed. */
export function isInstalled(program) {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts a driver on a free port. The port that it found for IPv6 may be taken for IPv4: it ends then, and is started again. */
async function startDriver(attempts = 5) {
  const driver = spawn('chromedriver', ['--port=0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  const port = await new Promise(resolve => {
    driver.stdout.on('data', bytes => {
      output += bytes;
      const found = /started successfully on port (\d+)/.exec(output);
      if (found) resolve(found[1]);
    });
    driver.on('exit', () => resolve(null));
  });
  if (port) return { driver, port };
  if (attempts > 1 && output.includes('port not available')) return startDriver(attempts - 1);
  throw new Error(`chromedriver ended: ${output}`);
}

/** Starts a browser whose data are in a folder; it ends with the test. */
export async function startChromium(t, data) {
  const { driver, port } = await startDriver();
  const browser = new Browser(port);
  const end = browser.end.bind(browser);
  browser.end = async () => {
    await end();
    driver.kill();
  };
  atEnd(t, browser.end);
  await browser.begin({
    'goog:chromeOptions': { args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--user-data-dir=${data}`] },
  });
  return browser;
}

/** A browser under a driver that speaks WebDriver on a port of this machine. */
export class Browser {
  /** @param {string | number} port */
  constructor(port) { this.port = port; }

  async call(method, path, body) {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (value?.error) throw Object.assign(new Error(`${value.error}: ${value.message}`), { code: value.error });
    return value;
  }

  async begin(capabilities) {
    const alwaysMatch = { ...capabilities, timeouts: { script: 60_000, pageLoad: 60_000 } };
    const { sessionId } = await this.call('POST', '/session', { capabilities: { alwaysMatch } });
    this.session = `/session/${sessionId}`;
  }

  async end() {
    const { session } = this;
    this.session = undefined;
    if (session) await this.call('DELETE', session).catch(() => {});
  }

  async open(url) { await this.call('POST', `${this.session}/url`, { url }); }
  reload() { return this.call('POST', `${this.session}/refresh`, {}); }

  /** Runs a function in the page; what it throws is thrown with its `code`. */
  async run(body, ...args) {
    const script = `const done = arguments[arguments.length - 1];
      (async () => (${body})(...Array.from(arguments).slice(0, -1)))().then(value => done({ value }), error => done({ failure: String(error), code: error.code }));`;
    const answer = await this.call('POST', `${this.session}/execute/async`, { script, args });
    if (answer.failure) throw Object.assign(new Error(answer.failure), { code: answer.code });
    return answer.value;
  }

  /** Begins something in the page that nobody waits for. */
  start(body, ...args) { return this.call('POST', `${this.session}/execute/sync`, { script: `void (${body})(...arguments)`, args }); }

  text() { return this.run(() => document.body.textContent); }
  devTools(cmd, params = {}) { return this.call('POST', `${this.session}/goog/cdp/execute`, { cmd, params }); }
  async newTab() {
    const { handle } = await this.call('POST', `${this.session}/window/new`, { type: 'tab' });
    await this.switchTo(handle);
    return handle;
  }
  tab() { return this.call('GET', `${this.session}/window`); }
  switchTo(handle) { return this.call('POST', `${this.session}/window`, { handle }); }
  closeTab() { return this.call('DELETE', `${this.session}/window`); }
}

export { sleep };
