/// Lengths in 1/64 CSS px, the unit of layout files (and of browsers' layout).
public enum LayoutUnit {
  /// The largest position or length: ±(2^30 − 1), about 16.7 million px, so that a difference of two fits into 32 bits.
  public static let limit: Int32 = (1 << 30) - 1

  /// The nearest 1/64 px, halves away from zero; what is not a number is 0, and what is too large is ``limit``.
  public static func quantized(_ length: Double) -> Int32 {
    guard !length.isNaN else { return 0 }
    let units = (length * 64).rounded()
    return Int32(max(-Double(limit), min(Double(limit), units)))
  }

  /// The length in CSS px.
  public static func pixels(_ units: Int32) -> Double { Double(units) / 64 }

  /// The length as files hold it, in CSS px.
  public static func rounded(_ length: Double) -> Double { pixels(quantized(length)) }
}

extension LayoutRect {
  /// The rectangle as files hold it: its edges are rounded, so that boxes that touch still touch.
  public var quantized: LayoutRect {
    let rect = QuantizedRect(self)
    return LayoutRect(
      x: LayoutUnit.pixels(rect.x), y: LayoutUnit.pixels(rect.y), width: LayoutUnit.pixels(rect.width),
      height: LayoutUnit.pixels(rect.height))
  }
}

