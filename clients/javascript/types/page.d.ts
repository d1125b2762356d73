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
export function connect(script: string | URL, options?: {
    type?: 'classic' | 'module';
    scope?: string;
    onInstalled?: (version: string) => void;
}): Promise<Connection>;
export type Connection = {
    /**
     * says that the release that this page was loaded from works
     */
    markHealthy: () => Promise<{
        isHealthy: boolean;
    }>;
    /**
     * looks for an update and installs it
     */
    update: () => Promise<{
        status: string;
        version?: string;
    }>;
    /**
     * the versions that this page, new pages and the next ones show
     */
    state: () => Promise<{
        shown: string | null;
        current: string | null;
        pending: string | null;
        isOnTrial: boolean;
    }>;
};
