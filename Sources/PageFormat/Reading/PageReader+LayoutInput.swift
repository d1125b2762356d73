import CSSValues
import Page

// What a new layout reads. It is read whole, when it is asked for: opening a page never looks at it.
extension PageReader {
  /// What layout must know of the page beyond its nodes and their styles; without variants where the file has none.
  ///
  /// - Throws: ``PageFormatError`` with the first fault.
  public func readLayoutInput() throws(PageFormatError) -> PageLayoutInput {
    var input = PageLayoutInput()
    let fields = try MessageFields(file, layoutInput.input, name: "layout_input", count: LayoutInputFields.count)
    let flags = try fields.number(LayoutInputFields.flags)
    input.isQuirky = flags & 1 != 0
    input.isBuiltOnly = flags & 2 != 0
    input.hasLineHeightQuirk = flags & 4 != 0
    let thickness = try fields.double(LayoutInputFields.scrollbarThickness)
    input.scrollbarThickness = thickness >= 0 && thickness <= 1000 ? thickness : 0
    let boxes = try fields.column(LayoutInputFields.box, rows: nodeCount)
    if boxes.rows > 0 { input.boxes = (0..<nodeCount).map { PageBox(stored: boxes.byte($0, file)) } }
    let spaces = try fields.column(LayoutInputFields.space, rows: nodeCount)
    if spaces.rows > 0 { input.spaces = (0..<nodeCount).map { PageSpace(rawValue: spaces.byte($0, file)) } }
    input.facts = try factRows(
      fields, LayoutInputFields.factNode, LayoutInputFields.factStart, LayoutInputFields.facts)
    for range in layoutInput.variants { input.variants.append(try variantWithStates(range).variant) }
    return input
  }

  /// The facts of a row of ``PageLayoutInput/facts``.
  ///
  /// - Throws: ``PageFormatError`` of kind `value`.
  public func facts(_ row: PageFactRow) throws(PageFormatError) -> [PageLayoutFact] {
    var decoder = ValueDecoder(row.bytes) { self.string(StringIndex($0)) }
    var facts: [PageLayoutFact] = []
    do {
      while !decoder.isAtEnd { facts.append(try PageLayoutFact(&decoder)) }
    } catch {
      throw PageFormatError(.value, field: "layout_input.facts", row: row.node, found: "\(error)")
    }
    return facts
  }

  private func factRows(
    _ fields: MessageFields, _ node: ColumnField<UInt32>, _ start: ColumnField<UInt32>, _ facts: Int
  ) throws(PageFormatError) -> [PageFactRow] {
    let count = try fields.rows(node)
    let nodes = try fields.column(node, rows: count)
    let starts = try fields.starts(start, rows: count + 1)
    let bytes = try fields.bytes(facts)
    var rows: [PageFactRow] = []
    var previous = -1
    for row in 0..<count {
      let node = Int(nodes.word(row, file))
      guard node > previous, node < nodeCount else {
        throw PageFormatError(
          .index, field: "fact_node", row: row, expected: "\(previous + 1) to \(nodeCount - 1)", found: "\(node)")
      }
      previous = node
      rows.append(PageFactRow(node: node, bytes: try blob(starts, row, bytes, "fact_start")))
    }
    return rows
  }

  /// A row of bytes.
  func blob(
    _ starts: StartColumn, _ row: Int, _ bytes: Range<Int>, _ name: String
  ) throws(PageFormatError) -> [UInt8] {
    let (start, end) = (starts.start(row), starts.start(row + 1))
    guard start <= end, end <= bytes.count else {
      throw PageFormatError(.index, field: name, row: row, expected: "\(start) to \(bytes.count)", found: "\(end)")
    }
    return file.copy(bytes.lowerBound + start..<bytes.lowerBound + end)
  }

