// The fonts that a page's style sheets bring, for the text that is drawn by lines.
'use strict';

const known = new Map();

/** Adds the `@font-face` rules of a page's sheets to this document; answers when they are loaded or cannot be. */
export async function loadFonts(page, resolve) {
  const sheets = [];
  page.nodes.forEach((node, n) => {
    if (node.tag === 'link' && /\bstylesheet\b/i.test(node.attributes.rel ?? '') && node.attributes.href) {
      sheets.push(fetchSheet(resolve(node.attributes.href)));
    }
    if (node.tag === 'style') sheets.push({ text: page.nodes[n + 1]?.parent === n ? page.nodes[n + 1].text : '', base: resolve('') });
  });
  const faces = (await Promise.all(sheets)).flatMap(sheet => sheet ? facesOf(sheet) : []);
  await Promise.all(faces);
}

async function fetchSheet(url) {
  if (new URL(url).origin !== location.origin) return null;
  const response = await fetch(url).catch(() => null);
  return response?.ok ? { text: await response.text(), base: url } : null;
}

function facesOf({ text, base }) {
  if (!text.includes('@font-face')) return [];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].filter(rule => rule instanceof CSSFontFaceRule).map(({ style }) => {
    const family = style.getPropertyValue('font-family').replace(/^["']|["']$/g, '');
    const source = style.getPropertyValue('src').replace(/url\(["']?([^"')]*)["']?\)/g, (all, url) => `url("${new URL(url, base).href}")`);
    const key = `${family} ${source} ${style.cssText}`;
    if (!known.has(key)) {
      const descriptors = {};
      for (const name of ['weight', 'style', 'stretch']) {
        const value = style.getPropertyValue(`font-${name}`);
        if (value) descriptors[name] = value;
      }
      const range = style.getPropertyValue('unicode-range');
      if (range) descriptors.unicodeRange = range;
      const face = new FontFace(family, source, descriptors);
      document.fonts.add(face);
      known.set(key, face.load().catch(() => null));
    }
    return known.get(key);
  });
}
