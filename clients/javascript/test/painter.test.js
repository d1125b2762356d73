// Display lists drawn on a canvas in Chromium: every kind of item, by its pixels.
import assert from 'node:assert/strict';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { isInstalled, startChromium } from './support/chromium.js';
import { atEnd, temporaryFolder } from './support/folder.js';
import { serve } from './support/server.js';

const skip = isInstalled('chromedriver') ? false : 'chromedriver is not installed';
const red = '#ff0000', green = '#00ff00', blue = '#0000ff', style = 0;
const identity = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0];

// Items on a white canvas of 100 × 100, and the colours of pixels at places.
const cases = {
  'fills, rings and paths': [[
    ['fill', [0, 0, 20, 20], red], ['fill', [[20, 0, 20, 20], [25, 5, 10, 10]], green], ['fill', 'M40 0L60 0L60 20L40 20Z', blue],
    ['fill', ['evenodd', 'M60 0L80 0L80 20L60 20ZM65 5L75 5L75 15L65 15Z'], red], ['fill', [80, 0, 20, 20, 10, 10, 10, 10, 10, 10, 10, 10], red],
    ['fill', [0.26, 40.26, 10, 10], green],
  ], { '10,10': '255,0,0', '22,10': '0,255,0', '30,10': '255,255,255', '50,10': '0,0,255', '62,10': '255,0,0', '70,10': '255,255,255', '81,1': '255,255,255', '90,10': '255,0,0', '0,40': '0,255,0', '10,40': '255,255,255' }],
  gradients: [[
    ['fill', [0, 0, 100, 10], ['linear', [0, 0, 100, 0], [0, '#000000', 1, '#ffffff'], 0, 0, 0]],
    ['fill', [0, 10, 100, 10], ['linear', [0, 0, 10, 0], [0, red, 0.5, red, 0.5, blue, 1, blue], 1, 0, 0]],
    ['fill', [0, 20, 20, 20], ['radial', [10, 30, 10, 10], [0, red, 0.5, red, 0.5, blue, 1, blue], 0, 0, 0]],
    ['fill', [20, 20, 20, 20], ['conic', [30, 30, 0], [0, red, 0.5, red, 0.5, blue, 1, blue], 0, 0, 0]],
    ['fill', [40, 20, 60, 20], ['linear', [40, 20, 50, 20], [0, red, 1, red], 0, [40, 20, 10, 10, 20, 20], 0]],
    ['fill', [0, 40, 100, 10], ['linear', [0, 0, 100, 0], [0, '#ff000000', 1, blue], 0, 0, 0]],
    ['fill', [0, 50, 100, 10], ['linear', [0, 0, 10, 0], [0, red, 0.5, red, 0.5, blue, 1, blue], 2, 0, 0]],
    ['fill', [0, 60, 100, 10], ['linear', [0, 0, 1, 0], [0, red, 0.5, red, 0.5, blue, 1, blue], 0, 0, [100, 0, 0, 1, 0, 0]]],
  ], {
    '50,5': '129,129,129', '2,15': '255,0,0', '7,15': '0,0,255', '92,15': '255,0,0', '10,30': '255,0,0', '2,30': '0,0,255', '35,30': '255,0,0', '25,30': '0,0,255',
    '45,25': '255,0,0', '55,25': '255,255,255', '65,25': '255,0,0', '50,45': '127,127,255', '12,55': '0,0,255', '17,55': '255,0,0', '20,65': '255,0,0', '80,65': '0,0,255',
  }],
  'clips, transforms and ends of nothing': [[
    ['clip', [0, 0, 10, 10]], ['fill', [0, 0, 50, 50], red], ['end'], ['transform', 2, 0, 0, 2, 20, 0], ['fill', [0, 0, 10, 10], blue], ['end'],
    ['transform', 1, 0, 0, 0.5, 80, 40], ['fill', [0, 0, 10, 1], blue], ['fill', [0, 4.1, 10, 2.2], red], ['end'],
    ['fixed'], ['fill', [60, 0, 5, 5], green], ['end'], ['end'], ['unknown', 1], ['clip', [90, 90, 1, 1]],
  ], { '5,5': '255,0,0', '15,15': '255,255,255', '35,15': '0,0,255', '62,2': '0,255,0', '85,40': '127,127,255', '85,42': '255,0,0', '85,43': '255,255,255' }],
  'groups, blending and filters': [[
    ['group', 0.5, 'normal', [], []], ['fill', [0, 0, 20, 20], red], ['fill', [10, 0, 20, 20], red], ['end'],
    ['fill', [0, 40, 100, 20], '#ffff00'], ['group', 1, 'multiply', [], []], ['fill', [0, 40, 20, 20], '#00ffff'], ['end'], ['fill', [20, 40, 20, 20], '#00ffff', 'multiply'],
    ['group', 1, 'normal', [['matrix', 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]], []], ['fill', [40, 0, 20, 20], red], ['end'],
    ['group', 1, 'normal', [['blur', 4]], []], ['fill', [60, 0, 40, 40], blue], ['end'],
    ['group', 1, 'normal', [['shadow', 0, 20, 0, green]], []], ['fill', [0, 70, 10, 10], red], ['end'],
    ['group', 1, 'normal', [['matrix', ...identity]], [[[40, 70, 10, 10], '#000000']]], ['fill', [40, 70, 30, 10], red], ['end'],
  ], { '5,5': '255,127,127', '15,5': '255,127,127', '10,50': '0,255,0', '30,50': '0,255,0', '50,10': '0,0,255', '80,20': '0,0,255', '5,75': '255,0,0', '5,95': '0,255,0', '45,75': '255,0,0', '60,75': '255,255,255' }],
  'masks, and texts that clip': [[
    ['mask', 0], ['fill', [0, 0, 10, 10], '#000000'], ['paint'], ['fill', [0, 0, 50, 50], red], ['end'],
    ['mask', 1], ['fill', [60, 0, 10, 10], '#ffffff'], ['fill', [70, 0, 10, 10], '#000000'], ['paint'], ['fill', [60, 0, 40, 10], blue], ['end'],
    ['textClip'], ['text', '█', 0, 90, 30, style, '#000000'], ['paint'], ['fill', [0, 0, 100, 100], green], ['end'],
  ], { '5,5': '255,0,0', '15,5': '255,255,255', '65,5': '0,0,255', '75,5': '255,255,255', '15,80': '0,255,0', '60,80': '255,255,255' }],
  shadows: [[
    ['shadow', [10, 10, 20, 20], [10, 40, 20, 20], 0, red, 0], ['shadow', [50, 10, 20, 20], [60, 10, 20, 20], 0, blue, 1], ['shadow', [10, 70, 20, 20], [5, 65, 30, 30], 0, green, 0],
    ['shadow', [40, 60, 10, 10], [10_039, 10_059, -19_988, -19_988], 0, blue, 1], ['shadow', [60, 60, 10, 10], [61, 61, 8, 8], 0.1, red, 1], ['shadow', [80, 60, 10, 10], [80, 75, 10, 10], 0.1, red, 0],
  ], { '45,65': '0,0,255', '35,65': '255,255,255', '65,65': '255,255,255', '60,60': '255,0,0', '85,80': '255,0,0', '85,65': '255,255,255', '20,50': '255,0,0', '20,20': '255,255,255', '55,20': '0,0,255', '65,20': '255,255,255', '7,80': '0,255,0', '20,80': '255,255,255' }],
  'texts, lines and strokes': [[
    ['text', '█', 0, 30, 50, style, red], ['text', '█', 60, 30, 30, style, ['linear', [60, 0, 90, 0], [0, blue, 0.5, blue, 0.5, green, 1, green], 0, 0, 0]],
    ['line', [0, 50, 100, 4], 0, blue], ['line', [0, 60, 100, 2], 1, red], ['stroke', 'M0 80L100 80', green, 10, 0, 0, 4, [], 0], ['stroke', 'M0 95L100 95', red, 4, 0, 0, 4, [10, 10], 0],
  ], { '40,20': '255,0,0', '65,20': '0,0,255', '85,20': '0,255,0', '50,52': '0,0,255', '50,61': '255,0,0', '50,62': '255,255,255', '50,64': '255,0,0', '50,80': '0,255,0', '5,95': '255,0,0', '15,95': '255,255,255' }],
  'what is newer than the first lists: dashes, outlines below, joins, focus, masks that join, isolation': [[
    ['line', [0, 10, 100, 4], 3, red, -1, [10, 10]], ['line', [0, 20, 100, 8], 2, blue, -1, [0, 20]],
    ['text', '█', 0, 60, 30, style, green, 0, 1, [10, red, 1, 1]],
    ['fill', [60, 40, 20, 20], ['radial', [70, 50, 10, 10, 8, 0], [0, red, 0.3, red, 0.3, blue, 1, blue], 0, 0, 0]],
    ['group', 1, 'normal', [], [[[0, 70, 20, 20], '#000000', 0, 'subtract'], [[10, 70, 20, 20], '#000000']]], ['fill', [0, 70, 40, 10], red], ['end'],
    ['group', 1, 'normal', [], [[[50, 70, 10, 10], '#ffffff', 1, 'add'], [[60, 70, 10, 10], '#000000', 1, 'add'], [[70, 70, 10, 10], '#000000']]], ['fill', [50, 70, 40, 10], blue], ['end'],
    ['fill', [0, 92, 100, 8], '#ffff00'], ['group', 1, 'normal', [], [], 1], ['fill', [0, 92, 20, 8], '#00ffff', 'multiply'], ['end'],
  ], {
    '5,12': '255,0,0', '15,12': '255,255,255', '25,12': '255,0,0', '4,24': '0,0,255', '14,24': '255,255,255', '15,45': '0,255,0', '78,50': '255,0,0', '63,50': '0,0,255',
    '5,75': '255,0,0', '15,75': '255,255,255', '25,75': '255,255,255', '55,75': '0,0,255', '65,75': '255,255,255', '75,75': '0,0,255', '10,96': '0,255,255', '50,96': '255,255,0',
  }],
  'lines of gradients in their own coordinates': [[
    ['stroke', 'M10 10L90 10', ['linear', [0, 0, 1, 0], [0, red, 0.5, red, 0.5, blue, 1, blue], 0, 0, [100, 0, 0, 1, 0, 0]], 10, 0, 0, 4, [], 0],
    ['group', 0.5, 'normal', [], []], ['stroke', 'M10 50L90 50', ['linear', [0, 0, 1, 0], [0, red, 1, red], 0, 0, [100, 0, 0, 1, 0, 0]], 10, 0, 0, 4, [], 0], ['end'],
  ], { '20,10': '255,0,0', '80,10': '0,0,255', '20,13': '255,0,0', '20,20': '255,255,255', '5,10': '255,255,255', '50,50': '255,127,127' }],
  'what a page’s own painting does: wider spaces, mirrored backdrops, circles': [[
    ['text', '█ █', 0, 30, 90, style, red],
    ['fill', [0, 40, 20, 20], red], ['backdrop', [0, 40, 20, 20], [['blur', 8]]],
    ['fill', 'M60 50C60 55.523 55.523 60 50 60C44.477 60 40 55.523 40 50C40 44.477 44.477 40 50 40C55.523 40 60 44.477 60 50Z', blue],
    ['stroke', 'M90 50C90 55.523 85.523 60 80 60C74.477 60 70 55.523 70 50C70 44.477 74.477 40 80 40C85.523 40 90 44.477 90 50Z', green, 4, 0, 0, 4, [], 0],
  ], {
    '10,20': '255,0,0', '25,20': '255,255,255', '60,20': '255,255,255', '82,20': '255,0,0', '18,50': '255,0,0', '10,42': '255,0,0', '22,50': '255,255,255',
    '50,50': '0,0,255', '41,41': '255,255,255', '80,41': '0,255,0', '80,50': '255,255,255',
  }],
  'what shows nothing': [[
    ['group', 0, 'normal', [], []], ['clip', [0, 0, 50, 50]], ['fill', [0, 0, 50, 50], red], ['end'], ['end'], ['clip', [10, 10, 0, 20]], ['fixed'], ['fill', [0, 0, 50, 50], red], ['end'], ['end'],
    ['clip', [0, 200, 10, 10]], ['fill', [0, 0, 50, 50], red], ['end'], ['transform', 1, 0, 0, 1, 0, -200], ['clip', [0, 200, 10, 10]], ['fill', [0, 200, 50, 50], blue], ['end'], ['end'],
    ['fill', [90, 90, 10, 10], green],
  ], { '5,5': '0,0,255', '20,20': '255,255,255', '95,95': '0,255,0' }],
  images: [[
    ['image', 'dot', [0, 0, 40, 40], [0, 0, 20, 20]], ['fill', [50, 0, 50, 20], ['image', 'dot', [50, 0, 5, 5], 10, 10]], ['image', 'missing', [0, 60, 9, 9], [0, 60, 9, 9]],
  ], { '10,10': '0,0,255', '30,10': '255,255,255', '52,2': '0,0,255', '57,2': '255,255,255', '82,12': '0,0,255', '5,65': '255,255,255' }],
};

