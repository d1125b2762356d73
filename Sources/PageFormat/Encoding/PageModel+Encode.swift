/// The version of the page and layout files that this code writes and the newest that it reads.
public enum PageFormatVersion {
  /// Version 2: columns are as narrow as their numbers. Version 1 is read too.
  public static let current: UInt32 = 2
}

extension PageModel {
  /// The page file (`schema/page.proto`). The same model gives the same bytes.
  ///
  /// The model must be sound: parents before their children, ranges and indices inside their arrays;
  /// ``PageReader/validate()`` reports.
  public func encode() -> [UInt8] {
    // Their names may be new to the table of strings.
    var strings = strings
    let shapes = encodeValueShapes(&strings)
    let semantics = encodeSemantics(&strings)
    let keyframes = encodeKeyframes(&strings)
    var writer = MessageWriter()
    writer.number(PageFields.formatVersion, UInt64(PageFormatVersion.current))
    writer.string(PageFields.source, source)
    writer.number(PageFields.dialect, UInt64(dialect.rawValue))
    writer.string(PageFields.title, title)
    writer.number(PageFields.nodeCount, UInt64(nodes.count))
    writer.field(PageFields.strings, ColumnWriter.strings(strings))
    writer.field(PageFields.nodes, encodeNodes())
    // Attributes, handlers and bindings are written in the order of the nodes, whatever order they were collected in.
    writer.field(PageFields.attributes, encodeAttributes(nodes.flatMap { attributes[$0.attributes] }))
    writer.field(PageFields.handlers, encodeHandlers(nodes.flatMap { handlers[$0.handlers] }))
    writer.field(PageFields.bindings, encodeBindings(nodes.flatMap { bindings[$0.bindings] }))
    writer.field(PageFields.styles, encodeStyles())
    writer.field(PageFields.scripts, encodeScripts())
    writer.field(PageFields.facts, encodeFacts())
    writer.field(PageFields.programs, encodePrograms())
    writer.field(PageFields.layoutInput, layoutInput.encode())
    for variant in layoutInput.variants { writer.element(PageFields.variants, variant.encode()) }
    writer.field(PageFields.states, states.encode())
    writer.field(PageFields.classStates, encodeClassStates())
    writer.field(PageFields.valueShapes, shapes)
    writer.field(PageFields.pseudoStyles, pseudoStyles.encode())
    writer.field(PageFields.semantics, semantics)
    writer.field(PageFields.keyframes, keyframes)
    return writer.bytes
  }

  private func encodeNodes() -> [UInt8] {
    var writer = MessageWriter()
    writer.column(NodeColumns.Fields.kind, nodes.map { $0.kind.rawValue })
    writer.column(NodeColumns.Fields.flags, nodes.map { $0.flags.rawValue })
    writer.column(
      NodeColumns.Fields.parentDistance,
      nodes.indices.map { index in nodes[index].parent.map { UInt32(index - $0) } ?? 0 })
    writer.column(NodeColumns.Fields.subtreeSize, nodes.indices.map { UInt32(max(1, nodes[$0].subtreeEnd - $0)) })
    writer.column(NodeColumns.Fields.tag, nodes.map { $0.tag.rawValue })
    writer.column(NodeColumns.Fields.component, nodes.map { $0.component.rawValue })
    writer.column(NodeColumns.Fields.style, nodes.map { $0.style.map { UInt32($0) } ?? .max })
    writer.column(NodeColumns.Fields.text, nodes.map { $0.text.rawValue })
    writer.column(NodeColumns.Fields.attributeStart, ColumnWriter.starts(nodes.map { $0.attributes.count }))
    writer.column(NodeColumns.Fields.handlerStart, ColumnWriter.starts(nodes.map { $0.handlers.count }))
    writer.column(NodeColumns.Fields.bindingStart, ColumnWriter.starts(nodes.map { $0.bindings.count }))
    return writer.bytes
  }

  private func encodeAttributes(_ rows: [PageAttribute]) -> [UInt8] {
    var writer = MessageWriter()
    writer.column(AttributeColumns.Fields.name, rows.map { $0.name.rawValue })
    writer.column(AttributeColumns.Fields.value, rows.map { $0.value.rawValue })
    return writer.bytes
  }

  private func encodeHandlers(_ rows: [PageHandler]) -> [UInt8] {
    var writer = MessageWriter()
    writer.column(HandlerColumns.Fields.event, rows.map { $0.event.rawValue })
    writer.column(HandlerColumns.Fields.function, rows.map { $0.function.rawValue })
    writer.column(HandlerColumns.Fields.arguments, rows.map { $0.arguments.rawValue })
    writer.column(HandlerColumns.Fields.program, programNumbers(rows.map { $0.program }))
    return writer.bytes
  }

