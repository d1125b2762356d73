// Signatures: DSSE envelopes, roots of trust, `latest.json` (docs/reference/format.md).
import { concatenate, fromBase64, fromBase64URL, hashOf, utf8 } from './bytes.js';
import { isKey, verify } from './ed25519.js';
import { refuse } from './errors.js';
import { Reading } from './json.js';

/** @typedef {{id: string, bytes: Uint8Array}} VerificationKey */

/**
 * A public key from its 32 bytes, base64 of them, or PEM.
 *
 * @param {Uint8Array | string} from
 * @returns {Promise<VerificationKey>}
 */
export async function verificationKey(from) {
  let bytes = from;
  if (typeof from === 'string') {
    const pem = /-----BEGIN PUBLIC KEY-----([^-]*)-----END PUBLIC KEY-----/.exec(from);
    bytes = fromBase64((pem?.[1] ?? from).replace(/\s/g, ''));
    // SubjectPublicKeyInfo of Ed25519 (RFC 8410)
    if (pem && bytes?.length === 44 && bytes[8] === 0x70) bytes = bytes.subarray(12);
  }
  if (!(bytes instanceof Uint8Array) || !isKey(bytes)) refuse('key', 'an Ed25519 public key in PEM or base64');
  return { id: await hashOf(bytes), bytes };
}

/** A DSSE envelope (Dead Simple Signing Envelope 1.0). */
export class Envelope {
  /** @param {string} payloadType @param {Uint8Array} payload @param {{keyID: string, signature: Uint8Array}[]} signatures */
  constructor(payloadType, payload, signatures) {
    this.payloadType = payloadType;
    this.payload = payload;
    this.signatures = signatures;
  }

  /**
   * Reads an envelope; says nothing about its signatures.
   *
   * @param {Uint8Array} file
   * @param {string} payloadType
   */
  static decode(file, payloadType) {
    const reading = Reading.parse(file), type = reading.string('payloadType');
    if (type !== payloadType) refuse('payloadType', payloadType, type, { entry: 'payloadType' });
    const bytes = (from, key) => fromBase64(from.string(key)) ?? refuse('member', 'base64', undefined, { entry: from.member(key) });
    const payload = bytes(reading, 'payload');
    const signatures = reading.array('signatures').map((one, index) => {
      if (index >= signatureCount) refuse('member', `at most ${signatureCount}`, 'more', { entry: 'signatures' });
      return { signature: bytes(one, 'sig'), keyID: one.string('keyid') };
    });
    return new Envelope(type, payload, signatures);
  }

  /**
   * The ids of the keys among those given that have signed.
   *
   * @param {readonly VerificationKey[]} keys
   */
  async signers(keys) {
    const type = utf8(this.payloadType);
    const message = concatenate([utf8(`DSSEv1 ${type.length} `), type, utf8(` ${this.payload.length} `), this.payload]);
    /** @type {Set<string>} */
    const valid = new Set();
    for (const key of keys) {
      for (const { keyID, signature } of this.signatures) {
        // A key's id is a hint: signatures with it are tried, and nothing is trusted because of it.
        if (!valid.has(key.id) && keyID === key.id && await verify(key.bytes, signature, message)) valid.add(key.id);
      }
    }
    return [...valid].sort();
  }

  /**
   * Checks that enough keys have signed.
   *
   * @param {readonly VerificationKey[]} keys
   * @param {number} threshold
   * @returns {Promise<string[]>} the ids of those that have
   */
  async check(keys, threshold) {
    const signers = await this.signers(keys);
    if (signers.length < threshold) refuse('signature', `${threshold} valid ${threshold === 1 ? 'signature' : 'signatures'} by known keys`, signers.length);
    return signers;
  }
}

/** The most signatures of an envelope, and the most keys of a root. */
const signatureCount = 64;

/** Whose signatures count: `roots/N.root.json`. */
export class TrustRoot {
  static payloadType = 'application/vnd.hybrid.root+json';
  /** @type {number} */ version;
  /** @type {number} */ threshold;
  /** @type {VerificationKey[]} */ keys = [];
  /** Seconds since 1970. @type {number | undefined} */ expires;

  /** @param {number} version */
  static path(version) { return `roots/${version}.root.json`; }

  /** @param {Uint8Array} payload */
  static async decode(payload) {
    const reading = Reading.parse(payload), root = new TrustRoot();
    root.version = reading.count('version');
    root.threshold = reading.count('threshold');
    for (const element of reading.array('keys')) {
      if (root.keys.length >= signatureCount) refuse('member', `at most ${signatureCount}`, 'more', { entry: 'keys' });
      if (element.string('algorithm') !== 'ed25519') continue;
      const bytes = fromBase64(element.string('public'));
      if (!bytes || !isKey(bytes)) refuse('member', '32 bytes in base64', undefined, { entry: element.member('public') });
      const id = await hashOf(bytes);
      if (element.string('keyid') !== id) refuse('member', id, undefined, { entry: element.member('keyid') });
      if (root.keys.some(key => key.id === id)) refuse('member', 'a key that is not there yet', undefined, { entry: element.path });
      root.keys.push({ id, bytes });
    }
    if (root.threshold < 1 || root.threshold > root.keys.length) {
      refuse('member', `1 to ${root.keys.length}`, root.threshold, { entry: 'threshold' });
    }
    root.expires = moment(reading, 'expires');
    return root;
  }

