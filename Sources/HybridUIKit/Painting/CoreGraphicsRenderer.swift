#if canImport(CoreGraphics) && canImport(CoreText)
  import CSSValues
  import CoreGraphics
  import PageFormat
  import Painting

  /// Draws display lists with CoreGraphics, texts with CoreText.
  ///
  /// One renderer draws one list into a context whose user space is in CSS px of the page, downwards, as UIKit's are.
  ///
  /// UNIMPLEMENTED: backdrop filters (`backdrop-filter`), which need the pixels below; groups deeper than 16 and blurs beyond
  /// 4,096 device pixels are drawn without their effect or at a lower resolution.
  public final class CoreGraphicsRenderer {
    let list: DisplayList
    let fonts: CoreTextFonts
    let images: (String) -> CGImage?
    /// Device pixels per CSS px.
    let scale: Double
    var context: CGContext

    /// What was begun and ends with `DisplayItem.end`.
    private enum Begun {
      /// A saved state of the context.
      case state
      case transform
      /// A transparency layer.
      case layer
      /// A group on pixels of its own.
      case pixels(PixelLayer, below: CGContext, GroupEffect)
      /// A mask or glyphs that are being drawn, for what comes after.
      case mask(PixelLayer, below: CGContext, isLuminance: Bool)
      case nothing
    }
    private var begun: [Begun] = []
    /// How many groups are inside of each other, each of which takes the memory of a picture.
    private var groupDepth = 0
    /// How many transforms around turn or scale, so that edges may be anywhere.
    private var turnedDepth = 0

    /// A renderer of a list.
    ///
    /// - Parameters:
    ///   - list: what is drawn.
    ///   - context: where.
    ///   - scale: device pixels per CSS px.
    ///   - fonts: the fonts of the release and of the system.
    ///   - images: decoded images by their addresses.
    public init(
      _ list: DisplayList, context: CGContext, scale: Double, fonts: CoreTextFonts,
      images: @escaping (String) -> CGImage?
    ) {
      self.list = list
      self.context = context
      self.scale = scale
      self.fonts = fonts
      self.images = images
    }

    /// Draws the items that touch an area, in CSS px of the page.
    public func draw(_ area: LayoutRect) {
      if !list.canvasColor.isTransparent {
        set(list.canvasColor)
        context.fill([area.rect])
      }
      for (index, item) in list.items.enumerated() {
        let bounds = list.bounds[index]
        // Under a transform bounds say nothing of the place on the screen.
        if turnedDepth == 0, bounds.width > 0 || bounds.height > 0, !bounds.rect.intersects(area.rect) { continue }
        draw(item)
      }
      while !begun.isEmpty { end() }
    }

    private func draw(_ item: DisplayItem) {
      switch item {
      case .fill(let shape, let paint, let blend): fill(shape, paint, blend)
      case .stroke(let path, let paint, let style): stroke(path, paint, style)
      case .shadow(let shadow): draw(shadow)
      case .text(let run): draw(run)
      case .textShadow(let run, let deviation): drawShadow(run, deviation)
      case .decoration(let line): draw(line)
      case .emphasis(let marks): draw(marks)
      case .image(let source, let destination, let clip, let isPixelated):
        draw(image: source, destination, clip, isPixelated)
      case .backdrop: break
      case .beginClip(let shape):
        context.saveGState()
        begun.append(.state)
        clip(to: snapped(shape))
      case .beginTransform(let matrix):
        context.saveGState()
        begun.append(.transform)
        turnedDepth += 1
        if matrix.isUsable { context.concatenate(matrix.transform) } else { context.clip(to: CGRect.zero) }
      case .beginGroup(let effect): begin(effect)
      case .beginFixed: begun.append(.nothing)
      case .beginTextClip: beginMask(isLuminance: false)
      case .beginMask(let isLuminance): beginMask(isLuminance: isLuminance)
      case .paintInText, .paintInMask: paintInMask()
      case .end: end()
      }
    }

    // MARK: Groups

    private func begin(_ effect: GroupEffect) {
      guard groupDepth < PaintLimits.nestedGroups else { return begun.append(.nothing) }
      if effect.filters.isEmpty, effect.mask.isEmpty {
        groupDepth += 1
        context.saveGState()
        context.setAlpha(effect.opacity)
        context.setBlendMode(Self.blendMode(effect.blend))
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        return begun.append(.layer)
      }
      guard let layer = PixelLayer(seen, scale: scale) else { return begun.append(.nothing) }
      groupDepth += 1
      begun.append(.pixels(layer, below: context, effect))
      context = layer.context
    }

    private func beginMask(isLuminance: Bool) {
      guard groupDepth < PaintLimits.nestedGroups, let layer = PixelLayer(seen, scale: scale) else {
        return begun.append(.nothing)
      }
      groupDepth += 1
      begun.append(.mask(layer, below: context, isLuminance: isLuminance))
      context = layer.context
    }

    /// What was drawn as a mask cuts what is drawn from here on.
    private func paintInMask() {
      guard case .mask(let layer, let below, let isLuminance)? = begun.last else { return }
      groupDepth -= 1
      begun[begun.count - 1] = .state
      context = below
      context.saveGState()
      if isLuminance { layer.keepLuminance() }
      clip(to: layer.coverage(), of: layer)
    }

    private func end() {
      guard let last = begun.popLast() else { return }
      switch last {
      case .state: context.restoreGState()
      case .transform:
        turnedDepth -= 1
        context.restoreGState()
      case .layer:
        groupDepth -= 1
        context.endTransparencyLayer()
        context.restoreGState()
      case .mask(_, let below, _):
        groupDepth -= 1
        context = below
      case .nothing: break
      case .pixels(let layer, let below, let effect):
        groupDepth -= 1
        context = below
        for filter in effect.filters { layer.apply(filter) }
        context.saveGState()
        if !effect.mask.isEmpty { clip(to: coverage(of: effect.mask, like: layer), of: layer) }
        context.setAlpha(effect.opacity)
        context.setBlendMode(Self.blendMode(effect.blend))
        if let image = layer.image() { draw(image, in: layer.area.rect) }
        context.restoreGState()
      }
    }

    /// How much the layers of a mask cover together.
    private func coverage(of mask: [MaskLayer], like layer: PixelLayer) -> [UInt8] {
      var joined: [UInt8]?
      let outer = context
      defer { context = outer }
      for part in mask.reversed() {
        guard let own = PixelLayer(layer.area, scale: layer.scale) else { continue }
        context = own.context
        fill(.rounded(part.area), part.paint, .normal)
        if part.isLuminance { own.keepLuminance() }
        // The lowest layer joins nothing.
        joined = joined.map { PixelFilters.join(own.coverage(), onto: $0, by: part.composite) } ?? own.coverage()
      }
      return joined ?? [UInt8](repeating: 255, count: layer.width * layer.height)
    }

    /// What can be seen of the context, in the current user space.
    var seen: LayoutRect { LayoutRect(context.boundingBoxOfClipPath) }

    static func blendMode(_ blend: BlendMode) -> CGBlendMode {
      switch blend {
      case .normal: .normal
      case .multiply: .multiply
      case .screen: .screen
      case .overlay: .overlay
      case .darken: .darken
      case .lighten: .lighten
      case .colorDodge: .colorDodge
      case .colorBurn: .colorBurn
      case .hardLight: .hardLight
      case .softLight: .softLight
      case .difference: .difference
      case .exclusion: .exclusion
      case .hue: .hue
      case .saturation: .saturation
      case .color: .color
      case .luminosity: .luminosity
      case .plusLighter: .plusLighter
      }
    }

    // MARK: Geometry

    /// Whether device pixels can be met: nothing around turns or scales.
    var isAligned: Bool { turnedDepth == 0 }

    func snapped(_ shape: PaintShape) -> PaintShape { isAligned ? shape.onPixels(scale) : shape }
    func snapped(_ rect: LayoutRect) -> LayoutRect { isAligned ? rect.onPixels(scale) : rect }

    func set(_ color: PaintColor) { context.setFillColor(color.cgColor) }

    func clip(to shape: PaintShape) {
      let (path, rule) = shape.path
      context.addPath(path)
      // An empty path would clip nothing.
      if path.isEmpty { context.clip(to: CGRect.zero) } else { context.clip(using: rule) }
    }

    /// Cuts what comes to what pixels cover.
    private func clip(to coverage: [UInt8], of layer: PixelLayer) {
      guard let mask = PixelLayer.mask(coverage, width: layer.width, height: layer.height) else { return }
      let area = layer.area.rect
      // Images are upside down where the context goes downwards.
      let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: area.minY + area.maxY)
      context.concatenate(flip)
      context.clip(to: area, mask: mask)
      context.concatenate(flip)
    }

    /// Draws an image the right way up.
    func draw(_ image: CGImage, in area: CGRect) {
      context.saveGState()
      context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: area.minY + area.maxY))
      context.draw(image, in: area)
      context.restoreGState()
    }

    // MARK: Areas and lines

    func fill(_ shape: PaintShape, _ paint: Paint, _ blend: BlendMode) {
      let shape = snapped(shape)
      context.saveGState()
      defer { context.restoreGState() }
      context.setBlendMode(Self.blendMode(blend))
      if case .color(let color) = paint {
        guard !color.isTransparent else { return }
        set(color)
        let (path, rule) = shape.path
        context.addPath(path)
        return context.fillPath(using: rule)
      }
      clip(to: shape)
      draw(paint, filling: shape.bounds)
    }

    private func stroke(_ path: PaintPath, _ paint: Paint, _ style: StrokeStyle) {
      guard style.width > 0 else { return }
      context.saveGState()
      defer { context.restoreGState() }
      context.setLineWidth(style.width)
      context.setLineCap(style.cap == .round ? .round : style.cap == .square ? .square : .butt)
      context.setLineJoin(style.join.lineJoin)
      context.setMiterLimit(style.miterLimit)
      if !style.dashes.isEmpty {
        context.setLineDash(phase: style.dashOffset, lengths: style.dashes.map { CGFloat($0) })
      }
      context.addPath(path.cgPath)
      if case .color(let color) = paint {
        context.setStrokeColor(color.cgColor)
        return context.strokePath()
      }
      context.replacePathWithStrokedPath()
      context.clip(using: .winding)
      draw(paint, filling: path.bounds)
    }

    private func draw(image source: String, _ destination: LayoutRect, _ clip: RoundedRect, _ isPixelated: Bool) {
      guard let image = images(source), destination.width > 0, destination.height > 0 else { return }
      context.saveGState()
      // A picture that fills its box keeps to the box's pixels.
      let area = clip.rect == destination ? snapped(destination) : destination
      self.clip(to: .rounded(RoundedRect(snapped(clip.rect), radii: clip.radii)))
      context.interpolationQuality = isPixelated ? .none : .high
      draw(image, in: area.rect)
      context.restoreGState()
    }
  }
#endif
