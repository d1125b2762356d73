import CSSValues

/// A rectangle in 1/64 CSS px, in page coordinates.
public struct QuantizedFrame: Sendable, Hashable {
  /// The left edge.
  public var x: Int32
  /// The top edge.
  public var y: Int32
  /// The width.
  public var width: Int32
  /// The height.
  public var height: Int32

  /// The rectangle in CSS px.
  public var rect: LayoutRect {
    LayoutRect(
      x: LayoutUnit.pixels(x), y: LayoutUnit.pixels(y), width: LayoutUnit.pixels(width),
      height: LayoutUnit.pixels(height))
  }
}

/// A line of text as a layout file has it.
public struct PlacedLine: Sendable, Hashable {
  /// The text node.
  public var node: Int
  /// The range of the node's text in UTF-16 code units.
  public var range: Range<Int>
  /// The line's rectangle in page coordinates.
  public var frame: QuantizedFrame
  /// From the page's top to the alphabetic baseline in 1/64 px.
  public var baseline: Int32
  /// What is painted where it is not the range of the node's text.
  public var text: String?
  /// The bidirectional level; odd is right to left.
  public var level: UInt8
  /// The number of the first font in ``LayoutReader/fonts``.
  public var font: Int?
  /// The pseudo-elements that the text is in.
  public var parts: LayoutLineParts
}

/// Opens a layout file without decoding its columns; as safe against any bytes as ``PageReader``.
public final class LayoutReader: Sendable {
  /// The page's path in the site.
  public let source: String
  /// What the layout was made for.
  public let viewport: Viewport
  /// The number of the page's nodes.
  public let nodeCount: Int
  /// The page's scrollable width in 1/64 px.
  public let contentWidth: Int32
  /// The page's scrollable height in 1/64 px.
  public let contentHeight: Int32
  /// What the frames depend on beside the viewport's size.
  public let flags: LayoutFlags
  /// The CSS px of the screen that one CSS px of the page takes when the page opens.
  public let pageScale: Double
  /// The fonts that measured.
  public let fonts: [LayoutFont]
  /// The number of lines of text.
  public var lineCount: Int { lines.node.rows }

  @usableFromInline let file: FileBytes
  let strings: StringColumns
  @usableFromInline let frames: FrameColumns
  let fragmentColumns: RectangleColumns
  let clipColumns: RectangleColumns
  let lines: LineColumns
  @usableFromInline let overrides: StyleOverrideColumns
  let scrolls: ScrollAreaColumns
  /// Runs of the order of painting: the first node, and how many follow one another from it.
  let paintRuns: Column
  let clipPathColumns: RectangleColumns
  let containers: ContainerColumns
  let transforms: TransformColumns
  let corners: CornerColumns
  let stickies: StickyColumns
  let images: ImageColumns

  /// Opens a layout file.
  ///
  /// - Throws: ``PageFormatError`` as ``PageReader/init(_:)`` does.
  public init(_ file: FileBytes) throws(PageFormatError) {
    self.file = file
    var fonts: [LayoutFont] = []
    let layout = try MessageFields(
      file, 0..<file.count, name: "layout", count: LayoutFields.count, repeated: LayoutFields.fonts
    ) { (range) throws(PageFormatError) in fonts.append(try Self.font(file, range)) }
    self.fonts = fonts
    try PageReader.checkVersion(try layout.number(LayoutFields.formatVersion), of: file)
    source = try layout.string(LayoutFields.source)
    viewport = try Self.viewport(file, try layout.bytes(LayoutFields.viewport))
    flags = LayoutFlags(rawValue: UInt8(truncatingIfNeeded: try layout.number(LayoutFields.flags)))
    let scale = try layout.double(LayoutFields.pageScale)
    guard scale >= 0, scale.isFinite else {
      throw PageFormatError(.value, field: "layout.page_scale", expected: "a positive number")
    }
    pageScale = scale == 0 ? 1 : scale
    let count = try layout.number(LayoutFields.nodeCount)
    guard count <= UInt64(file.count) else {
      throw PageFormatError(.value, field: "layout.node_count", expected: "fewer nodes than bytes", found: "\(count)")
    }
    nodeCount = Int(count)
    contentWidth = Int32(clamping: try layout.number(LayoutFields.contentWidth))
    contentHeight = Int32(clamping: try layout.number(LayoutFields.contentHeight))

    frames = try FrameColumns(file, try layout.bytes(LayoutFields.frames), name: "frames", rows: nodeCount)
    fragmentColumns = try RectangleColumns(file, try layout.bytes(LayoutFields.fragments), name: "fragments")
    lines = try LineColumns(file, try layout.bytes(LayoutFields.lines), name: "lines")
    overrides = try StyleOverrideColumns(
      file, try layout.bytes(LayoutFields.styleOverrides), name: "style_overrides")
    scrolls = try ScrollAreaColumns(file, try layout.bytes(LayoutFields.scrollAreas), name: "scroll_areas")
    paintRuns = try layout.column(LayoutFields.paintOrder, rows: try layout.rows(LayoutFields.paintOrder))
    clipColumns = try RectangleColumns(file, try layout.bytes(LayoutFields.clips), name: "clips")
    strings = try StringColumns(file, try layout.bytes(LayoutFields.strings), name: "layout.strings")
    clipPathColumns = try RectangleColumns(file, try layout.bytes(LayoutFields.clipPaths), name: "clip_paths")
    containers = try ContainerColumns(file, try layout.bytes(LayoutFields.containers), name: "containers")
    transforms = try TransformColumns(file, try layout.bytes(LayoutFields.transforms), name: "transforms")
    corners = try CornerColumns(file, try layout.bytes(LayoutFields.corners), name: "corners")
    stickies = try StickyColumns(file, try layout.bytes(LayoutFields.sticky), name: "sticky")
    images = try ImageColumns(file, try layout.bytes(LayoutFields.images), name: "images")
  }

