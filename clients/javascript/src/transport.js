import { HybridError } from './errors.js';

/**
 * @typedef {object} Transport fetches a release's files; needs no retries and no checks, which the client does
 * @property {(path: string, request: TransportRequest) => Promise<void>} fetch
 */
/**
 * @typedef {object} TransportRequest
 * @property {number} [start] the first byte wanted; a server that cannot may send the whole file
 * @property {number} [end] the byte after the last one wanted
 * @property {boolean} [isFresh] whether a cached answer must not be used
 * @property {AbortSignal} [signal]
 * @property {(response: {offset: number, length?: number}) => void | Promise<void>} onResponse called once, before any bytes
 * @property {(bytes: Uint8Array) => void | Promise<void>} onBytes takes the pieces in order; when it throws, the transfer is given up
 */

/**
 * Fetches over HTTP.
 *
 * @param {string | URL} base the address of the folder with `latest.json`
 * @param {{fetch?: typeof fetch, timeout?: number, headers?: Record<string, string>}} [options] `timeout`: seconds in which
 *   no head, or no byte of the body, came
 * @returns {Transport}
 */
export function fetchTransport(base, options = {}) {
  const address = new URL(String(base).replace(/[?#].*$/, '').replace(/\/?$/, '/'), globalThis.location?.href);
  const send = options.fetch ?? globalThis.fetch.bind(globalThis), patience = (options.timeout ?? 30) * 1000;
  return {
    async fetch(path, { start = 0, end, isFresh, signal, onResponse, onBytes }) {
      const failed = (kind, found) => new HybridError('transport.' + kind, { file: path, found });
      const controller = new AbortController(), cancel = () => controller.abort();
      if (signal?.aborted) throw new HybridError('cancelled');
      signal?.addEventListener('abort', cancel, { once: true });
      let isLate = false, timer;
      const wait = async promise => {
        timer = setTimeout(() => { isLate = true; cancel(); }, patience);
        try {
          return await promise;
        } catch (error) {
          if (signal?.aborted) throw new HybridError('cancelled');
          throw failed('connection', isLate ? `nothing came for ${patience / 1000} seconds` : String(error?.message ?? error));
        } finally {
          clearTimeout(timer);
        }
      };
      try {
        const headers = { ...options.headers };
        if (start > 0 || end !== undefined) headers.Range = `bytes=${start}-${end === undefined ? '' : end - 1}`;
        const response = await wait(send(new URL(path, address), {
          headers, signal: controller.signal, cache: isFresh ? 'no-store' : 'default', credentials: 'same-origin',
        }));
        if (response.status === 429 || response.status >= 500) throw failed('unavailable', `status ${response.status}`);
        if (address.protocol === 'https:' && response.url && new URL(response.url).protocol !== 'https:') {
          throw failed('connection', 'a redirection out of TLS');
        }
        if (response.status !== 200 && response.status !== 206) throw failed('refused', `status ${response.status}`);
        let offset = 0;
        if (response.status === 206) {
          const range = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '');
          offset = range ? Number(range[1]) : start;
        }
        // The length counts before decompression, which only the network's own encodings use.
        const length = response.headers.get('content-encoding') ? null : response.headers.get('content-length');
        await onResponse({ offset, length: length !== null && /^\d+$/.test(length) ? Number(length) : undefined });
        if (!response.body) {
          await onBytes(new Uint8Array(await wait(response.arrayBuffer())));
          return;
        }
        const reader = response.body.getReader();
        for (;;) {
          const { value, done } = await wait(reader.read());
          if (done) return;
          await onBytes(value);
        }
      } finally {
        signal?.removeEventListener('abort', cancel);
        // What is not read any more is not sent either.
        cancel();
      }
    },
  };
}