test('every kind of item is drawn where it belongs', { skip, timeout: 60_000 }, async t => {
  const folder = await temporaryFolder(t);
  await cp(new URL('../src', import.meta.url).pathname, join(folder, 'src'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!DOCTYPE html><title>painter</title>');
  const server = await serve(folder), browser = await startChromium(t, join(folder, 'data'));
  atEnd(t, () => server.close());
  await browser.open(server.url);
  for (const [name, [items, expected]] of Object.entries(cases)) {
    const found = await browser.run(async (items, places) => {
      const { paint } = await import('/src/painter.js'), canvas = document.createElement('canvas'), dot = document.createElement('canvas');
      canvas.width = canvas.height = 100;
      dot.width = dot.height = 1;
      dot.getContext('2d').fillStyle = '#00f';
      dot.getContext('2d').fillRect(0, 0, 1, 1);
      const context = canvas.getContext('2d');
      paint(context, { version: 1, width: 100, height: 100, scale: 1, canvas: '#ffffff', styles: [{ font: '400 30px monospace' }], items }, { images: source => (source === 'dot' ? dot : null) });
      return places.map(place => [...context.getImageData(...place.split(',').map(Number), 1, 1).data].slice(0, 3).join());
    }, items, Object.keys(expected));
    Object.keys(expected).forEach((place, index) => {
      const near = found[index].split(',').every((part, color) => Math.abs(part - expected[place].split(',')[color]) <= 6);
      assert.ok(near, `${name}: ${found[index]} at ${place}, wanted ${expected[place]}`);
    });
  }
  // Lists of a newer version, and many groups in each other, do no harm.
  await browser.run(async () => {
    const { paint } = await import('/src/painter.js'), canvas = document.createElement('canvas'), context = canvas.getContext('2d');
    paint(context, { version: 2 });
    paint(context, { version: 1, width: 300, height: 150, scale: 1, canvas: '#ffffff', styles: [], items: Array(5000).fill(['group', 0.5, 'normal', [], []]) });
  });
});
