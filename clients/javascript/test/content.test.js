import assert from 'node:assert/strict';
import test from 'node:test';
import { hash } from './support/publish.js';
import { byteRange, contentType, Manifest, Release, WebContent } from '../src/index.js';
import { utf8 } from '../src/bytes.js';

/** A release of some files. */
function release(files) {
  const entries = new Map(Object.entries(files).map(([path, text]) => [path, { path, hash: hash(utf8(text)), size: utf8(text).length, contentType: '' }]));
  const manifest = Object.assign(new Manifest(), { packages: [{ name: 'base' }], routes: files['routes.json'] && 'routes.json' });
  return new Release('sha256-x', manifest, new Map([['base', entries]]), async (entry, start, end) => utf8(files[entry.path]).subarray(start, end));
}

const content = (files, options) => WebContent.of(release(files), options);
const line = async answer => `${(await answer).status} ${(await answer).headers['Content-Type']} ${new TextDecoder().decode((await answer).body ?? new Uint8Array(0))}`;

test('files, indexes and absences', async () => {
  const web = await content({ 'web/index.html': 'home', 'web/a b/ü.css': 'css', 'web/m/x.mjs': 'm', 'web/blog/index.html': 'blog', 'pages/x.page': 'x' });
  const get = url => line(web.response({ url }));
  for (const url of ['hybrid://demo/', 'hybrid://demo', 'hybrid://demo/index.html?x=1#y', '/', '/?q']) assert.equal(await get(url), '200 text/html; charset=utf-8 home', url);
  assert.equal(await get('/a%20b/%C3%BC.css'), '200 text/css; charset=utf-8 css');
  assert.equal(await get('/m/x.mjs'), '200 text/javascript; charset=utf-8 m');
  assert.equal(await get('/blog/'), '200 text/html; charset=utf-8 blog');
  const moved = await web.response({ url: '/blog?x=1' });
  assert.deepEqual([moved.status, moved.headers.Location], [301, '/blog/?x=1']);
  for (const url of ['/../pages/x.page', '/%2e%2e/pages/x.page', '/..%2fpages/x.page', '/a/./b', '/%00', '/%zz', '/%ff', '/a\\b', '/none.js', 'file:///etc/passwd', 'index.html', '/__proto__']) {
    assert.equal((await web.response({ url })).status, 404, url);
  }
});

test('another size of an image is better than none', async () => {
  const web = await content({
    'web/small.png': 'small', 'web/here.png': 'here', 'candidates.json': '{"images":[["wide.png","large.png","small.png"],["here.png","small.png"],[1],7]}',
  });
  assert.equal(await line(web.response({ url: '/large.png' })), '200 image/png small');
  assert.equal(await line(web.response({ url: '/here.png' })), '200 image/png here');
  assert.equal((await web.response({ url: '/none.png' })).status, 404);
});

test('methods, ranges, tags and other service workers', async () => {
  const web = await content({ 'web/t.txt': '0123456789', 'web/app.js': 'a' });
  const get = async range => {
    const answer = await web.response({ url: '/t.txt', headers: { Range: range } });
    return `${answer.status} ${answer.headers['Content-Range'] ?? '-'} ${new TextDecoder().decode(answer.body ?? new Uint8Array(0))}`;
  };
  for (const [range, expected] of Object.entries({
    'bytes=2-4': '206 bytes 2-4/10 234', 'bytes=7-': '206 bytes 7-9/10 789', 'bytes=-2': '206 bytes 8-9/10 89', 'bytes=8-99': '206 bytes 8-9/10 89',
    'bytes=10-': '416 bytes */10 ', 'bytes=4-2': '200 - 0123456789', 'bytes=0-9223372036854775807': '206 bytes 0-9/10 0123456789',
    'lines=1-2': '200 - 0123456789', 'bytes=-': '200 - 0123456789', 'bytes=-0': '416 bytes */10 ', 'bytes=1-2,4-5': '200 - 0123456789',
  })) assert.equal(await get(range), expected, range);
  assert.equal((await web.response({ method: 'POST', url: '/t.txt' })).status, 405);
  const head = await web.response({ method: 'head', url: '/t.txt' });
  assert.deepEqual([head.status, head.body, head.headers['Content-Length']], [200, null, '10']);
  assert.equal((await web.response({ url: '/app.js', headers: { 'Service-Worker': 'script' } })).status, 403);
  const tag = head.headers.ETag;
  assert.equal((await web.response({ url: '/t.txt', headers: { 'If-None-Match': `"x", W/${tag}` } })).status, 304);
  assert.equal((await web.response({ url: '/t.txt', headers: { 'If-None-Match': '"x"' } })).status, 200);
  assert.equal((await web.response({ url: '/t.txt', headers: { Range: 'bytes=0-1', 'If-Range': '"old"' } })).status, 200);
  assert.equal((await web.response({ url: '/t.txt', headers: { Range: 'bytes=0-1', 'If-Range': tag } })).status, 206);
  assert.equal(byteRange('bytes=0-', 0)[0], 0);
});

test('routes lead to pages, but never for images or scripts', async () => {
  const web = await content({
    'web/index.html': 'home', 'web/order/order.html': 'order', 'web/user/[name]/index.html': 'user',
    'routes.json': JSON.stringify({ routes: [{ pattern: '/orders/{id:int}/items', page: 'order/order.html' }, { pattern: '/user/{name}', page: 'user/[name]/index.html' }, { pattern: '/all/**', page: 'index.html' }] }),
  });
  assert.equal(await line(web.response({ url: '/orders/7/items?x=1' })), '200 text/html; charset=utf-8 order');
  assert.deepEqual((await web.response({ url: '/orders/7/items/?x=1' })).headers.Location, '/orders/7/items?x=1');
  assert.equal(await line(web.response({ url: '/user/ada' })), '200 text/html; charset=utf-8 user');
  assert.equal((await web.response({ url: '/orders/x/items' })).status, 404);
  for (const headers of [{ 'Sec-Fetch-Dest': 'image' }, { 'Sec-Fetch-Dest': 'script' }, { Accept: 'image/png,*/*' }, { Accept: 'text/css' }]) {
    assert.equal((await web.response({ url: '/all/x.png', headers })).status, 404);
  }
  assert.equal(await line(web.response({ url: '/all/x.png', headers: { Accept: 'text/html' } })), '200 text/html; charset=utf-8 home');
  const still = await WebContent.of(web.release, { redirections: false }), answer = await still.response({ url: '/user/ada/?a="</script>' });
  assert.equal(answer.status, 200);
  assert.match(new TextDecoder().decode(answer.body), /location\.replace\("\/user\/ada\?a=%22%3C\/script%3E" \+ location\.hash\)/);
});

test('a base is taken off', async () => {
  const web = await content({ 'web/assets/a.js': 'a' }, { base: '/app/' });
  for (const url of ['hybrid://demo/app/assets/a.js', 'hybrid://demo/assets/a.js']) assert.equal((await web.response({ url })).status, 200);
});

test('types by ending', () => {
  assert.equal(contentType('a.HTML'), 'text/html; charset=utf-8');
  for (const path of ['a', 'a.constructor', 'a.b/c']) assert.equal(contentType(path), 'application/octet-stream', path);
});
