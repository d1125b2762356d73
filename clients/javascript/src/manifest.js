import { compareUTF8, hashOf, utf8 } from './bytes.js';
import { HybridError, refuse } from './errors.js';
import { canonicalJSON, parseJSON, Reading } from './json.js';
import { checkCollisions, checkName } from './names.js';
import { fileReference, largestFile } from './trust.js';

/** The newest version of the format that this reads. */
export const formatVersion = 1;
export const limits = {
  latest: 1 << 18, manifest: 1 << 24, index: 1 << 26, indexes: 2 ** 27, entries: 1_000_000, roots: 1024, rootBytes: 1 << 24,
  // Values of JSON.
  indexValues: 5_000_000, listingValues: 2_000_000,
};

/** @typedef {import('./trust.js').FileReference} FileReference */
/** @typedef {[top: number, right: number, bottom: number, left: number]} Insets in CSS px */
/** @typedef {{name: string, width: number, height: number, scale: number, fontScale: number, colorScheme: string, safeArea: Insets}} Viewport */
/** @typedef {{name: string, archive: FileReference, unpackedSize: number, entryCount: number, load: 'install' | 'onDemand', viewport?: string, index: FileReference}} Package */
/** @typedef {{from: string, to: string, package: string, file: FileReference}} Patch */
/** @typedef {{path: string, hash: string, size: number, contentType: string}} IndexEntry */

/** What a release consists of: `manifests/<hash>.json`. */
export class Manifest {
  /** @type {string} */ id;
  /** @type {string} */ name;
  /** @type {string} */ version;
  /** @type {number} */ sequence;
  /** @type {string | undefined} */ runtimeVersion;
  /** @type {Viewport[]} */ viewports;
  /** @type {Package[]} */ packages;
  /** The entries of the base package with the routes and the pages. @type {string | undefined} */ routes;
  /** @type {string | undefined} */ pages;
  /** @type {any} */ navigation;
  /** @type {{family: string, hash: string, subset?: string}[]} */ fonts;
  /** @type {Patch[]} */ patches;

  /**
   * Reads a manifest: strict on what it needs, blind to members that it does not know.
   *
   * @param {Uint8Array} bytes
   */
  static decode(bytes) {
    const reading = Reading.parse(bytes), manifest = new Manifest(), version = reading.count('formatVersion');
    if (version < 1 || version > formatVersion) refuse('version', `1 to ${formatVersion}`, version, { entry: 'formatVersion' });
    manifest.id = reading.hash('id');
    manifest.name = reading.label('name');
    manifest.version = reading.label('version');
    if (!isVersion(manifest.version)) refuse('member', 'a version such as 1.4.0', manifest.version, { entry: 'version' });
    manifest.sequence = reading.count('sequence');
    manifest.runtimeVersion = reading.label('runtimeVersion', true);
    manifest.viewports = reading.array('viewports', true, 64).map(one => ({
      name: one.name('name'), width: one.between('width', 1, 100_000), height: one.between('height', 1, 100_000), scale: one.between('scale', 0.1, 64, 1),
      fontScale: one.between('fontScale', 0.1, 64, 1), colorScheme: decodeScheme(one), safeArea: decodeSafeArea(one),
    }));
    manifest.packages = reading.array('packages', false, 1000).map(decodePackage);
    manifest.routes = reading.string('routes', true);
    manifest.pages = reading.string('pages', true);
    manifest.navigation = reading.value.navigation;
    manifest.fonts = reading.array('fonts', true, 1000)
      .map(one => ({ family: one.label('family'), hash: one.label('hash'), subset: one.label('subset', true) }));
    manifest.patches = reading.array('patches', true, 10_000)
      .map(one => ({ from: one.hash('from'), to: one.hash('to'), package: one.name('package'), file: fileReference(one) }));
    manifest.#checkNames();
    manifest.#checkIndexes();
    return manifest;
  }

