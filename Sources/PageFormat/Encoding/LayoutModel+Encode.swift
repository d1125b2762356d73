import CSSValues

/// Lengths in 1/64 CSS px, the unit of layout files (and of browsers' layout).
public enum LayoutUnit {
  /// The largest position or length: ±(2^30 − 1), about 16.7 million px, so that a difference of two fits into 32 bits.
  public static let limit: Int32 = (1 << 30) - 1

  /// The nearest 1/64 px, halves down; what is not a number is 0, and what is too large is ``limit``.
  ///
  /// Layout counts in 1/64 of a device pixel, so that each second length at a ratio of 2 is a half here. Down, it stays on
  /// its side of the middle of a device pixel, which is where boxes are moved to whole device pixels: that middle is itself
  /// a whole number of 1/64 px.
  public static func quantized(_ length: Double) -> Int32 {
    guard !length.isNaN else { return 0 }
    let units = length * 64
    guard abs(units) < Double(limit) else { return units < 0 ? -limit : limit }
    // OPTIMIZATION: without the instruction for it, which not all processors have, rounding would be a call.
    let whole = Int32(units)
    let rest = units - Double(whole)
    return rest > 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
  }

  /// The length in CSS px.
  public static func pixels(_ units: Int32) -> Double { Double(units) / 64 }

  /// The length as files hold it, in CSS px.
  public static func rounded(_ length: Double) -> Double { pixels(quantized(length)) }
}

extension LayoutRect {
  /// The rectangle as files hold it: its edges are rounded, so that boxes that touch still touch.
  public var quantized: LayoutRect { QuantizedRect(self).rect }
}

/// A rectangle whose edges were rounded to 1/64 px, so that boxes that touch still touch.
struct QuantizedRect: Sendable, Hashable {
  var x: Int32, y: Int32, width: Int32, height: Int32

  /// The rectangle in CSS px.
  var rect: LayoutRect {
    LayoutRect(
      x: LayoutUnit.pixels(x), y: LayoutUnit.pixels(y), width: LayoutUnit.pixels(width),
      height: LayoutUnit.pixels(height))
  }

  init(_ rect: LayoutRect) {
    x = LayoutUnit.quantized(rect.x)
    y = LayoutUnit.quantized(rect.y)
    width = max(0, LayoutUnit.quantized(rect.x + rect.width) - x)
    height = max(0, LayoutUnit.quantized(rect.y + rect.height) - y)
  }
}

extension LayoutModel {
  /// The layout file (`schema/layout.proto`). The same model gives the same bytes.
  ///
  /// - Parameter page: the page that the nodes are of: positions are stored as differences to the parents'.
  public func encode(for page: PageModel) -> [UInt8] {
    let positions = positions(page.nodes)
    var writer = MessageWriter()
    writer.number(LayoutFields.formatVersion, UInt64(PageFormatVersion.current))
    writer.string(LayoutFields.source, source)
    writer.element(LayoutFields.viewport, encodeViewport())
    writer.number(LayoutFields.nodeCount, UInt64(page.nodes.count))
    writer.number(LayoutFields.contentWidth, UInt64(max(0, LayoutUnit.quantized(contentWidth))))
    writer.number(LayoutFields.contentHeight, UInt64(max(0, LayoutUnit.quantized(contentHeight))))
    writer.field(LayoutFields.frames, encodeFrames(page.nodes, positions))
    writer.field(LayoutFields.fragments, encodeRectangles(fragments, positions))
    writer.field(LayoutFields.lines, encodeLines(positions))
    writer.field(LayoutFields.styleOverrides, encodeStyleOverrides())
    for font in fonts {
      var element = MessageWriter()
      element.string(FontFields.family, font.family)
      element.string(FontFields.hash, font.hash)
      element.number(FontFields.size, UInt64(max(0, font.size)))
      if font.isApproximate { element.number(FontFields.approximate, 1) }
      for family in font.standsInFor { element.element(FontFields.standsInFor, Array(family.utf8)) }
      if font.isShipped { element.number(FontFields.shipped, 1) }
      writer.element(LayoutFields.fonts, element.bytes)
    }
    writer.field(LayoutFields.scrollAreas, encodeScrollAreas())
    writer.column(LayoutFields.paintOrder, paintRuns())
    writer.field(LayoutFields.clips, encodeRectangles(clips, positions))
    if strings.count > 1 { writer.field(LayoutFields.strings, ColumnWriter.strings(strings)) }
    writer.field(LayoutFields.clipPaths, encodeRectangles(clipPaths, positions))
    writer.field(LayoutFields.containers, encodeContainers())
    writer.field(LayoutFields.transforms, encodeTransforms())
    writer.field(LayoutFields.corners, encodeCorners())
    writer.field(LayoutFields.sticky, encodeSticky(positions))
    writer.number(LayoutFields.flags, UInt64(flags.rawValue))
    if pageScale != 1 { writer.double(LayoutFields.pageScale, pageScale) }
    writer.field(LayoutFields.images, encodeImages())
    return writer.bytes
  }