  private static func font(_ file: FileBytes, _ range: Range<Int>) throws(PageFormatError) -> LayoutFont {
    var families: [String] = []
    let font = try MessageFields(
      file, range, name: "fonts", count: FontFields.count, repeated: FontFields.standsInFor
    ) { (family) throws(PageFormatError) in
      guard families.count < LayoutFont.maximumStandIns else { return }
      guard let name = file.validString(family) else {
        throw PageFormatError(.encoding, field: "fonts.5", offset: family.lowerBound, expected: "UTF-8")
      }
      families.append(name)
    }
    return LayoutFont(
      family: try font.string(FontFields.family), hash: try font.string(FontFields.hash),
      size: Int(clamping: try font.number(FontFields.size)),
      isApproximate: try font.number(FontFields.approximate) != 0, standsInFor: families,
      isShipped: try font.number(FontFields.shipped) != 0)
  }

  private static func viewport(_ file: FileBytes, _ range: Range<Int>) throws(PageFormatError) -> Viewport {
    let fields = try MessageFields(file, range, name: "viewport", count: ViewportFields.count)
    let numbers = [
      try fields.double(ViewportFields.width), try fields.double(ViewportFields.height),
      try fields.double(ViewportFields.scale), try fields.double(ViewportFields.fontScale),
    ]
    guard numbers.allSatisfy({ $0.isFinite && $0 > 0 }) else {
      throw PageFormatError(.value, field: "viewport", expected: "positive numbers")
    }
    guard let colorScheme = ColorScheme(number: try fields.number(ViewportFields.colorScheme)) else {
      throw PageFormatError(.value, field: "viewport.color_scheme", expected: "1 or 2")
    }
    let sides = [
      try fields.double(ViewportFields.safeAreaTop), try fields.double(ViewportFields.safeAreaRight),
      try fields.double(ViewportFields.safeAreaBottom), try fields.double(ViewportFields.safeAreaLeft),
    ]
    guard let safeArea = SafeAreaInsets(sides: sides) else {
      throw PageFormatError(.value, field: "viewport.safe_area", expected: "numbers from 0 to 100000")
    }
    return Viewport(
      name: try fields.string(ViewportFields.name), width: numbers[0], height: numbers[1], scale: numbers[2],
      fontScale: numbers[3], colorScheme: colorScheme, safeArea: safeArea)
  }

  // MARK: Frames

  /// How the node differs from a plain box.
  @inlinable
  public func flags(_ node: Int) -> LayoutNodeFlags { LayoutNodeFlags(rawValue: frames.flags.byte(node, file)) }

  /// The left top corner of every node in page coordinates, in 1/64 px: one pass over the nodes.
  public func origins(in page: PageReader) -> [(x: Int32, y: Int32)] {
    let (x, y) = (frames.x, frames.y)
    return Array(unsafeUninitializedCapacity: nodeCount) { origins, count in
      for node in 0..<nodeCount {
        // A parent has a smaller number: its origin is there.
        let parent = page.parent(node).map { origins[$0] } ?? (x: 0, y: 0)
        origins.initializeElement(
          at: node, to: (parent.x &+ x.signed(node, file), parent.y &+ y.signed(node, file)))
      }
      count = nodeCount
    }
  }

