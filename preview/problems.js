// Problems with their source lines.
'use strict';

/** Columns of a source line that are shown. */
const WIDTH = 100;

const made = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

/** The lines of a problem's source, with a mark below the place. */
function codeFrame({ sourceLine, line, column, endLine, endColumn }) {
  // Columns count characters, not UTF-16 units.
  const letters = [...sourceLine], from = column > WIDTH - 40 ? column - 40 : 1;
  const length = endLine === line ? Math.max(1, Math.min(endColumn - column, from + WIDTH - column)) : 1;
  const gutter = `${line} | `, shown = letters.slice(from - 1, from - 1 + WIDTH);
  const indent = shown.slice(0, column - from).map(letter => letter === '\t' ? '\t' : ' ').join('');
  return made('pre', {}, gutter + shown.join('') + '\n' + ' '.repeat(gutter.length) + indent, made('b', { textContent: '^' + '~'.repeat(length - 1) }));
}

/** The address that opens a problem's place in an editor; `null` where the server says none. */
function editorAddress({ editor, root }, { file, line, column }) {
  if (!editor || !root || !file) return null;
  const path = `${root}/${file}`.split('/').map(encodeURIComponent).join('/');
  return editor.replace('{path}', path).replace('{line}', line || 1).replace('{column}', column || 1);
}

/** Fills the list; `open` shows a page by its path where a problem is one's. `state` is what the server says of itself. */
export function showProblems(list, problems, pages, open, state = {}) {
  if (!problems.length) {
    list.replaceChildren(made('p', { textContent: state.problems ? 'No problems.' : 'What its build found is not known here: another machine made the release, or the build had another cache (--cache-dir), or none.' }));
    return;
  }
  list.replaceChildren(...problems.map(problem => {
    const head = made('p', {}, made('strong', { className: problem.severity, textContent: `${problem.severity}[${problem.code}] ` }), problem.message);
    const item = made('article', {}, head);
    if (problem.file) {
      const place = `${problem.file}:${problem.line}:${problem.column}`;
      item.append(pages.has(problem.file)
        ? made('button', { className: 'place', type: 'button', textContent: place, onclick: () => open(problem.file) })
        : made('p', { className: 'place', textContent: place }));
      const address = editorAddress(state, problem);
      if (address) item.append(' ', made('a', { href: address, className: 'place', textContent: 'open in the editor' }));
    }
    if (problem.sourceLine) item.append(codeFrame(problem));
    for (const note of problem.notes ?? []) item.append(made('p', { textContent: 'note: ' + note }));
    if (problem.help) item.append(made('p', { className: 'help', textContent: 'help: ' + problem.help }));
    return item;
  }));
}
