import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import test from 'node:test';
import { constants, deflateRawSync } from 'node:zlib';
import { base64, base64URL, compareUTF8, fromBase64, fromBase64URL, hashOf, isHash } from '../src/bytes.js';
import { isKey, verify, verifyPortably } from '../src/ed25519.js';
import { inflate, Inflater } from '../src/inflate.js';
import { parseJSON } from '../src/json.js';
import { titlesOf } from '../src/properties.js';
import { Sha256, sha512 } from '../src/sha2.js';

test('SHA-2 is that of Node, whatever the pieces', async () => {
  for (let length = 0; length < 300; length++) {
    const bytes = randomBytes(length), hasher = new Sha256(), cut = length * 7 % (length + 1);
    hasher.update(bytes.subarray(0, cut)).update(bytes.subarray(cut));
    assert.deepEqual(Buffer.from(hasher.digest()), createHash('sha256').update(bytes).digest());
    assert.deepEqual(Buffer.from(sha512(bytes)), createHash('sha512').update(bytes).digest());
  }
  const large = randomBytes(100_000);
  assert.equal(await hashOf(large), 'sha256-' + createHash('sha256').update(large).digest('base64url'));
});

test('base64 has one spelling', () => {
  for (let length = 0; length < 50; length++) {
    const bytes = randomBytes(length);
    assert.equal(base64(bytes), bytes.toString('base64'));
    assert.equal(base64URL(bytes), bytes.toString('base64url'));
    assert.deepEqual(Buffer.from(fromBase64(bytes.toString('base64'))), bytes);
    assert.deepEqual(Buffer.from(fromBase64URL(bytes.toString('base64url'))), bytes);
  }
  for (const text of ['A', 'AB', 'AAB', 'QQ', 'QR==', 'QQ=', 'Q Q=', 'QUI', 'QUJ=', '====', 'QQ==QQ==', 'QUE-']) assert.equal(fromBase64(text), null, text);
  for (const text of ['A', 'QR', 'QQ==', 'QUJ', '+/', 'Q\n']) assert.equal(fromBase64URL(text), null, text);
});

test('hashes have one spelling', () => {
  const good = 'sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';
  assert.ok(isHash(good));
  for (const text of ['', 'sha256-', good.slice(0, -1), good.slice(0, -1) + 'V', good + '=', good.replace('-_', '+/'), good.toUpperCase(), null, 5]) assert.ok(!isHash(text), text);
});

test('texts are ordered as their UTF-8', () => {
  const texts = ['', 'a', 'b', 'ab', 'é', '\uffff', '\ue000', '😀', '😀a', 'z', '\ud7ff'];
  for (const one of texts) {
    for (const other of texts) assert.equal(Math.sign(compareUTF8(one, other)), Math.sign(Buffer.compare(Buffer.from(one), Buffer.from(other))));
  }
});

test('Ed25519 without WebCrypto decides as OpenSSL does', async () => {
  for (let round = 0; round < 20; round++) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const key = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(12));
    const message = randomBytes(round * 37), signature = new Uint8Array(sign(null, message, privateKey));
    assert.ok(isKey(key));
    assert.ok(verifyPortably(key, signature, message));
    assert.ok(await verify(key, signature, message));
    for (const at of [0, 31, 32, 40, 63]) {
      const damaged = Uint8Array.from(signature);
      damaged[at] ^= 1 << round % 8;
      assert.ok(!verifyPortably(key, damaged, message));
      assert.ok(!await verify(key, damaged, message));
    }
    assert.ok(!verifyPortably(key, signature, Buffer.concat([message, Buffer.from([0])])));
    assert.ok(!verifyPortably(key, signature.subarray(1), message));
    // The same signature with s + L: accepted by careless code.
    const malleated = Uint8Array.from(signature), order = 2n ** 252n + 27742317777372353535851937790883648493n;
    let s = 0n;
    for (let index = 63; index >= 32; index--) s = s << 8n | BigInt(signature[index]);
    s += order;
    for (let index = 32; index < 64; index++, s >>= 8n) malleated[index] = Number(s & 255n);
    assert.ok(!verifyPortably(key, malleated, message));
    assert.ok(!await verify(key, malleated, message));
  }
});

test('RFC 8032, 7.1: test vectors', () => {
  const vectors = [
    ['d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b'],
    ['fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025', 'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a'],
  ];
  for (const [key, message, signature] of vectors) assert.ok(verifyPortably(...[key, signature, message].map(text => new Uint8Array(Buffer.from(text, 'hex')))));
});