/// A rectangle whose edges were rounded to 1/64 px, so that boxes that touch still touch.
private struct QuantizedRect {
  var x: Int32, y: Int32, width: Int32, height: Int32

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
    writer.number(1, UInt64(PageFormatVersion.current))
    writer.string(2, source)
    writer.element(3, encodeViewport())
    writer.number(4, UInt64(page.nodes.count))
    writer.number(5, UInt64(max(0, LayoutUnit.quantized(contentWidth))))
    writer.number(6, UInt64(max(0, LayoutUnit.quantized(contentHeight))))
    writer.field(7, encodeFrames(page.nodes, positions))
    writer.field(8, encodeRectangles(fragments, positions))
    writer.field(9, encodeLines(positions))
    writer.field(10, encodeStyleOverrides())
    for font in fonts {
      var element = MessageWriter()
      element.string(1, font.family)
      element.string(2, font.hash)
      element.number(3, UInt64(max(0, font.size)))
      if font.isApproximate { element.number(4, 1) }
      for family in font.standsInFor { element.element(5, Array(family.utf8)) }
      if font.isShipped { element.number(6, 1) }
      writer.element(11, element.bytes)
    }
    writer.field(12, encodeScrollAreas())
    writer.field(13, encodePaintOrder())
    writer.field(14, encodeRectangles(clips, positions))
    if strings.count > 1 { writer.field(15, ColumnWriter.strings(strings)) }
    writer.field(16, encodeRectangles(clipPaths, positions))
    writer.field(17, encodeContainers())
    writer.field(18, encodeTransforms())
    writer.field(19, encodeCorners())
    writer.field(20, encodeSticky(positions))
    writer.number(21, UInt64(flags.rawValue))
    if pageScale != 1 { writer.double(22, pageScale) }
    return writer.bytes
  }

  /// Runs of nodes that follow one another: the first, and how many.
  private func encodePaintOrder() -> [UInt8] {
    var runs: [UInt32] = []
    for (index, node) in paintOrder.enumerated() {
      if index > 0, node == paintOrder[index - 1] + 1 {
        runs[runs.count - 1] += 1
      } else {
        runs += [UInt32(node), 1]
      }
    }
    return ColumnWriter.words(runs)
  }

  private func encodeContainers() -> [UInt8] {
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.words(containers.map { UInt32($0.node) }))
    writer.field(2, ColumnWriter.words(containers.map { $0.container.map { UInt32($0) } ?? .max }))
    return writer.bytes
  }

  private func encodeTransforms() -> [UInt8] {
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.words(transforms.map { UInt32($0.node) }))
    writer.field(2, ColumnWriter.doubles(transforms.flatMap(\.matrix)))
    return writer.bytes
  }

  private func encodeCorners() -> [UInt8] {
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.words(corners.map { UInt32($0.node) }))
    writer.field(2, ColumnWriter.words(corners.flatMap { $0.radii.map(LayoutUnit.quantized) }))
    return writer.bytes
  }

  private func encodeSticky(_ positions: [(x: Int32, y: Int32)]) -> [UInt8] {
    let bounds = sticky.flatMap { row -> [Int32] in
      let rect = QuantizedRect(row.bounds)
      return [rect.x - positions[row.node].x, rect.y - positions[row.node].y, rect.width, rect.height]
    }
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.words(sticky.map { UInt32($0.node) }))
    writer.field(2, ColumnWriter.words(sticky.map { $0.scroller.map { UInt32($0) } ?? .max }))
    writer.field(3, ColumnWriter.words(sticky.flatMap { $0.insets.map { $0.map(LayoutUnit.quantized) ?? .min } }))
    writer.field(4, ColumnWriter.words(bounds))
    return writer.bytes
  }

  /// Every node's quantised left top corner; a node without a box has its parent's.
  private func positions(_ nodes: [PageNode]) -> [(x: Int32, y: Int32)] {
    var positions: [(x: Int32, y: Int32)] = []
    positions.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      if index < frames.count, !frames[index].flags.contains(.noBox) {
        let rect = frames[index].rect
        positions.append((LayoutUnit.quantized(rect.x), LayoutUnit.quantized(rect.y)))
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
    writer.string(1, viewport.name)
    writer.double(2, viewport.width)
    writer.double(3, viewport.height)
    writer.double(4, viewport.scale)
    writer.double(5, viewport.fontScale)
    writer.number(6, UInt64(viewport.colorScheme.number))
    for (field, inset) in zip(UInt64(7)..., viewport.safeArea.sides) where inset != 0 { writer.double(field, inset) }
    return writer.bytes
  }

  private func encodeFrames(_ nodes: [PageNode], _ positions: [(x: Int32, y: Int32)]) -> [UInt8] {
    var flags: [UInt8] = []
    var columns = (x: [Int32](), y: [Int32](), width: [Int32](), height: [Int32]())
    for (index, node) in nodes.enumerated() {
      let frame = index < frames.count ? frames[index] : .noBox
      var origin: (x: Int32, y: Int32) = (0, 0)
      if let parent = node.parent, parent < index { origin = positions[parent] }
      let rect = QuantizedRect(frame.rect)
      let hasBox = !frame.flags.contains(.noBox)
      flags.append(frame.flags.rawValue)
      columns.x.append(positions[index].x - origin.x)
      columns.y.append(positions[index].y - origin.y)
      columns.width.append(hasBox ? rect.width : 0)
      columns.height.append(hasBox ? rect.height : 0)
    }
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.bytes(flags))
    writer.field(2, ColumnWriter.words(columns.x))
    writer.field(3, ColumnWriter.words(columns.y))
    writer.field(4, ColumnWriter.words(columns.width))
    writer.field(5, ColumnWriter.words(columns.height))
    return writer.bytes
  }

  private func encodeRectangles(_ rows: [LayoutFragment], _ positions: [(x: Int32, y: Int32)]) -> [UInt8] {
    let rects = rows.map { QuantizedRect($0.rect) }
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.words(rows.map { UInt32($0.node) }))
    writer.field(2, ColumnWriter.words(zip(rows, rects).map { $1.x - positions[$0.node].x }))
    writer.field(3, ColumnWriter.words(zip(rows, rects).map { $1.y - positions[$0.node].y }))
    writer.field(4, ColumnWriter.words(rects.map { $0.width }))
    writer.field(5, ColumnWriter.words(rects.map { $0.height }))
    return writer.bytes
  }

  private func encodeLines(_ positions: [(x: Int32, y: Int32)]) -> [UInt8] {
    let rects = lines.map { QuantizedRect($0.rect) }
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.words(lines.map { UInt32($0.node) }))
    writer.field(2, ColumnWriter.words(lines.map { UInt32($0.start) }))
    writer.field(3, ColumnWriter.words(lines.map { UInt32($0.length) }))
    writer.field(4, ColumnWriter.words(zip(lines, rects).map { $1.x - positions[$0.node].x }))
    writer.field(5, ColumnWriter.words(zip(lines, rects).map { $1.y - positions[$0.node].y }))
    writer.field(6, ColumnWriter.words(rects.map { $0.width }))
    writer.field(7, ColumnWriter.words(rects.map { $0.height }))
    writer.field(8, ColumnWriter.words(lines.map { LayoutUnit.quantized($0.baseline) - positions[$0.node].y }))
    writer.field(9, ColumnWriter.words(lines.map { $0.text.rawValue }, default: .max))
    writer.field(10, ColumnWriter.bytes(lines.map { $0.level }))
    writer.field(11, ColumnWriter.words(lines.map { $0.font.map { UInt32($0) } ?? .max }, default: .max))
    return writer.bytes
  }

  private func encodeStyleOverrides() -> [UInt8] {
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.words(styleOverrides.map { UInt32($0.node) }))
    writer.field(2, ColumnWriter.words(styleOverrides.map { UInt32($0.style) }))
    return writer.bytes
  }

  private func encodeScrollAreas() -> [UInt8] {
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.words(scrollAreas.map { UInt32($0.node) }))
    writer.field(2, ColumnWriter.words(scrollAreas.map { LayoutUnit.quantized($0.width) }))
    writer.field(3, ColumnWriter.words(scrollAreas.map { LayoutUnit.quantized($0.height) }))
    return writer.bytes
  }
}
