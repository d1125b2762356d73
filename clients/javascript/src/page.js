// The page's side of the service worker.

/**
 * @typedef {object} Connection
 * @property {() => Promise<{isHealthy: boolean}>} markHealthy says that the release that this page was loaded from works
 * @property {() => Promise<{status: string, version?: string}>} update looks for an update and installs it
 * @property {() => Promise<{shown: string | null, current: string | null, pending: string | null, isOnTrial: boolean}>} state the versions that this page, new pages and the next ones show
 */

/**
 * Registers the service worker, and waits until it serves.
 *
 * @param {string | URL} script the worker's address
 * @param {{type?: 'classic' | 'module', scope?: string, onInstalled?: (version: string) => void}} [options]
 * @returns {Promise<Connection>}
 */
export async function connect(script, options = {}) {
  const { type = 'module', scope, onInstalled } = options;
  const { serviceWorker } = navigator;
  if (!serviceWorker) throw new Error('service workers need a page of https, or of this machine');
  serviceWorker.addEventListener('message', ({ data }) => { if (data?.type === 'hybrid:installed') onInstalled?.(data.version); });
  serviceWorker.startMessages?.();
  const registration = await serviceWorker.register(script, { type, scope, updateViaCache: 'none' });
  const begun = registration.installing;
  if (!registration.active && begun) {
    await new Promise((resolve, reject) => {
      begun.addEventListener('statechange', () => {
        if (begun.state === 'activated') resolve(undefined);
        if (begun.state === 'redundant') reject(new Error('the first release could not be installed'));
      });
    });
  }
  await serviceWorker.ready;
  const ask = message => new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      port1.close();
      if (data.error) reject(Object.assign(new Error(data.message), { code: data.error })); else resolve(data);
    };
    registration.active.postMessage(message, [port2]);
  });
  // Which first screens fit.
  await ask({ type: 'hybrid:device', device: {
    // Start pages without a viewport are wider than the screen.
    width: Math.min(innerWidth, screen.width), height: Math.min(innerHeight, screen.height), scale: devicePixelRatio, colorScheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  } });
  return {
    markHealthy: () => ask({ type: 'hybrid:healthy' }),
    update: () => ask({ type: 'hybrid:update' }),
    state: () => ask({ type: 'hybrid:state' }),
  };
}