  /// The node's border box in page coordinates, found through its ancestors; `nil` for a node without a box.
  ///
  /// For all nodes, ``origins(in:)`` and ``size(_:)`` are faster.
  public func frame(_ node: Int, in page: PageReader) -> QuantizedFrame? {
    guard node >= 0, node < nodeCount, !flags(node).contains(.noBox) else { return nil }
    let origin = origin(node, in: page)
    let size = size(node)
    return QuantizedFrame(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// The node's size in 1/64 px.
  @inlinable
  public func size(_ node: Int) -> (width: Int32, height: Int32) {
    (frames.width.signed(node, file), frames.height.signed(node, file))
  }

  /// The node's left top corner in page coordinates; a node without a box has its parent's.
  public func origin(_ node: Int, in page: PageReader) -> (x: Int32, y: Int32) {
    var origin: (x: Int32, y: Int32) = (0, 0)
    var next: Int? = node
    while let node = next {
      origin = (origin.x &+ frames.x.signed(node, file), origin.y &+ frames.y.signed(node, file))
      next = page.parent(node)
    }
    return origin
  }

  /// The boxes of a node that is split, in order; its one frame otherwise; none without a box.
  public func fragments(_ node: Int, in page: PageReader) -> [QuantizedFrame] {
    guard flags(node).contains(.fragmented) else { return frame(node, in: page).map { [$0] } ?? [] }
    return rectangles(fragmentColumns, node, page)
  }

  func rectangles(_ columns: RectangleColumns, _ node: Int, _ page: PageReader) -> [QuantizedFrame] {
    let origin = origin(node, in: page)
    return rows(columns.node, node).map {
      QuantizedFrame(
        x: origin.x &+ columns.x.signed($0, file), y: origin.y &+ columns.y.signed($0, file),
        width: columns.width.signed($0, file), height: columns.height.signed($0, file))
    }
  }

  // MARK: Lines

  /// The lines of a text node, from the first on.
  public func lines(_ node: Int, in page: PageReader) -> [PlacedLine] {
    let range = rows(lines.node, node)
    guard !range.isEmpty else { return [] }
    let origin = origin(node, in: page)
    return range.map { line($0, origin) }
  }

  /// A line by its number, which is below ``lineCount``.
  public func line(_ row: Int, in page: PageReader) -> PlacedLine {
    line(row, origin(Int(lines.node.word(row, file, default: 0)), in: page))
  }

  /// A line by its number, which is below ``lineCount``, where the origins of all nodes are known (``origins(in:)``).
  public func line(_ row: Int, at origins: [(x: Int32, y: Int32)]) -> PlacedLine {
    let node = Int(lines.node.word(row, file, default: 0))
    return line(row, node < origins.count ? origins[node] : (0, 0))
  }

  private func line(_ row: Int, _ origin: (x: Int32, y: Int32)) -> PlacedLine {
    let start = Int(lines.start.word(row, file, default: 0))
    let font = Int(lines.font.word(row, file))
    return PlacedLine(
      node: Int(lines.node.word(row, file, default: 0)),
      range: start..<start + Int(lines.length.word(row, file, default: 0)),
      frame: QuantizedFrame(
        x: origin.x &+ lines.x.signed(row, file), y: origin.y &+ lines.y.signed(row, file),
        width: lines.width.signed(row, file), height: lines.height.signed(row, file)),
      baseline: origin.y &+ lines.baseline.signed(row, file), text: strings.string(lines.text.word(row, file)),
      level: lines.level.byte(row, file), font: font < fonts.count ? font : nil,
      parts: LayoutLineParts(rawValue: lines.parts.byte(row, file)))
  }

  /// What a line shows: its own text, or its range of the node's text.
  public func text(of line: PlacedLine, in page: PageReader) -> String {
    if let text = line.text { return text }
    return page.text(line.node, utf16: line.range) ?? ""
  }

  // MARK: The rest

  /// The node's style in this viewport.
  @inlinable
  public func style(_ node: Int, in page: PageReader) -> Int? {
    // OPTIMIZATION: the layout that the page's own styles are of overrides none.
    guard overrides.node.rows > 0 else { return page.style(node) }
    return overridingStyle(node, in: page)
  }

  @usableFromInline
  func overridingStyle(_ node: Int, in page: PageReader) -> Int? {
    guard let row = rows(overrides.node, node).first else { return page.style(node) }
    let style = Int(overrides.style.word(row, file))
    return style < page.styleCount ? style : page.style(node)
  }

  /// The size of what scrolls in the node, in 1/64 px, or `nil`.
  public func scrollArea(_ node: Int) -> (width: Int32, height: Int32)? {
    rows(scrolls.node, node).first.map { (scrolls.width.signed($0, file), scrolls.height.signed($0, file)) }
  }

  /// The rows of a node in a column that ascends, by binary search.
  func rows(_ column: Column, _ node: Int) -> Range<Int> {
    guard node >= 0, column.rows > 0 else { return 0..<0 }
    var low = 0
    var high = column.rows
    while low < high {
      let middle = low + (high - low) / 2
      if Int(column.word(middle, file)) < node { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < column.rows, Int(column.word(end, file)) == node { end += 1 }
    return low..<end
  }
}
