/** @typedef {{id: string, bytes: Uint8Array}} VerificationKey */
/**
 * A public key from its 32 bytes, base64 of them, or PEM.
 *
 * @param {Uint8Array | string} from
 * @returns {Promise<VerificationKey>}
 */
export function verificationKey(from: Uint8Array | string): Promise<VerificationKey>;
/** @param {Uint8Array} payload @returns {LatestRelease} */
export function decodeLatest(payload: Uint8Array): LatestRelease;
/**
 * Seconds since 1970 of a moment as RFC 3339 writes it, or of only a date; `null` for anything else.
 *
 * @param {string} text
 */
export function timestamp(text: string): number;
/**
 * Whether an installation takes a release that is rolled out to a share (docs/reference/format.md, “Rollout”).
 *
 * @param {string} installation the installation's random name @param {string} release the release's id @param {number} share 0 to 1
 */
export function rolloutIncludes(installation: string, release: string, share: number): Promise<boolean>;
/**
 * Whether a version such as `1.10.2` is at least another (docs/reference/format.md, “runtimeVersion”).
 *
 * @param {string} version
 * @param {string} minimum
 */
export function isAtLeast(version: string, minimum: string): boolean;
/** A DSSE envelope (Dead Simple Signing Envelope 1.0). */
export class Envelope {
    /**
     * Reads an envelope; says nothing about its signatures.
     *
     * @param {Uint8Array} file
     * @param {string} payloadType
     */
    static decode(file: Uint8Array, payloadType: string): Envelope;
    /** @param {string} payloadType @param {Uint8Array} payload @param {{keyID: string, signature: Uint8Array}[]} signatures */
    constructor(payloadType: string, payload: Uint8Array, signatures: {
        keyID: string;
        signature: Uint8Array;
    }[]);
    payloadType: string;
    payload: Uint8Array;
    signatures: {
        keyID: string;
        signature: Uint8Array;
    }[];
    /**
     * The ids of the keys among those given that have signed.
     *
     * @param {readonly VerificationKey[]} keys
     */
    signers(keys: readonly VerificationKey[]): Promise<string[]>;
    /**
     * Checks that enough keys have signed.
     *
     * @param {readonly VerificationKey[]} keys
     * @param {number} threshold
     * @returns {Promise<string[]>} the ids of those that have
     */
    check(keys: readonly VerificationKey[], threshold: number): Promise<string[]>;
}
/** Whose signatures count: `roots/N.root.json`. */
export class TrustRoot {
    static payloadType: string;
    /** @param {number} version */
    static path(version: number): string;
    /** @param {Uint8Array} payload */
    static decode(payload: Uint8Array): Promise<TrustRoot>;
    /**
     * The first root, which came with the app: signed by its own threshold.
     *
     * @param {Uint8Array} file
     */
    static first(file: Uint8Array): Promise<TrustRoot>;
    /** @type {number} */ version: number;
    /** @type {number} */ threshold: number;
    /** @type {VerificationKey[]} */ keys: VerificationKey[];
    /** Seconds since 1970. @type {number | undefined} */ expires: any;
    /**
     * The root that follows: one version higher, signed by this root's threshold and its own.
     *
     * @param {Uint8Array} file
     */
    next(file: Uint8Array): Promise<TrustRoot>;
    /** @param {Envelope} envelope */
    check(envelope: Envelope): Promise<string[]>;
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
export const largestFile: number;
export function fileReference(reading: Reading, limit?: number): FileReference;
export const latestPayloadType: "application/vnd.hybrid.latest+json";
export function timestampText(seconds: number): string;
export type VerificationKey = {
    id: string;
    bytes: Uint8Array;
};
/**
 * the payload of `latest.json`
 */
export type LatestRelease = {
    manifest: FileReference;
    sequence: number;
    /**
     * seconds since 1970
     */
    expires?: number;
    channel?: string;
    /**
     * 0 to 1
     */
    rollout?: number;
};
export type FileReference = {
    url: string;
    hash: string;
    size: number;
};
import { Reading } from "./json.js";
