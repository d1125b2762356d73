// Publishes small releases as `hybrid build` does, so that tests need no tool.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 as zlibCRC, deflateRawSync } from 'node:zlib';
import { Archive } from '../../src/archive.js';
import { encodeIndex, identity } from '../../src/manifest.js';
import { canonicalJSON } from '../../src/json.js';
import { compareUTF8, utf8 } from '../../src/bytes.js';
import { contentType } from '../../src/media.js';

export const hash = bytes => 'sha256-' + createHash('sha256').update(bytes).digest('base64url');

/** A new Ed25519 key. */
export function makeKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(12));
  return { privateKey, bytes, id: hash(bytes) };
}

export function envelope(payloadType, payload, keys) {
  const bytes = utf8(typeof payload === 'string' ? payload : canonicalJSON(payload));
  const message = Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${bytes.length} `), bytes]);
  return utf8(canonicalJSON({
    payloadType, payload: Buffer.from(bytes).toString('base64'),
    signatures: keys.map(key => ({ keyid: key.id, sig: sign(null, message, key.privateKey).toString('base64') })),
  }));
}

export function rootFile(version, keys, { signers = keys, threshold = 1, expires } = {}) {
  return envelope('application/vnd.hybrid.root+json', {
    version, threshold, expires, keys: keys.map(key => ({ algorithm: 'ed25519', keyid: key.id, public: Buffer.from(key.bytes).toString('base64') })),
  }, signers);
}

const table = Int32Array.from({ length: 256 }, (_, value) => {
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? value >>> 1 ^ 0xedb88320 : value >>> 1;
  return value;
});
const crc32 = zlibCRC ?? (bytes => {
  let crc = -1;
  for (const byte of bytes) crc = crc >>> 8 ^ table[(crc ^ byte) & 255];
  return ~crc >>> 0;
});

/** A ZIP archive as packages are. @param {[string, Uint8Array | {data: Uint8Array, size: number, checksum: number, method: number}][]} files */
export function zip(files) {
  const parts = [], directory = [];
  let offset = 0;
  for (const [name, contents] of [...files].sort((one, other) => compareUTF8(one[0], other[0]))) {
    const nameBytes = utf8(name);
    let entry = contents;
    if (contents instanceof Uint8Array) {
      const deflated = deflateRawSync(contents, { level: 9 }), isSmaller = contents.length > 0 && deflated.length < contents.length;
      entry = { data: isSmaller ? deflated : contents, size: contents.length, checksum: crc32(contents), method: isSmaller ? 8 : 0 };
    }
    const common = Buffer.alloc(26);
    [20, 0x0800, entry.method, 0, 0x21].forEach((value, index) => common.writeUInt16LE(value, 2 * index));
    common.writeUInt32LE(entry.checksum, 10);
    common.writeUInt32LE(entry.data.length, 14);
    common.writeUInt32LE(entry.size, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, entry.data]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(0o100644 * 65536, 6);
    end.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, end, nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory), end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, central, end]));
}

/**
 * Publishes a release into a folder.
 *
 * @param {string} folder
 * @param {{sequence?: number, version?: string, packages: Record<string, Record<string, string | Uint8Array>>, keys?: any[],
 *   latest?: object, manifest?: object, packageMembers?: Record<string, object>, types?: Record<string, string>}} release `packages`: files by path by package
 */
export async function publish(folder, { sequence = 1, version = '1.0.0', packages, keys = [], latest = {}, manifest = {}, packageMembers = {}, types = {} }) {
  const write = async (name, bytes) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  };
  const listed = [], entries = [];
  for (const [name, contents] of Object.entries(packages)) {
    const files = Object.entries(contents).map(([path, bytes]) => [path, typeof bytes === 'string' ? utf8(bytes) : bytes]).sort((one, other) => compareUTF8(one[0], other[0]));
    const archive = zip(files);
    const index = encodeIndex(files.map(([path, bytes]) => ({ path, hash: hash(bytes), size: bytes.length, contentType: types[path] ?? contentType(path) })));
    for (const [path, bytes] of files) entries.push({ package: name, path, hash: hash(bytes) });
    const reference = (bytes, ending) => ({ url: `packages/${name}.${hash(bytes).slice(7)}.${ending}`, hash: hash(bytes), size: bytes.length });
    const one = {
      name, ...reference(archive, 'zip'), unpackedSize: files.reduce((sum, file) => sum + file[1].length, 0), entryCount: files.length,
      load: 'install', index: reference(index, 'index.json'), ...packageMembers[name],
    };
    listed.push(one);
    await write(one.url, archive);
    await write(one.index.url, index);
  }
  const bytes = utf8(canonicalJSON({
    formatVersion: 1, id: await identity(entries), name: 'demo', version, sequence, viewports: [], packages: listed, fonts: [], patches: [], ...manifest,
  }));
  const file = { url: `manifests/${hash(bytes).slice(7)}.json`, hash: hash(bytes), size: bytes.length };
  await write(file.url, bytes);
  await write('manifest.json', bytes);
  const payload = { manifest: file, sequence, ...latest };
  await write('latest.json', envelope('application/vnd.hybrid.latest+json', payload, keys));
  return { manifest: JSON.parse(new TextDecoder().decode(bytes)), hash: file.hash, payload };
}

/**
 * Two releases of a package `base` and the patch from one to the other, which the Swift tests made.
 *
 * @param {number} [number] which of Tests/Fixtures/Vectors/patches.zip
 */
export async function patchedRelease(number = 1) {
  const archive = await Archive.open(new Uint8Array(await readFile(new URL('../../../../Tests/Fixtures/Vectors/patches.zip', import.meta.url))));
  const one = JSON.parse(new TextDecoder().decode(await archive.contents('cases.json')))[number], blob = name => archive.contents(`blobs/${name.slice(7)}`);
  const release = async entries => {
    const base = {}, types = {};
    for (const { path, hash, contentType } of entries) {
      base[path] = await blob(hash);
      types[path] = contentType;
    }
    return { packages: { base }, types };
  };
  return { old: await release(one.old), new: await release(one.new.entries), patch: await blob(one.patch) };
}

/** Publishes a release with a patch to its package `base`. */
export async function publishPatch(folder, release, from, patch) {
  const id = await publish(folder, release).then(published => published.manifest.id), url = 'patches/one.patch';
  await mkdir(join(folder, 'patches'), { recursive: true });
  await writeFile(join(folder, url), patch);
  const patches = [{ from, to: id, package: 'base', url, hash: hash(patch), size: patch.length }];
  return publish(folder, { ...release, manifest: { ...release.manifest, patches } });
}

/** Publishes the Token page of Tests/Fixtures/Vectors/token as `hybrid build` does. @param {string} folder @param {Record<string, string>} [more] files of the base package */
export async function publishTokenPage(folder, more = {}) {
  const { viewport, entries } = JSON.parse(await readFile(new URL('../../../../Tests/Fixtures/Vectors/token/vectors.json', import.meta.url), 'utf8'));
  const packages = { base: { ...more }, [viewport.name]: {} };
  for (const [path, bytes] of Object.entries(entries)) packages[path.startsWith('layouts/') ? viewport.name : 'base'][path] = new Uint8Array(Buffer.from(bytes, 'base64'));
  return publish(folder, {
    packages, packageMembers: { [viewport.name]: { viewport: viewport.name } },
    manifest: { viewports: [{ ...viewport, fontScale: 1, colorScheme: 'light' }], ...(more['routes.json'] && { routes: 'routes.json' }), ...(more['pages.json'] && { pages: 'pages.json' }) },
  });
}

export { createPrivateKey, createPublicKey };
