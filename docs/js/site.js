// The list of a page's headings, its neighbours, and scrollers that the keyboard reaches. Pages read well without it.
'use strict';

const main = document.querySelector('main');
const headings = document.body.classList.contains('home') ? [] : [...main.querySelectorAll('h2[id], h3[id]')];
if (headings.length > 2) {
  const contents = document.createElement('nav');
  const box = document.createElement('details'), list = document.createElement('ul');
  contents.className = 'contents';
  contents.ariaLabel = 'On this page';
  box.append(Object.assign(document.createElement('summary'), { textContent: 'On this page' }), list);
  // Long pages, such as the list of all codes, show the upper level.
  const isLong = headings.length > 60;
  for (const heading of headings) {
    if (isLong && heading.localName === 'h3' && main.querySelectorAll('h2').length > 2) continue;
    const item = document.createElement('li'), link = document.createElement('a');
    link.href = '#' + encodeURIComponent(heading.id);
    link.textContent = heading.textContent;
    if (heading.localName === 'h3') item.className = 'inner';
    item.append(link);
    list.append(item);
  }
  contents.append(box);
  const wide = matchMedia('(min-width: 1280px)');
  const place = () => {
    box.open = wide.matches;
    if (wide.matches) main.after(contents);
    else main.querySelector('h1').after(contents);
    main.parentElement.classList.toggle('has-contents', wide.matches);
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