test('keys of small order, and other spellings, are none', () => {
  const key = hex => new Uint8Array(Buffer.from(hex, 'hex'));
  for (const hex of ['00'.repeat(32), '01' + '00'.repeat(31), '00'.repeat(31) + '80', 'ec' + 'ff'.repeat(30) + '7f', 'ed' + 'ff'.repeat(30) + '7f', 'ff'.repeat(32),
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', '00'.repeat(31)]) {
    assert.ok(!isKey(key(hex)), hex);
  }
});

const samples = [new Uint8Array(0), Buffer.from('a'), Buffer.from('abc '.repeat(1000)), randomBytes(100_000), Buffer.alloc(200_000),
  Buffer.from(Array.from({ length: 150_000 }, (_, index) => index * index >> 7 & 63))];

test('what zlib deflates is inflated, in pieces of any size', () => {
  for (const bytes of samples) {
    for (const level of [0, 1, 6, 9]) {
      for (const strategy of [constants.Z_DEFAULT_STRATEGY, constants.Z_HUFFMAN_ONLY, constants.Z_RLE, constants.Z_FIXED]) {
        const stream = deflateRawSync(bytes, { level, strategy });
        assert.deepEqual(Buffer.from(inflate(stream, bytes.length)), Buffer.from(bytes));
        for (const size of [1, 7, 5000]) {
          if (stream.length / size > 50_000) continue;
          const parts = [], inflater = new Inflater(bytes.length, part => parts.push(part));
          for (let at = 0; at < stream.length; at += size) inflater.push(stream.subarray(at, at + size), at + size >= stream.length);
          assert.deepEqual(Buffer.concat(parts), Buffer.from(bytes));
        }
      }
    }
  }
});

test('a bomb stops at its first byte too many', () => {
  const stream = deflateRawSync(Buffer.alloc(50_000_000));
  for (const limit of [0, 1, 1000, 49_999_999]) {
    let made = 0;
    const inflater = new Inflater(limit, part => { made += part.length; });
    assert.throws(() => inflater.push(stream, true), { code: 'archive.size' });
    assert.ok(made <= limit);
  }
});

test('streams that are damaged, cut or followed by bytes are refused', async () => {
  const { inflateRawSync } = await import('node:zlib');
  const bytes = Buffer.from('abc '.repeat(50) + 'something else entirely 0123456789'), stream = deflateRawSync(bytes);
  for (let length = 0; length < stream.length; length++) assert.throws(() => inflate(stream.subarray(0, length), bytes.length), { code: 'archive.deflate' });
  assert.throws(() => inflate(Buffer.concat([stream, Buffer.from([0])]), bytes.length), { code: 'archive.deflate' });
  // Every single bit changed: the same verdict as zlib's, and the same bytes.
  for (const original of [stream, deflateRawSync(bytes, { level: 0 }), deflateRawSync(bytes, { strategy: constants.Z_FIXED }), deflateRawSync(samples[5].subarray(0, 2000))]) {
    for (let bit = 0; bit < original.length * 8; bit++) {
      const damaged = Buffer.from(original);
      damaged[bit >> 3] ^= 1 << (bit & 7);
      let expected = null, used = -1;
      try {
        const answer = inflateRawSync(damaged, { info: true, maxOutputLength: 1 << 20 });
        expected = answer.buffer;
        used = answer.engine.bytesWritten;
      } catch { /* refused */ }
      let found = null;
      try { found = Buffer.from(inflate(damaged, 1 << 20)); } catch (error) { assert.match(error.code, /^archive\./); }
      if (expected && used === damaged.length) assert.deepEqual(found, expected, `bit ${bit}`); else assert.equal(found, null, `bit ${bit}`);
    }
  }
});

test('titles keep their numbers, as in native hosts', () => {
  for (const [text, wanted] of [
    ['["Hamburg, DE","Lisbon, PT"]', ['Hamburg, DE', 'Lisbon, PT']], [' ["a", 2, null, ""] ', ['a', '2', '', '']], ['One,,Three', ['One', '', 'Three']],
    ['东京，大阪', ['东京', '大阪']], ["'A','B'", ['A', 'B']], ['[a, b]', ['a', 'b']], ['One,Two, ', ['One', 'Two']], ['', []], ['5', ['5']], [undefined, []],
  ]) assert.deepEqual(titlesOf(text), wanted, text);
  assert.equal(titlesOf(Array(2000).fill('a').join()).length, 1000);
});

test('the values of JSON are counted before they are made', () => {
  const count = (text, limit) => {
    try {
      parseJSON(Buffer.from(text), limit);
      return true;
    } catch (error) {
      assert.match(error.message, /^json: expected at most \d+ values/);
      return false;
    }
  };
  for (const [text, values] of [['[]', 1], ['[ ]', 1], ['[[],[],{}]', 4], ['{"a":[1,2],"b,[{":"\\"],[,"}', 5], ['[{"a":{"b":[null]}}, "", true]', 7], ['[[[[]]]]', 4], ['["a","b"]', 3], ['{"a":1}', 2]]) {
    assert.deepEqual([count(text, values - 1), count(text, values)], [false, true], text);
  }
  // 40 MB: refused without a value of it made.
  const before = process.memoryUsage().heapUsed;
  assert.ok(!count(`[${'1,'.repeat(20_000_000)}1]`, 1000));
  assert.ok(process.memoryUsage().heapUsed - before < 60_000_000);
});
