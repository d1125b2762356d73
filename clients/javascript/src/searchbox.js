// The script of search boxes, which a build with "search": true adds to pages as hybrid-search.js: each field with
// data-hybrid-search="box" shows what the release's index finds, offline.
import { Searcher } from './search.js';

/** @type {Promise<Searcher> | undefined} */
let opened;
/** @type {Promise<Uint8Array> | undefined} */
let records;

const address = name => new URL(`hybrid-search.${name}`, import.meta.url);
const bytesOf = async answer => new Uint8Array(await answer.arrayBuffer());

async function load(name, options) {
  const answer = await fetch(address(name), options);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}

/** A part of the records: hosts that answer no ranges give all of them, once. */
async function read(start, end) {
  if (records) return (await records).subarray(start, end);
  const answer = await load('json', { headers: { Range: `bytes=${start}-${end - 1}` } });
  if (answer.status === 206) return bytesOf(answer);
  records = bytesOf(answer);
  return (await records).subarray(start, end);
}

/**
 * The pages that answer a question, the best first.
 *
 * @param {string} text
 * @param {import('./search.js').SearchOptions} [options]
 */
export async function search(text, options) {
  opened ??= load('index').then(bytesOf).then(index => new Searcher(index, read));
  try {
    return await (await opened).search(text, options);
  } catch (error) {
    opened = undefined;
    throw error;
  }
}

/** Puts a text into an element, with its places in `<mark>`. */
function show(element, text, places) {
  let at = 0;
  for (const [start, end] of places) {
    const mark = document.createElement('mark');
    mark.textContent = text.slice(start, end);
    element.append(text.slice(at, start), mark);
    at = end;
  }
  element.append(text.slice(at));
  return element;
}

/** @param {HTMLInputElement} field */
function attach(field) {
  const say = (name, otherwise) => field.getAttribute(`data-hybrid-search-${name}`) ?? otherwise, form = field.closest('form');
  const status = document.createElement('p');
  status.className = 'hybrid-search-status';
  status.setAttribute('role', 'status');
  let list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  if (!list) {
    list = document.createElement('ol');
    list.className = 'hybrid-search-results';
    (form ?? field).after(list);
  }
  list.before(status);
  let turn = 0, timer = 0;
  const run = async () => {
    const mine = ++turn, text = field.value;
    let hits = [], words = '';
    try {
      if (text.trim()) {
        hits = await search(text, { language: say('language') ?? undefined, limit: 10 });
        words = hits.length ? say('found', '{n}').replace('{n}', hits.length) : say('none', '0');
      }
    } catch {
      words = say('missing', '—');
    }
    // Another question was typed meanwhile.
    if (mine !== turn) return;
    status.textContent = words;
    list.replaceChildren(...hits.map(hit => {
      const item = document.createElement('li'), link = document.createElement('a'), part = document.createElement('p');
      link.href = new URL(hit.route.slice(1) || './', address('js')).href;
      if (hit.language) item.lang = hit.language;
      item.append(show(link, hit.title, hit.titleHighlights), show(part, hit.excerpt, hit.highlights));
      return item;
    }));
  };
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(run, 80);
  });
  form?.addEventListener('submit', event => {
    event.preventDefault();
    clearTimeout(timer);
    run();
  });
  const asked = field.name && new URLSearchParams(location.search).get(field.name);
  if (asked) field.value = asked;
  if (field.value) run();
}

for (const field of document.querySelectorAll('input[data-hybrid-search="box"]')) attach(/** @type {HTMLInputElement} */ (field));
