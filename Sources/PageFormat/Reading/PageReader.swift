import Page

/// Opens a page file without decoding it: opening reads the envelope, everything else is read when it is asked for.
///
/// Whatever the bytes are, no call traps or reads out of them: numbers that point nowhere read as missing. Call
/// ``validate()`` once (on installing a package, say) to have every number checked.
public final class PageReader: Sendable {
  /// The page's path in the site.
  public let source: String
  /// The rules that the page was read by.
  public let dialect: PageDialect
  /// The page's title.
  public let title: String
  /// The number of nodes.
  public let nodeCount: Int
  /// The number of distinct styles.
  public let styleCount: Int
  /// The number of scripts.
  public let scriptCount: Int
  /// The number of facts of the head.
  public let factCount: Int

  @usableFromInline let file: FileBytes
  let strings: StringColumns
  @usableFromInline let nodes: NodeColumns
  let attributes: AttributeColumns
  let handlers: HandlerColumns
  let bindings: BindingColumns
  let programs: ProgramColumns
  /// The number of distinct programs.
  public let programCount: Int
  let styles: StyleColumns
  let scripts: ScriptColumns
  let facts: FactColumns
  let classStates: ClassStateColumns
  let valueShapes: ValueShapeColumns
  let semanticColumns: SemanticColumns
  let keyframeColumns: KeyframeColumns

  /// The messages that only a new layout reads: the input and the variants.
  let layoutInput: (input: Range<Int>, variants: [Range<Int>])
  /// The message of styles in states.
  let stateRange: Range<Int>
  /// The message of the styles of pseudo-elements without nodes.
  let pseudoRange: Range<Int>

  /// Opens a page file.
  ///
  /// - Throws: ``PageFormatError`` when the envelope is malformed, the version is unknown or a column has another length
  ///   than its rows need.
  public init(_ file: FileBytes) throws(PageFormatError) {
    self.file = file
    var variants: [Range<Int>] = []
    let page = try MessageFields(
      file, 0..<file.count, name: "page", count: PageFields.count, repeated: PageFields.variants,
      onRepeated: { variants.append($0) })
    layoutInput = (try page.bytes(PageFields.layoutInput), variants)
    stateRange = try page.bytes(PageFields.states)
    pseudoRange = try page.bytes(PageFields.pseudoStyles)
    try Self.checkVersion(try page.number(PageFields.formatVersion), of: file)
    source = try page.string(PageFields.source)
    let number = try page.number(PageFields.dialect)
    guard let dialect = PageDialect(rawValue: UInt8(truncatingIfNeeded: number)) else {
      throw PageFormatError(.value, field: "page.dialect", expected: "1 or 2", found: "\(number)")
    }
    self.dialect = dialect
    title = try page.string(PageFields.title)
    let count = try page.number(PageFields.nodeCount)
    guard count <= UInt64(file.count) else {
      throw PageFormatError(.value, field: "page.node_count", expected: "fewer nodes than bytes", found: "\(count)")
    }
    nodeCount = Int(count)
    strings = try StringColumns(file, try page.bytes(PageFields.strings), name: "page.strings")
    nodes = try NodeColumns(file, try page.bytes(PageFields.nodes), name: "nodes", rows: nodeCount)
    attributes = try AttributeColumns(file, try page.bytes(PageFields.attributes), name: "attributes")
    handlers = try HandlerColumns(file, try page.bytes(PageFields.handlers), name: "handlers")
    bindings = try BindingColumns(file, try page.bytes(PageFields.bindings), name: "bindings")
    programs = try ProgramColumns(file, try page.bytes(PageFields.programs), name: "programs")
    programCount = programs.programRows
    styles = try StyleColumns(file, try page.bytes(PageFields.styles), name: "styles")
    styleCount = styles.styleRows
    scripts = try ScriptColumns(file, try page.bytes(PageFields.scripts), name: "scripts")
    scriptCount = scripts.rows
    facts = try FactColumns(file, try page.bytes(PageFields.facts), name: "facts")
    factCount = facts.rows
    classStates = try ClassStateColumns(file, try page.bytes(PageFields.classStates), name: "class_states")
    valueShapes = try ValueShapeColumns(file, try page.bytes(PageFields.valueShapes), name: "value_shapes")
    semanticColumns = try SemanticColumns(file, try page.bytes(PageFields.semantics), name: "semantics")
    keyframeColumns = try KeyframeColumns(file, try page.bytes(PageFields.keyframes), name: "keyframes")
  }

  static func checkVersion(_ version: UInt64, of file: FileBytes) throws(PageFormatError) {
    guard version >= 1, version <= UInt64(PageFormatVersion.current) else {
      throw PageFormatError(
        .version, field: "format_version", expected: "1 to \(PageFormatVersion.current)", found: "\(version)")
    }
    guard file.hasNarrowColumns == (version >= 2) else {
      throw PageFormatError(.envelope, field: "format_version", offset: 0, expected: "the first field")
    }
  }

  /// The number of strings.
  public var stringCount: Int { strings.count }

  /// The string with the given index; `nil` for ``StringIndex/none`` and for an index that is not in the table.
  public func string(_ index: StringIndex) -> String? { strings.string(index.rawValue) }

  // MARK: Nodes, read one value at a time

  /// What the node is; an unknown kind of a newer format reads as an element.
  @inlinable
  public func kind(_ node: Int) -> PageNodeKind { PageNodeKind(rawValue: nodes.kind.byte(node, file)) ?? .element }
  /// How many nodes have a flag.
  public func count(of flag: PageNodeFlags) -> Int {
    (0..<nodes.flags.rows).count { nodes.flags.byte($0, file) & flag.rawValue != 0 }
  }