  #checkNames() {
    const wrong = (entry, expected, found) => refuse('member', expected, found, { entry });
    const base = this.package('base');
    if (!base) wrong('packages', 'a package “base”');
    if (base.load !== 'install' || base.viewport !== undefined) {
      wrong('packages', 'a package “base” that every device installs with the release');
    }
    for (const [entry, names] of [
      ['packages', this.packages.map(one => one.name.toLowerCase())], ['viewports', this.viewports.map(one => one.name.toLowerCase())],
    ]) {
      if (new Set(names).size !== names.length) wrong(entry, 'names that differ');
    }
    for (const { viewport } of this.packages) {
      if (viewport !== undefined && !this.viewports.some(one => one.name === viewport)) {
        wrong('packages', 'a viewport of the release', viewport);
      }
    }
    for (const patch of this.patches) {
      if (patch.to !== this.id || patch.from === this.id || !this.package(patch.package)) {
        refuse('patch', `a patch from another release to a package of ${this.id}`, `${patch.package} from ${patch.from}`, { entry: 'patches' });
      }
    }
  }

  /** A device holds the indexes of all packages that it installs: those of no viewport, and those of one. */
  #checkIndexes() {
    const sizes = new Map([[undefined, 0]]);
    for (const { viewport, index } of this.packages) sizes.set(viewport, (sizes.get(viewport) ?? 0) + index.size);
    const shared = sizes.get(undefined);
    sizes.delete(undefined);
    const found = shared + Math.max(0, ...sizes.values());
    if (found > limits.indexes) refuse('size', `indexes of at most ${limits.indexes} bytes in all for one device`, found, { entry: 'packages' });
  }

  /** @param {string} name */
  package(name) { return this.packages.find(one => one.name === name); }

  /** The same for manifests that differ only in their patches and number: what is remembered of a release that failed. */
  contentMark() {
    const file = ({ url, hash, size }) => ({ url, hash, size });
    const viewports = this.viewports.map(one => ({
      ...one, safeArea: one.safeArea.some(inset => inset) ? Object.fromEntries(one.safeArea.map((inset, index) => [sides[index], inset])) : undefined,
    }));
    return hashOf(utf8(canonicalJSON({
      formatVersion, viewports, id: this.id, name: this.name, version: this.version, sequence: 0, runtimeVersion: this.runtimeVersion,
      routes: this.routes, pages: this.pages, navigation: this.navigation, fonts: this.fonts, patches: [],
      packages: this.packages.map(({ archive, index, ...rest }) => ({ ...rest, ...file(archive), index: file(index) })),
    })));
  }

  /**
   * The viewports, the nearest to a device first; the width weighs most, since everything follows from it.
   *
   * @param {Device} device
   */
  viewportsByDistance(device) {
    const distance = one => Math.abs(one.width - device.width) * 1000 + Math.abs(one.fontScale - (device.fontScale ?? 1)) * 10000
      + (one.colorScheme === (device.colorScheme === 'dark' ? 'dark' : 'light') ? 0 : 500)
      + Math.abs(one.height - device.height) + Math.abs(one.scale - (device.scale ?? 1))
      + sides.reduce((sum, side, index) => sum + Math.abs(one.safeArea[index] - (device.safeArea?.[side] ?? 0)), 0);
    return [...this.viewports].sort((one, other) => distance(one) - distance(other));
  }
}

/**
 * @typedef {object} Device what a device shows pages with, in CSS px
 * @property {number} width @property {number} height @property {number} [scale] @property {number} [fontScale] @property {'light' | 'dark'} [colorScheme]
 * @property {{top?: number, right?: number, bottom?: number, left?: number}} [safeArea] how far the screen's notch and bars reach into the page
 */

const sides = ['top', 'right', 'bottom', 'left'];

/** @returns {Insets} */
function decodeScheme(viewport) {
  const scheme = viewport.label('colorScheme', true) ?? 'light';
  return scheme === 'light' || scheme === 'dark' ? scheme : refuse('member', 'light or dark', scheme, { entry: viewport.member('colorScheme') });
}

/**
 * Whether a text is a semantic version (semver.org), with numbers of at most 18 digits.
 *
 * @param {string} text
 */
export function isVersion(text) {
  const parts = /^(\d+)\.(\d+)\.(\d+)(?:-([\da-z.-]+))?(?:\+([\da-z.-]+))?$/i.exec(text);
  const isNumber = part => /^(0|[1-9]\d{0,17})$/.test(part);
  return parts !== null && parts.slice(1, 4).every(isNumber) && (parts[5] ?? 'a').split('.').every(Boolean)
    && (parts[4] ?? 'a').split('.').every(part => part && (/\D/.test(part) || isNumber(part)));
}

function decodeSafeArea(viewport) {
  const area = viewport.object('safeArea', true);
  return /** @type {Insets} */ (sides.map(side => {
    const inset = area?.number(side, true) ?? 0;
    return inset >= 0 && inset <= 100_000 ? inset : refuse('member', 'a number from 0 to 100000', inset, { entry: area.member(side) });
  }));
}

/** `type/subtype` with optional parameters (RFC 9110, 8.3.1). Behind a semicolon spaces are a parameter's or the next one's, so that nothing is tried twice. */
const mediaType = (() => {
  const token = "[!#$%&'*+\\-.^_`|~\\w]+", quoted = '"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"';
  return new RegExp(`^(?=[\\x20-\\x7e]{3,255}$)${token}/${token}(?: *;(?: *${token}=(?:${token}|${quoted}))?)*(?: *; *)?$`);
})();