  /// Runs of nodes that follow one another: the first, and how many.
  private func paintRuns() -> [UInt32] {
    var runs: [UInt32] = []
    for (index, node) in paintOrder.enumerated() {
      if index > 0, node == paintOrder[index - 1] + 1 {
        runs[runs.count - 1] += 1
      } else {
        runs += [UInt32(node), 1]
      }
    }
    return runs
  }

  private func encodeImages() -> [UInt8] {
    var writer = MessageWriter()
    writer.column(ImageColumns.Fields.node, images.map { UInt32($0.node) })
    writer.column(ImageColumns.Fields.source, images.map(\.source.rawValue))
    return writer.bytes
  }

  private func encodeContainers() -> [UInt8] {
    var writer = MessageWriter()
    writer.column(ContainerColumns.Fields.node, containers.map { UInt32($0.node) })
    writer.column(ContainerColumns.Fields.container, containers.map { $0.container.map { UInt32($0) } ?? .max })
    return writer.bytes
  }

  private func encodeTransforms() -> [UInt8] {
    var writer = MessageWriter()
    writer.column(TransformColumns.Fields.node, transforms.map { UInt32($0.node) })
    writer.column(TransformColumns.Fields.matrix, transforms.flatMap(\.matrix))
    return writer.bytes
  }

  private func encodeCorners() -> [UInt8] {
    var writer = MessageWriter()
    writer.column(CornerColumns.Fields.node, corners.map { UInt32($0.node) })
    writer.column(CornerColumns.Fields.radii, corners.flatMap { $0.radii.map(LayoutUnit.quantized) })
    return writer.bytes
  }

  private func encodeSticky(_ positions: [(x: Int32, y: Int32)]) -> [UInt8] {
    let bounds = sticky.flatMap { row -> [Int32] in
      let rect = QuantizedRect(row.bounds)
      return [rect.x - positions[row.node].x, rect.y - positions[row.node].y, rect.width, rect.height]
    }
    var writer = MessageWriter()
    writer.column(StickyColumns.Fields.node, sticky.map { UInt32($0.node) })
    writer.column(StickyColumns.Fields.scroller, sticky.map { $0.scroller.map { UInt32($0) } ?? .max })
    writer.column(
      StickyColumns.Fields.insets, sticky.flatMap { $0.insets.map { $0.map(LayoutUnit.quantized) ?? .min } })
    writer.column(StickyColumns.Fields.bounds, bounds)
    return writer.bytes
  }