  /// What the node depends on.
  @inlinable
  public func flags(_ node: Int) -> PageNodeFlags { PageNodeFlags(rawValue: nodes.flags.byte(node, file)) }
  /// The parent, which has a smaller number; `nil` for a root.
  @inlinable
  public func parent(_ node: Int) -> Int? {
    let distance = Int(nodes.parentDistance.word(node, file, default: 0))
    return distance > 0 && distance <= node ? node - distance : nil
  }
  /// The number after the node's last descendant: larger than `node`, at most ``nodeCount``.
  @inlinable
  public func subtreeEnd(_ node: Int) -> Int {
    let size = max(1, Int(nodes.subtreeSize.word(node, file, default: 1)))
    return max(node + 1, min(nodeCount, node + size))
  }
  /// The children in order.
  public func children(_ node: Int) -> [Int] {
    var children: [Int] = []
    let end = subtreeEnd(node)
    var child = node + 1
    while child < end {
      children.append(child)
      child = subtreeEnd(child)
    }
    return children
  }
  /// An element's tag.
  public func tag(_ node: Int) -> String? { strings.string(nodes.tag.word(node, file)) }
  /// The native component that shows the node.
  public func component(_ node: Int) -> String? { strings.string(nodes.component.word(node, file)) }
  /// The number of the node's style.
  @inlinable
  public func style(_ node: Int) -> Int? {
    let style = Int(nodes.style.word(node, file))
    return style < styleCount ? style : nil
  }
  /// A text's or generated box's characters.
  public func text(_ node: Int) -> String? { strings.string(nodes.text.word(node, file)) }

  /// The characters of a text in a range of UTF-16 code units; `nil` where the text ends before the range does.
  public func text(_ node: Int, utf16 range: Range<Int>) -> String? {
    strings.range(nodes.text.word(node, file)).flatMap { file.string($0, utf16: range) }
  }

  /// The node's attributes in the order of the source.
  public func attributes(_ node: Int) -> [(name: String, value: String)] {
    range(nodes.attributeStart, node, attributes.rows).map {
      (
        strings.string(attributes.name.word($0, file)) ?? "", strings.string(attributes.value.word($0, file)) ?? ""
      )
    }
  }

  /// The value of the node's attribute of the given name.
  public func attribute(_ node: Int, _ name: String) -> String? {
    attributes(node).first { $0.name == name }?.value
  }

  /// The node's event handlers: event, function, the arguments as the text of a JSON array, and the number of the program
  /// that makes them.
  public func handlers(_ node: Int) -> [(event: String, function: String, arguments: String, program: Int?)] {
    range(nodes.handlerStart, node, handlers.rows).map {
      (
        strings.string(handlers.event.word($0, file)) ?? "", strings.string(handlers.function.word($0, file)) ?? "",
        strings.string(handlers.arguments.word($0, file)) ?? "[]", programNumber(handlers.program, $0)
      )
    }
  }

  /// The node's data bindings; those of a kind that this reader does not know are left out.
  public func bindings(_ node: Int) -> [(
    target: PageBindingTarget, name: String?, index: String?, expression: String, program: Int?
  )] {
    range(nodes.bindingStart, node, bindings.rows).compactMap {
      guard let target = PageBindingTarget(rawValue: bindings.target.byte($0, file)) else { return nil }
      return (
        target, strings.string(bindings.name.word($0, file)), strings.string(bindings.index.word($0, file)),
        strings.string(bindings.expression.word($0, file)) ?? "", programNumber(bindings.program, $0)
      )
    }
  }

  private func programNumber(_ column: Column, _ row: Int) -> Int? {
    let number = Int(column.word(row, file))
    return number < programCount ? number : nil
  }

  /// The steps of a program; steps of a kind that this reader does not know read as `null`.
  public func program(_ number: Int) -> [ProgramStep] {
    guard number >= 0, number < programCount else { return [] }
    return range(programs.start, number, programs.rows).map {
      ProgramStep(
        kind: programs.kind.byte($0, file), operand: programs.operand.word($0, file, default: 0),
        upper: programs.upper.word($0, file, default: 0)) ?? .null
    }
  }

  func range(_ starts: StartColumn, _ row: Int, _ limit: Int) -> Range<Int> { starts.range(row, below: limit) }

  // MARK: Styles, scripts, facts

  /// A script of the page.
  public func script(_ index: Int) -> (
    kind: PageScript.Kind, flags: PageScript.Flags, source: String?, text: String?, type: String?, node: Int?,
    line: Int?
  ) {
    let node = Int(scripts.node.word(index, file))
    let line = Int(scripts.line.word(index, file, default: 0))
    return (
      PageScript.Kind(rawValue: scripts.kind.byte(index, file)) ?? .data,
      PageScript.Flags(rawValue: scripts.flags.byte(index, file)), strings.string(scripts.source.word(index, file)),
      strings.string(scripts.text.word(index, file)), strings.string(scripts.type.word(index, file)),
      node < nodeCount ? node : nil, line > 0 ? line : nil
    )
  }

  /// A fact of the page's head.
  public func fact(_ index: Int) -> (kind: PageFact.Kind, name: String, value: String) {
    (
      PageFact.Kind(rawValue: facts.kind.byte(index, file)) ?? .page,
      strings.string(facts.name.word(index, file)) ?? "", strings.string(facts.value.word(index, file)) ?? ""
    )
  }

  /// Whether hosts paint the page's first screen: not where scripts make it, or its author says so.
  public var paintsFirstScreen: Bool {
    !(0..<factCount).contains { index in
      let fact = fact(index)
      return fact.kind == .page && fact.name == "first-screen" && fact.value == "none"
    }
  }
}
