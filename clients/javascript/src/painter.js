// Draws display lists (docs/reference/painting.md, “The file”) on a canvas.

/**
 * @typedef {{version: number, width: number, height: number, scale: number, canvas: string, styles: any[], items: any[][]}} DisplayList
 */

/**
 * Draws a list on a canvas from its top left corner on. The function refers to nothing outside of itself, so that its text can be
 * sent to a page that has no modules yet.
 *
 * UNIMPLEMENTED: filters in browsers without `filter` on canvases, and the axes and features of fonts that canvases cannot set.
 *
 * @param {any} target the 2D context of a canvas, on a page or off the screen
 * @param {DisplayList} list
 * @param {{scale?: number, images?: (source: string) => any, scroll?: [number, number]}} [options] `scale`: device pixels in a CSS px;
 *   `images`: what is drawn for an address as the page names it; nothing without; `scroll`: the place of the page, in CSS px, that is
 *   in the canvas's corner
 */
export function paint(target, list, options = {}) {
  const { scale = list.scale, images = () => null, scroll: [left, top] = [0, 0] } = options;
  /** @type {any} */
  let context = target;
  const { width: deviceWidth, height: deviceHeight } = target.canvas, begun = [], mostGroups = 16, mostReach = 512, joins = ['miter', 'round', 'bevel'];
  // `hidden`: how many begins are open of which nothing shows.
  let turned = 0, groups = 0, hidden = 0;
  if (list.version !== 1) return;

  /** Sets what all texts have in common. */
  const forTexts = to => {
    // `auto` kerns no spaces on canvases, other than on pages.
    to.fontKerning = 'normal';
    to.textAlign = 'left';
    return to;
  };
  const layer = (width = deviceWidth, height = deviceHeight) => {
    const Offscreen = globalThis['OffscreenCanvas'], canvas = Offscreen ? new Offscreen(width, height) : document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    return forTexts(/** @type {any} */ (canvas.getContext('2d')));
  };
  /** By layers: how far they reach beyond the target on each side, in device pixels. */
  const margins = new WeakMap(), marginOf = of => margins.get(of) ?? 0;
  /** A layer over the whole target, and beyond it. */
  const above = (margin = marginOf(context)) => {
    const made = layer(deviceWidth + 2 * margin, deviceHeight + 2 * margin);
    margins.set(made, margin);
    return made;
  };
  /** A layer in which places are those of another one. */
  const alike = (of, margin = marginOf(of)) => {
    const made = above(margin), { a, b, c, d, e, f } = of.getTransform(), moved = margin - marginOf(of);
    made.setTransform(a, b, c, d, e + moved, f + moved);
    return made;
  };
  /** Draws what follows on a canvas of its own. */
  const push = (reach = 0) => { context = alike(context, Math.min(mostReach, marginOf(context) + reach)); };
  /** Lays a layer over another one, pixel by pixel. */
  const lay = (below, above, operation = 'source-over', opacity = 1) => {
    const moved = marginOf(below) - marginOf(above);
    below.save();
    below.setTransform(1, 0, 0, 1, 0, 0);
    below.globalCompositeOperation = operation;
    below.globalAlpha = opacity;
    below.drawImage(above.canvas, moved, moved);
    below.restore();
  };
  const pixels = (of, change) => {
    const data = of.getImageData(0, 0, of.canvas.width, of.canvas.height);
    for (let at = 0; at < data.data.length; at += 4) change(data.data, at);
    of.putImageData(data, 0, 0);
  };
  const keepLuminance = of => pixels(of, (data, at) => { data[at + 3] *= (0.2125 * data[at] + 0.7154 * data[at + 1] + 0.0721 * data[at + 2]) / 255; });
  const operation = blend => ({ normal: 'source-over', 'plus-lighter': 'lighter' })[blend ?? 'normal'] ?? blend;

  // MARK: Areas

  const snap = value => Math.round(value * scale) / scale;
  /** A rectangle with its edges on device pixels, as browsers have them, where nothing turns or scales it. */
  const snapped = rect => {
    if (turned) {
      const { a, b, c, d, e, f } = context.getTransform();
      if (b || c || a <= 0 || d <= 0) return rect;
      // What is scaled has whole pixels before it is scaled: a line of a pixel at half its width is half as dark.
      if (Math.abs(a - scale) < 1e-6 && Math.abs(d - scale) < 1e-6) {
        const [x, y, right, bottom] = [a * rect[0] + e, d * rect[1] + f, a * (rect[0] + rect[2]) + e, d * (rect[1] + rect[3]) + f].map(Math.round);
        return [(x - e) / a, (y - f) / d, (right - x) / a, (bottom - y) / d, ...rect.slice(4)];
      }
    }
    const left = snap(rect[0]), top = snap(rect[1]);
    return [left, top, snap(rect[0] + rect[2]) - left, snap(rect[1] + rect[3]) - top, ...rect.slice(4)];
  };
  const addRounded = (path, rect) => {
    const [x, y, width, height, ...r] = rect;
    if (!r.length) return path.rect(x, y, width, height);
    // The browser's own corners are those of its boxes; other curves differ from them by a part of a pixel.
    if (path.roundRect) return path.roundRect(x, y, width, height, [0, 1, 2, 3].map(corner => ({ x: r[corner], y: r[corner + 4] })));
    const k = 1 - 0.552284749831, right = x + width, bottom = y + height;
    path.moveTo(x + r[0], y);
    path.lineTo(right - r[1], y);
    path.bezierCurveTo(right - r[1] * k, y, right, y + r[5] * k, right, y + r[5]);
    path.lineTo(right, bottom - r[6]);
    path.bezierCurveTo(right, bottom - r[6] * k, right - r[2] * k, bottom, right - r[2], bottom);
    path.lineTo(x + r[3], bottom);
    path.bezierCurveTo(x + r[3] * k, bottom, x, bottom - r[7] * k, x, bottom - r[7]);
    path.lineTo(x, y + r[4]);
    path.bezierCurveTo(x, y + r[4] * k, x + r[0] * k, y, x + r[0], y);
    path.closePath();
  };
  const boundsOf = text => {
    const numbers = (text.match(/-?[\d.]+/g) ?? []).map(Number), xs = numbers.filter((_, index) => index % 2 === 0), ys = numbers.filter((_, index) => index % 2);
    const least = values => values.reduce((one, other) => Math.min(one, other), Infinity), most = values => values.reduce((one, other) => Math.max(one, other), -Infinity);
    return [least(xs), least(ys), most(xs) - least(xs), most(ys) - least(ys)];
  };
  /** The path of a text; circles and ellipses are the browser's own, which curves differ from by a part of a pixel. */
  const pathOf = text => {
    const numbers = /^M[^A-Z]+(C[^A-Z]+){4}Z$/.test(text) ? text.match(/-?[\d.]+/g).map(Number) : [];
    const [right, y] = numbers, x = numbers[6], left = numbers[12], rx = (right - left) / 2, ry = numbers[7] - y;
    const isNear = (one, other) => Math.abs(one - other) < 0.002 * (rx + ry) + 0.002;
    const isEllipse = numbers.length === 26 && rx > 0 && ry > 0 && isNear(x, (left + right) / 2) && isNear(numbers[13], y) && isNear(numbers[18], x)
      && isNear(numbers[19], y - ry) && isNear(numbers[2], right) && isNear(numbers[3], y + 0.5523 * ry) && isNear(numbers[4], x + 0.5523 * rx);
    if (!isEllipse) return new Path2D(text);
    const path = new Path2D();
    path.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI);
    path.closePath();
    return path;
  };
  /** An area as a path, how it is filled, and the rectangle around it. */
  const area = shape => {
    if (typeof shape === 'string') return { path: pathOf(shape), rule: 'nonzero', bounds: boundsOf(shape) };
    if (shape[0] === 'evenodd') return { path: new Path2D(shape[1]), rule: 'evenodd', bounds: boundsOf(shape[1]) };
    const path = new Path2D();
    if (typeof shape[0] === 'number') {
      const rect = snapped(shape);
      addRounded(path, rect);
      return { path, rule: 'nonzero', bounds: rect };
    }
    const [outer, inner] = shape, edge = snapped(outer);
    addRounded(path, edge);
    // Widths of borders are whole device pixels already.
    const hole = [
      edge[0] + inner[0] - outer[0], edge[1] + inner[1] - outer[1], edge[2] - outer[2] + inner[2], edge[3] - outer[3] + inner[3], ...inner.slice(4),
    ];
    if (hole[2] > 0 && hole[3] > 0) addRounded(path, hole);
    return { path, rule: 'evenodd', bounds: edge };
  };

  // MARK: Paints

  const parts = color => [1, 3, 5, 7].map(at => (at < color.length ? parseInt(color.slice(at, at + 2), 16) : 255));
  const mixed = (from, to, part) => {
    const one = parts(from), other = parts(to), alpha = one[3] + (other[3] - one[3]) * part;
    const mix = index => (alpha ? (one[index] * one[3] * (1 - part) + other[index] * other[3] * part) / alpha : 0);
    return `rgba(${mix(0)},${mix(1)},${mix(2)},${alpha / 255})`;
  };
  /** A gradient's stops as pairs, repeated over a part of its line. */
  const stopsOf = (flat, repeats, from, to) => {
    const stops = [];
    for (let at = 0; at + 1 < flat.length; at += 2) stops.push([flat[at], flat[at + 1]]);
    const first = stops[0][0], length = stops[stops.length - 1][0] - first;
    if (!repeats || !(length > 0)) return stops;
    // So many rounds look like one color.
    if (to - from > 1000 * length) {
      const mean = stops.slice(1).reduce((mean, [offset, color], index) => hex(mixed(mean, hex(mixed(stops[index][1], color, 0.5)), (offset - stops[index][0]) / ((offset - first) || 1))), stops[0][1]);
      return [[0, mean], [1, mean]];
    }
    const all = [], begin = Math.max(Math.floor((from - first) / length), -500), end = Math.min(Math.ceil((to - first) / length), 500);
    for (let turn = begin; turn < end; turn++) {
      const isBack = repeats === 2 && turn % 2 !== 0;
      for (const [offset, color] of isBack ? [...stops].reverse() : stops) {
        all.push([first + turn * length + (isBack ? length - (offset - first) : offset - first), color]);
      }
    }
    return all.length ? all : stops;
  };
  /** Adds stops to a canvas's gradient, whose colours are not premultiplied as those of CSS are. */
  const addStops = (gradient, stops, from, to) => {
    const place = offset => Math.min(1, Math.max(0, (offset - from) / (to - from || 1)));
    stops.forEach(([offset, color], index) => {
      const before = stops[index - 1];
      if (before && parts(before[1])[3] !== parts(color)[3]) {
        for (let step = 1; step < 16; step++) gradient.addColorStop(place(before[0] + (offset - before[0]) * step / 16), mixed(before[1], color, step / 16));
      }
      gradient.addColorStop(place(offset), color);
    });
    return gradient;
  };
  /** What a gradient fills with, and the matrix in which its places are. */
  const gradientStyle = ([kind, geometry, flat, repeats, , matrix], bounds) => {
    const [x, y, right, bottom] = geometry, own = matrix || [1, 0, 0, 1, 0, 0], inverse = new DOMMatrix(own).inverse();
    const corners = [[0, 0], [1, 0], [0, 1], [1, 1]]
      .map(([dx, dy]) => inverse.transformPoint(new DOMPoint(bounds[0] + dx * bounds[2], bounds[1] + dy * bounds[3])));
    if (kind === 'linear') {
      const dx = right - x, dy = bottom - y, places = corners.map(point => ((point.x - x) * dx + (point.y - y) * dy) / (dx * dx + dy * dy || 1));
      const stops = stopsOf(flat, repeats, Math.min(...places), Math.max(...places));
      // Canvases draw nothing of gradients without a length.
      const from = Math.min(stops[0][0], 0), to = Math.max(stops[stops.length - 1][0], 1);
      return { style: addStops(context.createLinearGradient(x + dx * from, y + dy * from, x + dx * to, y + dy * to), stops, from, to), matrix: own };
    }
    if (kind === 'radial') {
      // The innermost circle, in radii from the centre.
      const [focusX, focusY] = [(geometry[4] ?? 0) / (right || 1e-6), (geometry[5] ?? 0) / (bottom || 1e-6)];
      const reach = Math.max(...corners.map(point => Math.hypot((point.x - x) / (right || 1e-6), (point.y - y) / (bottom || 1e-6))));
      const stops = stopsOf(flat, repeats, 0, reach), to = Math.max(stops[stops.length - 1][0], 1e-6);
      const cut = stops.filter(stop => stop[0] >= 0), before = stops[stops.length - cut.length - 1];
      if (before && cut.length) cut.unshift([0, mixed(before[1], cut[0][1], -before[0] / (cut[0][0] - before[0] || 1))].map((part, index) => (index ? hex(part) : part)));
      const ellipse = new DOMMatrix(own).translate(x, y).scale(right || 1e-6, bottom || 1e-6);
      return { style: addStops(context.createRadialGradient(focusX, focusY, 0, focusX * (1 - to), focusY * (1 - to), to), cut.length ? cut : stops, 0, to), matrix: [ellipse.a, ellipse.b, ellipse.c, ellipse.d, ellipse.e, ellipse.f] };
    }
    return { style: addStops(context.createConicGradient((right - 90) * Math.PI / 180, x, y), stopsOf(flat, repeats, 0, 1), 0, 1), matrix: own };
  };
  const hex = color => '#' + (color.match(/[\d.]+/g) ?? []).map((part, index) => Math.round(index === 3 ? part * 255 : Number(part)).toString(16).padStart(2, '0')).join('');

  /** Calls for the place of each tile that touches an area. */
  const forEachTile = ([x, y, width, height], stepX, stepY, bounds, body) => {
    const range = (start, size, step, from, to) => (step > 0 ? [Math.ceil((from - start - size) / step), Math.floor((to - start) / step)] : [0, 0]);
    const [left, right] = range(x, width, stepX, bounds[0], bounds[0] + bounds[2]), [top, bottom] = range(y, height, stepY, bounds[1], bounds[1] + bounds[3]);
    if ((right - left + 1) * (bottom - top + 1) > 20_000) return;
    for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) body(x + column * stepX, y + row * stepY);
  };
  const smoothen = isSmooth => Object.assign(context, { imageSmoothingEnabled: isSmooth, imageSmoothingQuality: 'medium' });
  /** The pixels of an image; 0 for drawings, which have none. */
  const sizeOf = (image, source) => (/^data:image\/svg|\.svg([?#]|$)/i.test(source) ? [0, 0] : [image.naturalWidth ?? image.width ?? 0, image.naturalHeight ?? image.height ?? 0]);
  /** Draws an image into a rectangle of which a part shows, to the edges of `bounds`: pixels that do not show are not mixed into those that do. */
  const drawPart = (image, source, [x, y, w, h], shown, bounds) => {
    const left = Math.max(x, shown[0]), top = Math.max(y, shown[1]), right = Math.min(x + w, shown[0] + shown[2]), bottom = Math.min(y + h, shown[1] + shown[3]);
    const [width, height] = sizeOf(image, source);
    if (!width || !(right > left && bottom > top) || left === x && top === y && right === x + w && bottom === y + h) return context.drawImage(image, x, y, w, h);
    const part = [(left - x) / w * width, (top - y) / h * height, (right - left) / w * width, (bottom - top) / h * height], whole = part.map(Math.round);
    if (part.some((value, index) => Math.abs(value - whole[index]) > 1e-3) || whole[2] * whole[3] > 1 << 20) return context.drawImage(image, x, y, w, h);
    // Canvases mix in what is beside a part of an image, unless the part is an image of its own.
    const own = layer(whole[2], whole[3]);
    own.drawImage(image, ...whole, 0, 0, whole[2], whole[3]);
    context.drawImage(own.canvas, ...(left === shown[0] ? [bounds[0], bounds[1], bounds[2], bounds[3]] : [left, top, right - left, bottom - top]));
  };
  /** Fills an area that is clipped to already. */
  const fillWith = (what, bounds) => {
    if (what[0] === 'image') {
      const [, source, rect, stepX, stepY, isPixelated] = what, image = images(source);
      if (!image) return;
      smoothen(!isPixelated);
      const tile = stepX || stepY ? rect : snapped(rect), [width, height] = sizeOf(image, source);
      const isClose = (step, side) => Math.abs(step - side) < 1e-3, [x, y, w, h] = tile;
      const isOne = x <= bounds[0] && y <= bounds[1] && x + w >= bounds[0] + bounds[2] && y + h >= bounds[1] + bounds[3];
      if (width && !isOne && (stepX || stepY) && (!stepX || isClose(stepX, w)) && (!stepY || isClose(stepY, h))) {
        // Tiles without room between them are mixed at their edges.
        context.fillStyle = context.createPattern(image, 'repeat');
        context.fillStyle.setTransform(new DOMMatrix([w / width, 0, 0, h / height, x, y]));
        return context.fillRect(stepX ? bounds[0] : x, stepY ? bounds[1] : y, stepX ? bounds[2] : w, stepY ? bounds[3] : h);
      }
      forEachTile(tile, stepX, stepY, bounds, (x, y) => context.drawImage(image, x, y, w, h));
      return;
    }
    const tile = what[4];
    if (tile) {
      const one = [...what];
      one[4] = 0;
      const [stepX, stepY] = [tile[4], tile[5]], columns = Math.max(1, Math.round(stepX * scale)), rows = Math.max(1, Math.round(stepY * scale));
      if (stepX > 0 && stepY > 0 && columns * rows <= 1 << 22 && bounds[2] / stepX * (bounds[3] / stepY) > 10_000) {
        // Tiles without number are a pattern of one.
        const outer = context, own = layer(columns, rows), [sx, sy] = [columns / stepX, rows / stepY];
        context = own;
        own.setTransform(sx, 0, 0, sy, -tile[0] * sx, -tile[1] * sy);
        fillWith(one, tile);
        context = outer;
        context.fillStyle = context.createPattern(own.canvas, 'repeat');
        context.fillStyle.setTransform(new DOMMatrix([1 / sx, 0, 0, 1 / sy, tile[0], tile[1]]));
        return context.fillRect(bounds[0], bounds[1], bounds[2], bounds[3]);
      }
      forEachTile(tile, tile[4], tile[5], bounds, (x, y) => {
        context.save();
        context.translate(x - tile[0], y - tile[1]);
        context.beginPath();
        context.rect(tile[0], tile[1], tile[2], tile[3]);
        context.clip();
        fillWith(one, tile);
        context.restore();
      });
      return;
    }
    const { style, matrix } = gradientStyle(what, bounds), inverse = new DOMMatrix(matrix).inverse();
    const corners = [[0, 0], [1, 0], [0, 1], [1, 1]]
      .map(([dx, dy]) => inverse.transformPoint(new DOMPoint(bounds[0] + dx * bounds[2], bounds[1] + dy * bounds[3])));
    const xs = corners.map(point => point.x), ys = corners.map(point => point.y), left = Math.min(...xs), top = Math.min(...ys);
    context.transform(...matrix);
    context.fillStyle = style;
    context.fillRect(left, top, Math.max(...xs) - left, Math.max(...ys) - top);
  };
  const fill = (shape, what, blend) => {
    const { path, rule, bounds } = area(shape);
    context.save();
    context.globalCompositeOperation = operation(blend);
    const { b, c } = context.getTransform();
    if (typeof what === 'string') {
      context.fillStyle = what;
      context.fill(path, rule);
    } else if ((b || c) && what[0] !== 'image' && !what[4]) {
      // Clips have other pixels at edges that are turned than areas.
      const { style, matrix } = gradientStyle(what, bounds), own = new Path2D();
      own.addPath(path, new DOMMatrix(matrix).inverse());
      context.transform(...matrix);
      context.fillStyle = style;
      context.fill(own, rule);
    } else {
      context.clip(path, rule);
      fillWith(what, bounds);
    }
    context.restore();
  };
  /** What lines and glyphs are drawn with. */
  const inkOf = (what, bounds) => (typeof what === 'string' ? what : what[0] === 'image' ? 'transparent' : gradientStyle(what, bounds).style);

  // MARK: Shadows

  /** Draws only the shadow of something inside of `bounds`: it is drawn out of sight, and its shadow falls into sight. */
  const onlyShadow = (color, blur, bounds, draw) => {
    const { a, b, c, d, e, f } = context.getTransform(), away = Math.ceil((bounds[2] + Math.abs(bounds[0])) * (Math.abs(a) + Math.abs(c)) + Math.abs(e)) + deviceWidth + 1000;
    context.shadowColor = color;
    context.shadowBlur = blur * Math.sqrt(Math.abs(a * d - b * c));
    context.shadowOffsetX = away;
    context.setTransform(a, b, c, d, e - away, f);
    context.fillStyle = context.strokeStyle = '#000';
    draw();
  };
  const emoji = /\p{Emoji_Presentation}|\uFE0F/u;
  const grown = ([x, y, width, height], by) => [x - by, y - by, width + 2 * by, height + 2 * by];
  const shadow = ([, box, edge, blur, color, isInset]) => {
    const own = area(box), cast = area(edge), shown = cast.bounds, reach = blur * 2 + 2;
    const frame = grown(own.bounds, reach + Math.max(0, -shown[2], -shown[3])), around = new Path2D();
    context.save();
    if (isInset) {
      context.clip(own.path, own.rule);
      around.rect(frame[0], frame[1], frame[2], frame[3]);
      if (shown[2] > 0 && shown[3] > 0) around.addPath(cast.path);
    } else {
      const left = Math.min(frame[0], shown[0] - reach), top = Math.min(frame[1], shown[1] - reach);
      around.rect(left, top, Math.max(frame[0] + frame[2], shown[0] + shown[2] + reach) - left, Math.max(frame[1] + frame[3], shown[1] + shown[3] + reach) - top);
      around.addPath(own.path);
      context.clip(around, 'evenodd');
    }
    const draw = () => (isInset ? context.fill(around, 'evenodd') : context.fill(cast.path));
    if (blur > 0) {
      onlyShadow(color, blur, isInset ? frame : shown, draw);
    } else {
      context.fillStyle = color;
      draw();
    }
    context.restore();
  };

  // MARK: Texts

  const setFont = (to, style, isRightToLeft) => {
    const { font, lang = '', letterSpacing, wordSpacing, kerning, caps, stretch } = style;
    if (to.canvas.setAttribute && to.canvas.lang !== lang) to.canvas.lang = lang;
    if (lang && 'lang' in to) to.lang = lang;
    // At the size on the screen, so that advances are those of the page. Each setting costs a look for the font.
    to.font = font.replace(/([\d.]+)px/, (_, size) => `${size * scale}px`);
    if (letterSpacing) to.letterSpacing = `${letterSpacing * scale}px`;
    if (wordSpacing) to.wordSpacing = `${wordSpacing * scale}px`;
    if (kerning) to.fontKerning = kerning;
    if (caps) to.fontVariantCaps = caps;
    if (stretch) to.fontStretch = stretch < 94 ? 'condensed' : stretch > 106 ? 'expanded' : 'normal';
    if (isRightToLeft) to.direction = 'rtl';
  };
  /** Draws a run as wide as it was measured, whatever font there is. */
  const drawText = (to, [text, x, baseline, width, style, what, isRightToLeft = 0, size = 1, stroke = 0], ink) => {
    to.save();
    setFont(to, list.styles[style], isRightToLeft);
    const wanted = width / size, unit = size / scale, spaces = text.match(/[ \u00a0]/g)?.length ?? 0;
    let found = to.measureText(text).width / scale;
    // What a justified line is wider, its spaces are.
    if (spaces && found > 0 && wanted - found > 0.5 && wanted < found * 8 && 'wordSpacing' in to) {
      to.wordSpacing = `${(parseFloat(to.wordSpacing) || 0) + (wanted - found) / spaces * scale}px`;
      found = wanted;
    }
    const isOther = found > 0 && wanted > 0 && Math.abs(found - wanted) > Math.max(0.5, found * 0.001) && !/^\s|\s$/.test(text);
    to.translate(x, turned ? baseline : snap(baseline));
    to.scale(unit * (isOther ? wanted / found : 1), unit);
    const height = parseFloat(/([\d.]+)px/.exec(list.styles[style].font)?.[1] ?? '16') * scale;
    // Gradients have their places on the page.
    to.fillStyle = ink ?? (typeof what === 'string' ? what : inkOf(placed(what, x, baseline, unit), [0, -height, wanted * scale, height * 1.5]));
    const [thickness = 0, color, isBelow, join = 0] = stroke || [], outline = () => {
      if (!stroke || ink) return;
      Object.assign(to, { lineWidth: thickness / unit, lineJoin: joins[join], miterLimit: 4, strokeStyle: color });
      to.strokeText(text, 0, 0);
    };
    if (isBelow) outline();
    to.fillText(text, 0, 0);
    if (!isBelow) outline();
    to.restore();
  };
  /** A gradient in the units of a text. */
  const placed = ([kind, geometry, ...rest], x, y, unit) => {
    if (kind === 'image') return [kind, geometry, ...rest];
    const places = kind === 'linear' ? 4 : 2;
    return [kind, geometry.map((value, index) => (index < places ? (value - (index % 2 ? y : x)) / unit : kind === 'radial' ? value / unit : value)), ...rest];
  };

  /** Where a line at a text is interrupted, since glyphs cross it. */
  const gapsOf = (run, top, height, thickness) => {
    const whole = Math.ceil(run[3] * scale) + 2, rows = Math.max(1, Math.ceil(height * scale));
    if (whole > 8192 || rows > 256) return [];
    // Glyphs cross a line between pixels.
    const fine = whole > 2048 ? 1 : 4, width = whole * fine, across = scale * fine, own = layer(width, rows), gaps = [];
    own.setTransform(across, 0, 0, scale, -run[1] * across, -top * scale);
    drawText(own, run, '#000');
    const { data } = own.getImageData(0, 0, width, rows);
    for (let column = 0; column < width; column++) {
      let hasInk = false;
      for (let row = 0; row < rows && !hasInk; row++) hasInk = data[4 * (row * width + column) + 3] > 64;
      if (!hasInk) continue;
      const from = run[1] + column / across - thickness, to = run[1] + (column + 1) / across + thickness, last = gaps[gaps.length - 1];
      if (last && from <= last[1]) last[1] = to; else gaps.push([from, to]);
    }
    return gaps;
  };
  const line = ([, rect, style, color, avoided, fitted]) => {
    const unit = turned ? 1 : scale, thickness = Math.max(1, Math.round(rect[3] * unit)) / unit, right = rect[0] + rect[2];
    const top = turned ? rect[1] : Math.floor(rect[1] * unit + 0.5) / unit, run = list.items[avoided];
    const gaps = run?.[0] === 'text' || run?.[0] === 'textShadow' ? gapsOf(run.slice(run[0] === 'text' ? 1 : 2), ...(style === 4 ? [rect[1] + rect[3] * 0.13, rect[3] * 2.74] : [top, thickness * (style === 1 ? 3 : 1)]), thickness) : [], pieces = [];
    let from = rect[0];
    for (const gap of gaps) {
      if (gap[0] > from) pieces.push([from, Math.min(gap[0], right)]);
      from = Math.max(from, gap[1]);
    }
    if (from < right) pieces.push([from, right]);
    context.save();
    context.fillStyle = context.strokeStyle = color;
    context.lineWidth = thickness;
    for (const [left, end] of pieces) {
      context.beginPath();
      if (style < 2) {
        context.fillRect(left, top, end - left, thickness);
        if (style === 1) context.fillRect(left, top + thickness + 1 / unit, end - left, thickness);
      } else if (style < 4) {
        const dashes = fitted ?? (style === 2 ? [0, thickness * 2] : [thickness * 2, thickness]), isRound = dashes[0] === 0, inset = isRound ? thickness / 2 : 0;
        // They are fitted to whole device pixels, and as thick as the line asks for.
        const whole = value => (turned ? value : Math.floor(value * unit + 0.001) / unit), isOdd = Math.round(thickness * unit) % 2;
        const middle = turned ? rect[1] + rect[3] / 2 : (Math.floor(rect[1] * unit + Math.max(rect[3] * unit / 2, 0.5)) + isOdd / 2) / unit;
        context.lineWidth = Math.max(1 / unit, rect[3]);
        context.lineCap = isRound ? 'round' : 'butt';
        context.setLineDash(dashes);
        // They are fitted to the whole line, also where it is interrupted.
        context.rect(left, middle - rect[3], end - left, rect[3] * 2);
        context.save();
        context.clip();
        context.beginPath();
        context.moveTo(whole(rect[0]) + inset, middle);
        context.lineTo(whole(right) - inset, middle);
        context.stroke();
        context.restore();
      } else {
        // Chromium's wave, in device pixels: control points 3 thicknesses from the middle, 2 thicknesses along the line.
        const width = rect[3] * unit, step = (Math.round(2 * width + 0.5) + 0.5) / unit, reach = (Math.round(3 * width + 0.5) + 0.5) / unit;
        const wanted = rect[1] + rect[3] * 1.5 + 0.5 / unit, middle = turned ? wanted : (Math.floor(wanted * unit) + 0.5) / unit;
        context.save();
        context.rect(left, middle - reach, end - left, reach * 2);
        context.clip();
        context.beginPath();
        context.lineWidth = rect[3];
        context.moveTo(rect[0] - 2 * step, middle);
        for (let x = rect[0] - 2 * step, count = 0; x < end && count < 1e5; x += 2 * step, count++) context.bezierCurveTo(x + step, middle + reach, x + step, middle - reach, x + 2 * step, middle);
        context.stroke();
        context.restore();
      }
    }
    context.restore();
  };

  /** Draws marks at the characters of a text, beside the em box of its font. */
  const marks = ([, mark, markStyle, isUnder, text, x, baseline, width, style, what, isRightToLeft = 0, size = 1]) => {
    const sizeOf = number => parseFloat(/([\d.]+)px/.exec(list.styles[number].font)?.[1] ?? '16') * size;
    const measure = (words, number) => {
      context.save();
      setFont(context, list.styles[number], 0);
      const found = context.measureText(words);
      context.restore();
      return found;
    };
    const whole = measure(text, style), own = measure(mark, markStyle), unit = size / scale, height = sizeOf(style);
    const sum = whole.fontBoundingBoxAscent + whole.fontBoundingBoxDescent || 1, stretch = whole.width > 0 ? width / (whole.width * unit) : 1;
    const offset = isUnder
      ? height * whole.fontBoundingBoxDescent / sum + own.fontBoundingBoxAscent * unit : -height * whole.fontBoundingBoxAscent / sum - own.fontBoundingBoxDescent * unit;
    // Whole device pixels beside the baseline, which is on one.
    const at = turned ? baseline + offset : snap(baseline) + Math.trunc(offset * scale) / scale;
    const middle = (own.actualBoundingBoxRight - own.actualBoundingBoxLeft) / 2 * unit;
    let before = '';
    for (const character of text) {
      const from = measure(before, style).width, to = measure(before + character, style).width;
      before += character;
      // Not spaces, controls, marks that combine, and most punctuation.
      if (/[\p{Z}\p{Cc}\p{Cf}\p{Cn}\p{M}]/u.test(character) || /\p{P}/u.test(character) && !'#%\u2030\u2031\u066a\u0609\u060a&\u204a@\u00a7\u00b6\ufe5f\ufe60\ufe6a\ufe6b\uff03\uff05\uff06\uff20'.includes(character)) continue;
      const place = (from + to) / 2 * unit * stretch;
      drawText(context, [mark, x + (isRightToLeft ? width - place : place) - middle, at, own.width * unit, markStyle, what, 0, size]);
    }
  };

  // MARK: Groups

  const filtered = (of, [name, ...values]) => {
    if (name === 'linear' || name === 'srgb') {
      const light = value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      const encoded = value => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
      const table = Array.from({ length: 256 }, (_, byte) => Math.round((name === 'linear' ? light : encoded)(byte / 255) * 255));
      pixels(of, (data, at) => { for (let part = at; part < at + 3; part++) data[part] = table[data[part]]; });
      return of;
    }
    if (name === 'matrix') {
      pixels(of, (data, at) => {
        const color = [data[at] / 255, data[at + 1] / 255, data[at + 2] / 255, data[at + 3] / 255, 1];
        for (let row = 0; row < 4; row++) data[at + row] = 255 * color.reduce((sum, part, column) => sum + part * values[row * 5 + column], 0);
      });
      return of;
    }
    const result = above(marginOf(of)), [first, second, deviation, color] = values;
    result.filter = name === 'blur' ? `blur(${first * scale}px)` : `drop-shadow(${first * scale}px ${second * scale}px ${deviation * scale}px ${color})`;
    result.drawImage(of.canvas, 0, 0);
    return result;
  };
  /** Puts mirror images of an area around it: what is outside has no part in what filters make of the inside. */
  const mirror = (to, from, [x, y, width, height]) => {
    const { a, b, c, d, e, f } = context.getTransform();
    if (b || c || a <= 0 || d <= 0) return;
    const [left, top] = [Math.max(0, Math.round(a * x + e)), Math.max(0, Math.round(d * y + f))];
    const [right, bottom] = [Math.min(from.width, Math.round(a * (x + width) + e)), Math.min(from.height, Math.round(d * (y + height) + f))];
    const [w, h] = [right - left, bottom - top];
    if (w <= 0 || h <= 0) return;
    for (const [column, row] of [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]]) {
      to.save();
      to.setTransform(column ? -1 : 1, 0, 0, row ? -1 : 1, column ? (column < 0 ? 2 * left : 2 * right) : 0, row ? (row < 0 ? 2 * top : 2 * bottom) : 0);
      to.globalCompositeOperation = 'copy';
      to.beginPath();
      to.rect(left, top, w, h);
      to.clip();
      to.drawImage(from, left, top, w, h, left, top, w, h);
      to.restore();
    }
  };
  /** How far filters spread what is in a group, in device pixels: what is beyond the target has a part in what is at its edges. */
  const reachOf = filters => Math.ceil(filters.reduce((reach, [name, first, second, deviation]) => reach
    + (name === 'blur' ? first * 3 : name === 'shadow' ? Math.max(Math.abs(first), Math.abs(second)) + deviation * 3 : 0) * scale, 0));
  const endGroup = ({ below, effect: [, opacity, blend, filters, mask] }) => {
    let own = context;
    for (const filter of filters) own = filtered(own, filter);
    if (mask.length) {
      // The first layer is on top; the lowest one joins nothing.
      const whole = above();
      [...mask].reverse().forEach(([shape, what, isLuminance, composite], index) => {
        context = alike(below, marginOf(own));
        fill(shape, what);
        if (isLuminance) keepLuminance(context);
        lay(whole, context, index ? ({ subtract: 'source-out', intersect: 'source-in', exclude: 'xor' })[composite] : undefined);
      });
      lay(own, whole, 'destination-in');
    }
    context = below;
    lay(below, own, operation(blend), opacity);
  };
  const end = () => {
    const last = begun.pop();
    if (!last) return;
    if (last.isTurned) turned--;
    if (last.isSaved) context.restore();
    if (!last.below) return;
    groups--;
    if (last.effect) return endGroup(last);
    if (last.mask) lay(context, last.mask, 'destination-in');
    const own = context;
    context = last.below;
    if (last.mask) lay(context, own);
  };

  // MARK: Items

  /** Whether a group holds one thing that can be drawn with its opacity at once, without a layer. */
  const isPlain = ([, , blend, filters, mask], index) => blend === 'normal' && !filters.length && !mask.length && list.items[index + 2]?.[0] === 'end'
    && ['fill', 'stroke', 'text', 'image'].includes(list.items[index + 1][0]) && !list.items[index + 1][9] && !(list.items[index + 1][0] === 'fill' && list.items[index + 1][3])
    && !(list.items[index + 1][0] === 'stroke' && typeof list.items[index + 1][2] !== 'string');
  const begins = ['clip', 'transform', 'group', 'textClip', 'mask', 'fixed'];
  /** Whether nothing of what an item begins can show: layers and texts of it would take time for nothing. */
  const showsNothing = item => {
    if (item[0] === 'group') return !(item[1] > 0);
    if (item[0] !== 'clip') return false;
    const { bounds: [x, y, width, height] } = area(item[1]), matrix = context.getTransform();
    if (!(width > 0 && height > 0)) return true;
    const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(corner => matrix.transformPoint(new DOMPoint(...corner)));
    const isOut = (values, most) => Math.max(...values) <= 0 || Math.min(...values) >= most;
    return isOut(corners.map(point => point.x), context.canvas.width) || isOut(corners.map(point => point.y), context.canvas.height);
  };
  const draw = (item, index) => {
    const isBegin = begins.includes(item[0]);
    if (hidden || isBegin && showsNothing(item)) {
      hidden += isBegin ? 1 : item[0] === 'end' ? -1 : 0;
      return undefined;
    }
    switch (item[0]) {
      case 'fill': return fill(item[1], item[2], item[3]);
      case 'stroke': {
        const [, path, what, width, cap, join, miterLimit, dashes, dashOffset] = item;
        if (!(width > 0)) return undefined;
        const below = context, isPlain = typeof what === 'string';
        let filled;
        if (!isPlain) {
          // The gradient's own coordinates would turn and scale the line: it fills a layer that the line is cut out of.
          push();
          filled = context;
          fillWith(what, grown(boundsOf(path), width * Math.max(1, miterLimit)));
          context = below;
          push();
        }
        context.save();
        Object.assign(context, {
          strokeStyle: isPlain ? what : '#000', lineWidth: width, lineCap: ['butt', 'round', 'square'][cap], lineJoin: joins[join],
          miterLimit, lineDashOffset: dashOffset,
        });
        context.setLineDash(dashes);
        context.stroke(pathOf(path));
        context.restore();
        if (isPlain) return undefined;
        lay(filled, context, 'destination-in');
        context = below;
        return lay(below, filled);
      }
      case 'shadow': return shadow(item);
      case 'text': return drawText(context, item.slice(1));
      case 'textShadow': {
        const [, deviation, ...run] = item;
        context.save();
        // Emoji have colors of their own, but their shadows have only their outlines.
        if (deviation > 0 || emoji.test(run[0])) onlyShadow(run[5], 2 * deviation, [run[1], run[2], run[3], 0], () => drawText(context, run, '#000')); else drawText(context, run, run[5]);
        return context.restore();
      }
      case 'line': return line(item);
      case 'marks': return marks(item);
      case 'backdrop': {
        const { path, rule, bounds } = area(item[1]);
        let own = above();
        own.drawImage(context.canvas, 0, 0);
        mirror(own, context.canvas, bounds);
        for (const filter of item[2]) own = filtered(own, filter);
        context.save();
        context.clip(path, rule);
        lay(context, own);
        return context.restore();
      }
      case 'image': {
        const [, source, destination, shown, isPixelated] = item, image = images(source);
        if (!image || !(destination[2] > 0 && destination[3] > 0)) return undefined;
        const isWhole = String(destination) === String(shown.slice(0, 4)), to = isWhole ? snapped(destination) : destination, { path, rule, bounds } = area(shown);
        context.save();
        context.clip(path, rule);
        smoothen(!isPixelated);
        drawPart(image, source, to, isWhole ? bounds : shown, bounds);
        return context.restore();
      }
      case 'clip': {
        const { path, rule } = area(item[1]);
        context.save();
        context.clip(path, rule);
        return begun.push({ isSaved: true });
      }
      case 'transform':
        context.save();
        context.transform(...item.slice(1));
        turned++;
        return begun.push({ isSaved: true, isTurned: true });
      case 'group': case 'textClip': case 'mask':
        if (item[0] === 'group' && isPlain(item, index)) {
          context.save();
          context.globalAlpha *= item[1];
          return begun.push({ isSaved: true });
        }
        // Each takes the memory of a picture.
        if (groups >= mostGroups) return begun.push({});
        groups++;
        begun.push({ below: context, effect: item[0] === 'group' ? item : null, isLuminance: item[0] === 'mask' && item[1] === 1 });
        return push(item[0] === 'group' ? reachOf(item[3]) : 0);
      case 'paint': {
        const last = begun[begun.length - 1];
        if (!last?.below || last.effect || last.mask) return undefined;
        if (last.isLuminance) keepLuminance(context);
        last.mask = context;
        context = last.below;
        return push();
      }
      case 'fixed':
        context.save();
        context.translate(left, top);
        return begun.push({ isSaved: true });
      case 'end': return end();
      default: return undefined;
    }
  };
  target.save();
  forTexts(target);
  target.setTransform(scale, 0, 0, scale, 0, 0);
  target.fillStyle = list.canvas;
  target.fillRect(0, 0, list.width, list.height);
  target.translate(-left, -top);
  list.items.forEach(draw);
  while (begun.length) end();
  target.restore();
}