  /// A variant, and where its styles in states and those of pseudo-elements are.
  func variantWithStates(
    _ range: Range<Int>
  ) throws(PageFormatError) -> (variant: PageVariant, states: Range<Int>, pseudos: Range<Int>) {
    let fields = try MessageFields(file, range, name: "variant", count: VariantFields.count)
    let flags = try fields.number(VariantFields.flags)
    let scheme = ColorScheme(number: try fields.number(VariantFields.colorScheme)) ?? .light
    var variant = PageVariant(
      environment: Viewport(
        name: "", width: try fields.double(VariantFields.width), height: try fields.double(VariantFields.height),
        scale: try fields.double(VariantFields.scale), fontScale: try fields.double(VariantFields.fontScale),
        colorScheme: scheme))
    guard variant.environment.isSound else {
      throw PageFormatError(.value, field: "variant", expected: "a viewport")
    }
    variant.dependsOnColorScheme = flags & 1 != 0
    variant.dependsOnFontScale = flags & 2 != 0
    variant.hasOwnStates = flags & 4 != 0
    variant.hasOwnPseudoStyles = flags & 8 != 0
    variant.dependsOnSafeArea = flags & 16 != 0
    if variant.dependsOnSafeArea { variant.environment.safeArea = try safeArea(fields) }
    let ranges = try fields.column(VariantFields.ranges, rows: 1)
    let numbers = (0..<8).map { ranges.double(0, $0, of: 8, file) }
    variant.width = PageRange(numbers[0], numbers[1])
    variant.height = PageRange(numbers[2], numbers[3])
    variant.ratio = PageRange(numbers[4], numbers[5])
    variant.scale = PageRange(numbers[6], numbers[7])
    let count = try fields.rows(VariantFields.node)
    let nodes = try fields.column(VariantFields.node, rows: count)
    let styles = try fields.column(VariantFields.style, rows: count)
    for row in 0..<count {
      let node = nodes.word(row, file)
      let style = styles.word(row, file)
      guard node < nodeCount, style == .max || style < styleCount else {
        throw PageFormatError(.index, field: "variant.node", row: row, found: "\(node), \(style)")
      }
      variant.overrides.append(.init(node: Int(node), style: style == .max ? nil : Int(style)))
    }
    variant.facts = try factRows(fields, VariantFields.factNode, VariantFields.factStart, VariantFields.facts)
    variant.boxes = try boxes(fields)
    variant.containers = try containers(fields)
    return (variant, try fields.bytes(VariantFields.states), try fields.bytes(VariantFields.pseudoStyles))
  }

  private func boxes(_ fields: MessageFields) throws(PageFormatError) -> [PageVariant.Box] {
    let count = try fields.rows(VariantFields.boxNode)
    let nodes = try fields.column(VariantFields.boxNode, rows: count)
    let boxes = try fields.column(VariantFields.box, rows: count)
    var rows: [PageVariant.Box] = []
    for row in 0..<count {
      let node = nodes.word(row, file)
      guard node < nodeCount else {
        throw PageFormatError(.index, field: "variant.box_node", row: row, found: "\(node)")
      }
      rows.append(.init(node: Int(node), box: PageBox(stored: boxes.byte(row, file))))
    }
    return rows
  }

  /// The insets that a variant's styles were computed with.
  private func safeArea(_ fields: MessageFields) throws(PageFormatError) -> SafeAreaInsets {
    let bytes = try fields.bytes(VariantFields.safeArea.number)
    guard bytes.count == 32,
      let insets = SafeAreaInsets(
        sides: (0..<4).map { Double(bitPattern: file.doubleWord(bytes.lowerBound + $0 * 8)) })
    else { throw PageFormatError(.value, field: "variant.safe_area", expected: "four numbers from 0 to 100000") }
    return insets
  }

  private func containers(_ fields: MessageFields) throws(PageFormatError) -> [PageVariant.Container] {
    let count = try fields.rows(VariantFields.containerNode)
    let nodes = try fields.column(VariantFields.containerNode, rows: count)
    let sizes = try fields.column(VariantFields.containerSizes, rows: count)
    var containers: [PageVariant.Container] = []
    for row in 0..<count {
      let node = nodes.word(row, file)
      guard node < nodeCount else {
        throw PageFormatError(.index, field: "variant.container_node", row: row, found: "\(node)")
      }
      let numbers = (0..<4).map { sizes.double(row, $0, of: 4, file) }
      containers.append(
        .init(
          node: Int(node), width: PageRange(numbers[0], numbers[1]), height: PageRange(numbers[2], numbers[3])))
    }
    return containers
  }
}

extension PageReader {
  /// What a Web page's `<meta name="viewport">` says of the width that it is laid out at; the last element counts.
  public var viewportDescription: ViewportDescription {
    guard dialect == .web else { return ViewportDescription() }
    var description = ViewportDescription()
    for index in 0..<factCount {
      let fact = fact(index)
      guard fact.kind == .meta, fact.name.lowercased() == "viewport" else { continue }
      description = ViewportDescription(content: fact.value)
    }
    return description
  }
}
