// Media types of paths by their endings.

const types = new Map();
for (const line of `text/html html htm|application/xhtml+xml xhtml|text/css css|text/javascript js mjs|application/json json map
application/manifest+json webmanifest|application/xml xml|text/plain txt|text/markdown md|text/csv csv|image/svg+xml svg|image/png png
image/jpeg jpg jpeg|image/gif gif|image/webp webp|image/avif avif|image/bmp bmp|image/vnd.microsoft.icon ico|image/apng apng|font/woff woff
font/woff2 woff2|font/ttf ttf|font/otf otf|application/vnd.ms-fontobject eot|video/mp4 mp4 m4v|video/webm webm|video/quicktime mov
video/ogg ogv|audio/mpeg mp3|audio/mp4 m4a|audio/aac aac|audio/ogg ogg oga opus|audio/wav wav|audio/webm weba|audio/flac flac
application/wasm wasm|application/pdf pdf|application/zip zip|text/vtt vtt
application/vnd.hybrid.page page|application/vnd.hybrid.layout layout`.split(/[|\n]/)) {
  const [type, ...endings] = line.split(' ');
  for (const ending of endings) types.set(ending, type.startsWith('text/') ? `${type}; charset=utf-8` : type);
}
const unknown = 'application/octet-stream';

/**
 * The type of a path: what an index says where it names no other one, and what pages get it with (docs/reference/format.md,
 * “Content types”).
 *
 * @param {string} path
 * @returns {string}
 */
export const contentType = path => types.get(/\.([^./]*)$/.exec(path)?.[1].toLowerCase()) ?? unknown;