  private func encodeBindings(_ rows: [PageBinding]) -> [UInt8] {
    var writer = MessageWriter()
    writer.column(BindingColumns.Fields.target, rows.map { $0.target.rawValue })
    writer.column(BindingColumns.Fields.name, rows.map { $0.name.rawValue })
    writer.column(BindingColumns.Fields.index, rows.map { $0.index.rawValue })
    writer.column(BindingColumns.Fields.expression, rows.map { $0.expression.rawValue })
    writer.column(BindingColumns.Fields.program, programNumbers(rows.map { $0.program }))
    return writer.bytes
  }

  private func programNumbers(_ programs: [Int?]) -> [UInt32] {
    programs.map { $0.map { UInt32($0) } ?? .max }
  }

  private func encodePrograms() -> [UInt8] {
    guard !programs.isEmpty else { return [] }
    let steps = programs.flatMap(\.self)
    var writer = MessageWriter()
    writer.column(ProgramColumns.Fields.start, ColumnWriter.starts(programs.map { $0.count }))
    writer.column(ProgramColumns.Fields.kind, steps.map { $0.kind })
    writer.column(ProgramColumns.Fields.operand, steps.map { $0.operand })
    writer.column(ProgramColumns.Fields.upper, steps.map { $0.upper })
    return writer.bytes
  }

  private func encodeStyles() -> [UInt8] {
    guard !styleRows.isEmpty else { return [] }
    // Declarations were numbered as the styles were met, which is the order of the rows.
    var writer = MessageWriter()
    writer.column(StyleColumns.Fields.start, ColumnWriter.starts(styleRows.map { $0.count }))
    writer.column(StyleColumns.Fields.declaration, styleRows.joined().map { UInt32(bitPattern: $0) })
    writer.column(StyleColumns.Fields.property, declarations.map { $0.property.rawValue })
    writer.column(StyleColumns.Fields.value, declarations.map { $0.value.rawValue })
    if declarations.contains(where: { !$0.bytes.isEmpty }) {
      let blobs = ColumnWriter.blobs(declarations.map { $0.bytes })
      writer.column(StyleColumns.Fields.byteStart, blobs.starts)
      writer.field(StyleColumns.Fields.bytes, blobs.bytes)
    }
    return writer.bytes
  }

  private func encodeScripts() -> [UInt8] {
    var writer = MessageWriter()
    writer.column(ScriptColumns.Fields.kind, scripts.map { $0.kind.rawValue })
    writer.column(ScriptColumns.Fields.flags, scripts.map { $0.flags.rawValue })
    writer.column(ScriptColumns.Fields.source, scripts.map { $0.source.rawValue })
    writer.column(ScriptColumns.Fields.text, scripts.map { $0.text.rawValue })
    writer.column(ScriptColumns.Fields.type, scripts.map { $0.type.rawValue })
    writer.column(ScriptColumns.Fields.node, scripts.map { $0.node.map { UInt32($0) } ?? .max })
    writer.column(ScriptColumns.Fields.line, scripts.map { UInt32(clamping: $0.line ?? 0) })
    return writer.bytes
  }

  private func encodeClassStates() -> [UInt8] {
    guard !classStates.isEmpty else { return [] }
    var writer = MessageWriter()
    writer.column(ClassStateColumns.Fields.node, classStates.map { UInt32($0.node) })
    writer.column(ClassStateColumns.Fields.classes, classStates.map { $0.classes.rawValue })
    writer.column(ClassStateColumns.Fields.rowStart, ColumnWriter.starts(classStates.map { $0.rows.count }))
    writer.column(ClassStateColumns.Fields.target, classStates.flatMap { $0.rows.map { UInt32($0.node) } })
    writer.column(ClassStateColumns.Fields.style, classStates.flatMap { $0.rows.map { UInt32($0.style) } })
    writer.column(ClassStateColumns.Fields.viewport, classStates.map { $0.viewport.rawValue })
    writer.column(
      ClassStateColumns.Fields.colorScheme, classStates.map { $0.viewport.exists ? $0.colorScheme.number : 0 })
    return writer.bytes
  }

  private func encodeValueShapes(_ strings: inout StringTable) -> [UInt8] {
    guard !valueShapes.isEmpty else { return [] }
    var writer = MessageWriter()
    writer.column(ValueShapeColumns.Fields.property, valueShapes.map { strings.intern($0.property).rawValue })
    writer.column(ValueShapeColumns.Fields.shape, valueShapes.map { strings.intern($0.shape).rawValue })
    let blobs = ColumnWriter.blobs(valueShapes.map { $0.encoded(&strings) })
    writer.column(ValueShapeColumns.Fields.byteStart, blobs.starts)
    writer.field(ValueShapeColumns.Fields.bytes, blobs.bytes)
    return writer.bytes
  }

  private func encodeFacts() -> [UInt8] {
    var writer = MessageWriter()
    writer.column(FactColumns.Fields.kind, facts.map { $0.kind.rawValue })
    writer.column(FactColumns.Fields.name, facts.map { $0.name.rawValue })
    writer.column(FactColumns.Fields.value, facts.map { $0.value.rawValue })
    return writer.bytes
  }
}