  /// Every node's quantised left top corner; a node without a box has its parent's.
  private func positions(_ nodes: [PageNode]) -> [(x: Int32, y: Int32)] {
    var positions: [(x: Int32, y: Int32)] = []
    positions.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      if index < frames.count, !frames[index].flags.contains(.noBox) {
        positions.append((frames[index].bounds.x, frames[index].bounds.y))
      } else if let parent = node.parent, parent < index {
        positions.append(positions[parent])
      } else {
        positions.append((0, 0))
      }
    }
    return positions
  }

  private func encodeViewport() -> [UInt8] {
    var writer = MessageWriter()
    writer.string(ViewportFields.name, viewport.name)
    writer.double(ViewportFields.width, viewport.width)
    writer.double(ViewportFields.height, viewport.height)
    writer.double(ViewportFields.scale, viewport.scale)
    writer.double(ViewportFields.fontScale, viewport.fontScale)
    writer.number(ViewportFields.colorScheme, UInt64(viewport.colorScheme.number))
    let sides = [
      ViewportFields.safeAreaTop, ViewportFields.safeAreaRight, ViewportFields.safeAreaBottom,
      ViewportFields.safeAreaLeft,
    ]
    for (field, inset) in zip(sides, viewport.safeArea.sides) where inset != 0 { writer.double(field, inset) }
    return writer.bytes
  }

  private func encodeFrames(_ nodes: [PageNode], _ positions: [(x: Int32, y: Int32)]) -> [UInt8] {
    var flags: [UInt8] = []
    var columns = (x: [Int32](), y: [Int32](), width: [Int32](), height: [Int32]())
    flags.reserveCapacity(nodes.count)
    columns.x.reserveCapacity(nodes.count)
    columns.y.reserveCapacity(nodes.count)
    columns.width.reserveCapacity(nodes.count)
    columns.height.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      let frame = index < frames.count ? frames[index] : .noBox
      var origin: (x: Int32, y: Int32) = (0, 0)
      if let parent = node.parent, parent < index { origin = positions[parent] }
      let rect = frame.bounds
      let hasBox = !frame.flags.contains(.noBox)
      flags.append(frame.flags.rawValue)
      columns.x.append(positions[index].x - origin.x)
      columns.y.append(positions[index].y - origin.y)
      columns.width.append(hasBox ? rect.width : 0)
      columns.height.append(hasBox ? rect.height : 0)
    }
    var writer = MessageWriter()
    writer.column(FrameColumns.Fields.flags, flags)
    writer.column(FrameColumns.Fields.x, columns.x)
    writer.column(FrameColumns.Fields.y, columns.y)
    writer.column(FrameColumns.Fields.width, columns.width)
    writer.column(FrameColumns.Fields.height, columns.height)
    return writer.bytes
  }

  private func encodeRectangles(_ rows: [LayoutFragment], _ positions: [(x: Int32, y: Int32)]) -> [UInt8] {
    let rects = rows.map { QuantizedRect($0.rect) }
    var writer = MessageWriter()
    writer.column(RectangleColumns.Fields.node, rows.map { UInt32($0.node) })
    writer.column(RectangleColumns.Fields.x, zip(rows, rects).map { $1.x - positions[$0.node].x })
    writer.column(RectangleColumns.Fields.y, zip(rows, rects).map { $1.y - positions[$0.node].y })
    writer.column(RectangleColumns.Fields.width, rects.map { $0.width })
    writer.column(RectangleColumns.Fields.height, rects.map { $0.height })
    return writer.bytes
  }

  private func encodeLines(_ positions: [(x: Int32, y: Int32)]) -> [UInt8] {
    var writer = MessageWriter()
    writer.column(LineColumns.Fields.node, lines.map { UInt32($0.node) })
    writer.column(LineColumns.Fields.start, lines.map { UInt32($0.start) })
    writer.column(LineColumns.Fields.length, lines.map { UInt32($0.length) })
    writer.column(LineColumns.Fields.x, lines.map { $0.bounds.x - positions[$0.node].x })
    writer.column(LineColumns.Fields.y, lines.map { $0.bounds.y - positions[$0.node].y })
    writer.column(LineColumns.Fields.width, lines.map { $0.bounds.width })
    writer.column(LineColumns.Fields.height, lines.map { $0.bounds.height })
    writer.column(LineColumns.Fields.baseline, lines.map { $0.baselineUnits - positions[$0.node].y })
    writer.column(LineColumns.Fields.text, lines.map { $0.text.rawValue })
    writer.column(LineColumns.Fields.level, lines.map { $0.level })
    writer.column(LineColumns.Fields.font, lines.map { $0.font.map { UInt32($0) } ?? .max })
    writer.column(LineColumns.Fields.parts, lines.map(\.parts.rawValue))
    return writer.bytes
  }

  private func encodeStyleOverrides() -> [UInt8] {
    var writer = MessageWriter()
    writer.column(StyleOverrideColumns.Fields.node, styleOverrides.map { UInt32($0.node) })
    writer.column(StyleOverrideColumns.Fields.style, styleOverrides.map { UInt32($0.style) })
    return writer.bytes
  }

  private func encodeScrollAreas() -> [UInt8] {
    var writer = MessageWriter()
    writer.column(ScrollAreaColumns.Fields.node, scrollAreas.map { UInt32($0.node) })
    writer.column(ScrollAreaColumns.Fields.width, scrollAreas.map { LayoutUnit.quantized($0.width) })
    writer.column(ScrollAreaColumns.Fields.height, scrollAreas.map { LayoutUnit.quantized($0.height) })
    return writer.bytes
  }
}