function decodePackage(reading) {
  return {
    // Nothing would be fetched of an empty one.
    name: reading.name('name'), archive: fileReference(reading, largestFile, 1), unpackedSize: reading.size('unpackedSize', largestFile),
    entryCount: reading.size('entryCount', limits.entries),
    // A way of loading that a newer tool invented is no reason to refuse the release.
    load: (reading.string('load', true) ?? 'install') === 'install' ? 'install' : 'onDemand',
    viewport: reading.string('viewport', true), index: fileReference(reading.object('index'), limits.index),
  };
}

/**
 * Reads a package's index: entries in the order of their paths.
 *
 * @param {Uint8Array} bytes
 * @returns {IndexEntry[]}
 */
export function decodeIndex(bytes) {
  const value = parseJSON(bytes, limits.indexValues);
  if (!Array.isArray(value)) refuse('json', 'an array');
  if (value.length > limits.entries) refuse('index', `at most ${limits.entries} entries`, value.length);
  let last = null;
  const entries = value.map((element, index) => {
    const reading = new Reading(element, `[${index}]`);
    const entry = {
      path: reading.string('path'), hash: reading.hash('hash'), size: reading.size('size', largestFile),
      contentType: reading.string('contentType', true) ?? 'application/octet-stream',
    };
    try {
      checkName(entry.path);
    } catch (error) {
      refuse('path', undefined, error.message, { entry: reading.member('path') });
    }
    if (!mediaType.test(entry.contentType)) {
      throw reading.wrong('contentType', 'a media type such as text/html');
    }
    if (last !== null && compareUTF8(last, entry.path) >= 0) refuse('index', `a path after ${last}`, undefined, { entry: reading.member('path') });
    last = entry.path;
    return entry;
  });
  try {
    checkCollisions(entries.map(entry => entry.path));
  } catch (error) {
    if (!(error instanceof HybridError)) throw error;
    refuse('index', undefined, error.found, { entry: error.entry });
  }
  return entries;
}

/**
 * An index's file: canonical JSON.
 *
 * @param {readonly IndexEntry[]} entries
 */
export function encodeIndex(entries) {
  return utf8(canonicalJSON(entries.map(({ path, hash, size, contentType }) => ({ path, hash, size, contentType }))));
}

/**
 * The id of a release.
 *
 * @param {Iterable<{package: string, path: string, hash: string}>} entries
 */
export function identity(entries) {
  const lines = [...entries].map(entry => `${entry.hash} ${entry.package} ${entry.path}\n`).sort(compareUTF8);
  return hashOf(utf8(lines.join('')));
}

/**
 * Checks a file's bytes against what refers to it.
 *
 * @param {FileReference} file
 * @param {Uint8Array} bytes
 */
export async function checkFile(file, bytes) {
  if (bytes.length !== file.size) refuse('size', `${file.size} bytes`, bytes.length, { file: file.url });
  const found = await hashOf(bytes);
  if (found !== file.hash) refuse('hash', file.hash, found, { file: file.url });
}

/**
 * Checks what the entries hold that a manifest names as `routes` and `pages` (rule 38 of docs/reference/format.md).
 *
 * @param {Manifest} manifest @param {readonly IndexEntry[]} index of the base package
 * @param {(entry: IndexEntry) => Promise<Uint8Array>} read
 */
export async function checkListings(manifest, index, read) {
  /** @type {Set<string> | undefined} */ let pages;
  const check = async (path, body) => {
    const entry = index.find(one => one.path === path);
    if (!entry) return;
    if (entry.size > limits.index) refuse('size', `at most ${limits.index} bytes`, entry.size, { entry: path });
    const bytes = await read(entry);
    try {
      body(Reading.parse(bytes, limits.listingValues));
    } catch (error) {
      if (!(error instanceof HybridError)) throw error;
      const { code, entry: member, expected, found } = error;
      refuse(code, expected, found, { entry: member ? `${path}, ${member}` : path });
    }
  };
  await check(manifest.pages, listing => {
    pages = new Set(listing.array('pages').map(page => {
      page.string('title', true);
      page.string('package', true);
      return page.string('path');
    }));
    listing.string('base', true);
  });
  await check(manifest.routes, listing => {
    for (const route of listing.array('routes')) {
      const isPattern = route.string('pattern', true) !== undefined;
      if (isPattern === (route.string('urlPattern', true) !== undefined)) throw route.wrong('pattern', 'either `pattern` or `urlPattern`');
      route.string('name', true);
      const page = route.string('page', true);
      if (page !== undefined && pages && !pages.has(page)) throw route.wrong('page', 'a page that `pages` lists');
    }
    listing.string('scheme', true);
    for (const { value, path } of listing.array('hosts', true)) if (typeof value !== 'string') refuse('member', 'a text', undefined, { entry: path });
  });
}
