// What views are to assistive technology: the role and ARIA's attributes that a page gives them, on the element that is the control.
'use strict';

import { isTrue } from './properties.js';

/** Attributes of ARIA that name no other elements, by the property that carries each. Ids of a page are not those of the host. */
const NAMES = [
  'atomic', 'busy', 'checked', 'current', 'description', 'disabled', 'expanded', 'haspopup', 'hidden', 'invalid', 'keyshortcuts', 'label',
  'level', 'live', 'modal', 'multiselectable', 'orientation', 'placeholder', 'posinset', 'pressed', 'readonly', 'relevant', 'required',
  'roledescription', 'selected', 'setsize', 'sort', 'valuemax', 'valuemin', 'valuenow', 'valuetext',
];
const ATTRIBUTES = Object.fromEntries(NAMES.map(name => [`aria${name[0].toUpperCase()}${name.slice(1)}`, `aria-${name}`]));

/** What components are where the page does not say. */
const ROLES = { table: 'list', tableRow: 'listitem', image: 'img', navigationBar: 'navigation' };

/** The element that is the view: its control, where it has one. */
const elementOf = view => view.element.querySelector(':scope > .control, :scope > .toggle, :scope > .segment, :scope > .dots') ?? view.element;

function set(element, name, value) {
  if (value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Gives a new view the role of its component. */
export function giveMeaning(view) {
  if (Object.hasOwn(ROLES, view.component)) view.element.setAttribute('role', ROLES[view.component]);
}

/** What a tap does something on is reached and used by the keyboard too. */
function press(view, isPressable) {
  const { element } = view;
  element.tabIndex = isPressable ? 0 : -1;
  if (isPressable && !element.hasAttribute('role')) element.setAttribute('role', 'button');
  element.onkeydown = !isPressable ? null : event => {
    if (event.target !== element || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    element.click();
  };
}

/** Shows a property that says what a view is. */
export function showMeaning(view, name, value) {
  const element = elementOf(view);
  if (Object.hasOwn(ATTRIBUTES, name)) {
    // A control of the host's own has a name of its own, which is there again.
    if (name === 'ariaLabel' && element !== view.element) {
      view.usualLabel ??= element.getAttribute('aria-label');
      set(element, 'aria-label', value ?? view.usualLabel);
    } else set(element, ATTRIBUTES[name], value);
  } else if (name === 'pressable') {
    // Native controls are pressed as the browser has it.
    if (element === view.element) press(view, isTrue(value));
  } else if (name === 'role') {
    const role = /^\s*[a-z][a-z -]{0,60}$/i.test(value ?? '') ? value.trim().toLowerCase() : Object.hasOwn(ROLES, view.component) ? ROLES[view.component] : null;
    // Native controls keep what they are.
    if (element === view.element) set(element, 'role', role);
  } else if (name === 'alt' && view.component === 'image') {
    set(element, 'aria-label', value || null);
    set(element, 'aria-hidden', value === '' ? 'true' : null);
  }
}