  /**
   * The first root, which came with the app: signed by its own threshold.
   *
   * @param {Uint8Array} file
   */
  static async first(file) {
    const envelope = Envelope.decode(file, TrustRoot.payloadType), root = await TrustRoot.decode(envelope.payload);
    await root.check(envelope);
    return root;
  }

  /**
   * The root that follows: one version higher, signed by this root's threshold and its own.
   *
   * @param {Uint8Array} file
   */
  async next(file) {
    const envelope = Envelope.decode(file, TrustRoot.payloadType), root = await TrustRoot.decode(envelope.payload);
    if (root.version !== this.version + 1) refuse('root', this.version + 1, root.version, { entry: 'version' });
    await this.check(envelope);
    await root.check(envelope);
    return root;
  }

  /** @param {Envelope} envelope */
  check(envelope) { return envelope.check(this.keys, this.threshold); }
}

/**
 * @typedef {object} LatestRelease the payload of `latest.json`
 * @property {FileReference} manifest
 * @property {number} sequence
 * @property {number} [expires] seconds since 1970
 * @property {string} [channel]
 * @property {number} [rollout] 0 to 1
 */

/** @typedef {{url: string, hash: string, size: number}} FileReference */

/** The largest archive, patch or unpacked package in bytes. */
export const largestFile = 2 ** 40;

/**
 * @param {Reading} reading
 * @param {number} [limit]
 * @returns {FileReference}
 */
export const fileReference = (reading, limit = largestFile, least = 0) =>
  ({ url: reading.url('url'), hash: reading.hash('hash'), size: reading.size('size', limit, least) });

export const latestPayloadType = 'application/vnd.hybrid.latest+json';

/** @param {Uint8Array} payload @returns {LatestRelease} */
export function decodeLatest(payload) {
  const reading = Reading.parse(payload);
  const latest = {
    manifest: fileReference(reading.object('manifest'), 1 << 24), sequence: reading.count('sequence'), expires: moment(reading, 'expires'),
    channel: reading.label('channel', true), rollout: reading.number('rollout', true),
  };
  if (latest.rollout !== undefined && !(latest.rollout >= 0 && latest.rollout <= 1)) {
    refuse('member', '0 to 1', latest.rollout, { entry: 'rollout' });
  }
  return latest;
}

function moment(reading, key) {
  const text = reading.string(key, true);
  if (text === undefined) return undefined;
  const seconds = timestamp(text);
  if (seconds === null || timestampText(seconds) !== text) {
    refuse('member', 'a moment such as 2027-01-31T12:00:00Z', text, { entry: reading.member(key) });
  }
  return seconds;
}

/**
 * Seconds since 1970 of a moment as RFC 3339 writes it, or of only a date; `null` for anything else.
 *
 * @param {string} text
 */
export function timestamp(text) {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d)))?$/.exec(text);
  if (!found) return null;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(part => Number(part ?? 0));
  const hours = Number(found[8] ?? 0), minutes = Number(found[9] ?? 0);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month < 1 || month > 12 || day < 1 || day > [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    || hour > 23 || minute > 59 || second > 60 || hours > 23 || minutes > 59) return null;
  // `Date.UTC` takes years below 100 for those of the last century.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 1000 + hour * 3600 + minute * 60 + Math.min(second, 59)
    - (found[7] === '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/**
 * A moment as RFC 3339 writes it.
 *
 * @param {number} seconds
 */
export const timestampText = seconds => new Date(seconds * 1000).toISOString().replace('.000', '');

/**
 * Whether an installation takes a release that is rolled out to a share (docs/reference/format.md, “Rollout”).
 *
 * @param {string} installation the installation's random name @param {string} release the release's id @param {number} share 0 to 1
 */
export async function rolloutIncludes(installation, release, share) {
  const digest = fromBase64URL((await hashOf(utf8(`${release} ${installation}`))).slice(7));
  const view = new DataView(digest.buffer);
  // The upper 53 of the first 64 bits.
  return (view.getUint32(0) * 2 ** 21 + (view.getUint32(4) >>> 11)) / 2 ** 53 < share;
}

/**
 * Whether a version such as `1.10.2` is at least another (docs/reference/format.md, “runtimeVersion”).
 *
 * @param {string} version
 * @param {string} minimum
 */
export function isAtLeast(version, minimum) {
  const parts = text => {
    // What Swift's splitting leaves: empty parts are none.
    const pieces = /^\+*([^+]*)/.exec(text)[1].replace(/^-+/, '');
    const dash = pieces.indexOf('-');
    const numbers = (dash < 0 ? pieces : pieces.slice(0, dash)).split('.').filter(Boolean)
      .map(part => (/^[+]?\d+$/.test(part) && BigInt(part.replace('+', '')) < 1n << 64n ? BigInt(part.replace('+', '')) : 0n));
    return { numbers, isPrerelease: dash >= 0 && dash < pieces.length - 1 };
  };
  const left = parts(version), right = parts(minimum);
  for (let index = 0; index < Math.max(left.numbers.length, right.numbers.length); index++) {
    const one = left.numbers[index] ?? 0n, other = right.numbers[index] ?? 0n;
    if (one !== other) return one > other;
  }
  return !left.isPrerelease || right.isPrerelease;
}
