// WebKitGTK's MiniBrowser under its driver, on a display of its own.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { globSync } from './glob.js';
import { Browser, isInstalled, sleep } from './chromium.js';
import { atEnd } from './folder.js';

const browsers = () => globSync('/usr/lib', ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'], 'MiniBrowser');

/** Why WebKitGTK cannot be run; `false` where it can. */
export function whyNoWebKit() {
  for (const program of ['WebKitWebDriver', 'Xvfb']) if (!isInstalled(program)) return `${program} is not installed`;
  return browsers().length ? false : 'MiniBrowser is not installed';
}

async function freePort() {
  const server = createServer();
  await new Promise(resolve => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address();
  await new Promise(resolve => { server.close(resolve); });
  return port;
}

/** Starts a browser, which forgets everything when it ends with the test. */
export async function startWebKit(t) {
  // The display's number is written to descriptor 3.
  const display = spawn('Xvfb', ['-displayfd', '3'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  atEnd(t, () => display.kill());
  const number = await new Promise((resolve, reject) => {
    display.stdio[3].once('data', bytes => resolve(String(bytes).trim()));
    display.once('exit', () => reject(new Error('Xvfb ended')));
  });
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore', env: { ...process.env, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  atEnd(t, () => driver.kill());
  const browser = new Browser(port);
  for (let tries = 0; ; tries++) {
    try {
      await browser.call('GET', '/status');
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
  await browser.begin({ 'webkitgtk:browserOptions': { binary: browsers()[0], args: ['--automation'] } });
  atEnd(t, () => browser.end());
  return browser;
}
