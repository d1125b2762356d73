// The styles of the views, only in the host's shadow tree.
'use strict';

/** `null` where there is no browser. */
export const sheet = globalThis.CSSStyleSheet ? new CSSStyleSheet() : null;
sheet?.replaceSync(`
  /* Places count from the left. What is around has a direction of its own, which all leaves. */
  :host { all: initial; direction: ltr; display: block }
  /* Fixed views stay where they are in it. */
  .screen { position: relative; contain: layout; color-scheme: light }
  .page, .bar { position: absolute; left: 0; background: #fff }
  /* What sticks out is scrolled to, and the copies that are not made yet. */
  .page { overflow: auto; scrollbar-width: none }
  .page::after { content: ""; position: absolute; left: 0; top: 0; width: var(--width); height: var(--height); visibility: hidden }
  .page.long .scroller { overscroll-behavior: auto }
  .bar { height: 0; z-index: 1 }
  .view, .content, .text, .line, .area { position: absolute; box-sizing: border-box }
  /* Nothing is handed down: each view was given what differs from these. A view's order is among only its siblings; those that stay are above. */
  .view {
    --order: 0; --kept: 0; z-index: calc(2 * var(--order) + var(--kept)); color: #000; background: none; font: 16px/1.2 serif; text-align: start; direction: ltr; user-select: none; -webkit-user-select: none;
    touch-action: manipulation; pointer-events: auto; overflow: visible
  }
  .unplaced { display: none }
  .content, .text { inset: 0; pointer-events: none }
  /* Letters that stick out are not scrolled to. */
  .text { z-index: 0; contain: layout }
  .content { z-index: 1 }
  /* Views at an edge share the whole box, the others are not laid out in it. */
  .content, .area { display: grid; grid-template: minmax(0, 1fr) / minmax(0, 1fr) }
  .line { line-height: 0; white-space: pre; text-align: left; direction: ltr }
  .line i { display: inline-block; width: 0 }
  .line span { display: inline-block; transform-origin: 0 0 }
  .view { --inset: 0 }
  .loose { position: absolute; inset: var(--inset); display: flex; align-items: center; justify-content: stretch; overflow: hidden }
  .loose span { flex: 1; text-align: -webkit-match-parent; text-align: match-parent; white-space: pre-wrap; overflow-wrap: break-word }
  .scroller { overflow: auto; scrollbar-width: none; overscroll-behavior: contain }
  .area { left: 0; top: 0; min-width: 100%; min-height: 100%; overflow: clip }
  [data-component=button], [data-component=navItem] { cursor: pointer; text-align: center }
  :focus-visible { outline: 2px solid #1f5fbf; outline-offset: -2px }
  .control {
    position: absolute; inset: 0; width: 100%; height: 100%; box-sizing: border-box; margin: 0; padding: 0 4px; border: 0; border-radius: inherit;
    background: none; font: inherit; color: inherit; text-align: -webkit-match-parent; text-align: match-parent; outline-offset: -2px; user-select: text; -webkit-user-select: text
  }
  .control[hidden], .picture[hidden], .name[hidden], .clear[hidden], .cancel[hidden] { display: none }
  .control::placeholder { color: #8e8e93; opacity: 1 }
  textarea.control { padding: 4px; resize: none; scrollbar-width: none }
  iframe.control { padding: 0; background: #fff }
  [data-border=line] .control { border: 1px solid #000 }
  [data-border=bezel] .control { border: 2px inset #c7c7cc }
  [data-border=roundedrect] .control { border: 1px solid #c7c7cc; border-radius: 5px; padding: 0 7px }
  .clear {
    position: absolute; inset-inline-end: 6px; top: calc(50% - 8px); width: 16px; height: 16px; padding: 0; border: 0; border-radius: 8px; background: #8e8e93;
    color: #fff; font: 12px/16px sans-serif
  }
  [data-component=searchBar] { display: flex; align-items: center; gap: 8px; padding: 10px 8px; background: var(--bar) }
  [data-component=searchBar].unplaced { display: none }
  [data-component=searchBar] .control { position: static; flex: 1; min-width: 0; height: 36px; border-radius: 10px; padding: 0 10px; background: #7676801f }
  [data-component=searchBar] .clear { inset-inline-end: 16px }
  .cancel { border: 0; background: none; color: #0066cc; font: 17px sans-serif }
  .toggle {
    appearance: none; position: absolute; inset-inline-start: 0; top: 0; width: 51px; height: 31px; margin: 0; border-radius: 16px; background: #e9e9ea;
    box-shadow: inset 0 0 0 2px var(--off, transparent); transition: background .15s
  }
  .toggle::before {
    content: ""; position: absolute; inset-inline-start: 2px; top: 2px; width: 27px; height: 27px; border-radius: 14px; background: #fff; box-shadow: 0 1px 3px #0005;
    transition: inset-inline-start .15s
  }
  .toggle:checked { background: var(--on, #34c759); box-shadow: none }
  .toggle:checked::before { inset-inline-start: 22px }
  .segment { position: absolute; inset: 0; display: flex; padding: 2px; box-sizing: border-box; border-radius: 9px; background: #7676801f }
  .segment button { flex: 1; min-width: 0; border: 0; border-radius: 7px; background: none; color: inherit; font: 13px sans-serif; overflow: hidden; text-overflow: ellipsis }
  .segment button[aria-pressed=true] { background: #fff; box-shadow: 0 1px 3px #0003; font-weight: 600 }
  .dots { position: absolute; inset: 0; display: flex; align-items: center; justify-content: center; gap: 9px }
  .dots button { width: 7px; height: 7px; padding: 0; border: 0; border-radius: 4px; background: var(--dot, #0000004d) }
  .dots button[aria-pressed=true] { background: var(--on-dot, #000) }
  .picture { position: absolute; inset: 0; width: 100%; height: 100%; border-radius: inherit; max-width: none }
  .name {
    position: absolute; inset: 0; box-sizing: border-box; padding: 0 4px; border: 1px solid #9999a6; border-radius: inherit; display: flex; align-items: center;
    overflow: hidden; color: #80808c; font: 10px sans-serif; pointer-events: none
  }
  .unknown > .name { border-style: dashed; align-items: flex-start }
`);
