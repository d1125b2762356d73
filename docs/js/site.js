// The place of a page's list of headings, its neighbours, and scrollers that the keyboard reaches. Pages read well without it.
'use strict';

const main = document.querySelector('main');
// The build wrote the list of headings behind the text, where wide screens have it; on others it goes below the title.
const contents = document.querySelector('.contents');
if (contents) {
  const wide = matchMedia('(min-width: 1280px)');
  const place = () => {
    contents.querySelector('details').open = wide.matches;
    if (wide.matches) main.after(contents);
    else main.querySelector('h1').after(contents);
  };
  wide.addEventListener('change', place);
  place();
}

// The pages before and after this one, in the order of the navigation.
const pages = [...document.querySelectorAll('.pages li a')];
const current = pages.findIndex(one => one.matches('[aria-current]'));
if (current >= 0) {
  const steps = document.createElement('nav');
  steps.className = 'steps';
  steps.ariaLabel = 'Pages beside this one';
  for (const [page, label] of [[pages[current - 1], 'Previous'], [pages[current + 1], 'Next']]) {
    if (!page) continue;
    const link = Object.assign(document.createElement('a'), { href: page.href, className: label.toLowerCase() });
    link.append(Object.assign(document.createElement('span'), { textContent: label }), page.textContent);
    steps.append(link);
  }
  main.append(steps);
}

for (const scroller of main.querySelectorAll('pre, table')) {
  if (scroller.scrollWidth > scroller.clientWidth) scroller.tabIndex = 0;
}
// The navigation beside the text shows where its reader is; the page itself stays where its address leads.
if (current >= 0) {
  const list = document.querySelector('.pages');
  list.scrollTop = pages[current].offsetTop - list.clientHeight / 2;
}
