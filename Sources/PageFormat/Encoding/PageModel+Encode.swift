/// The version of the page and layout files that this code writes and the newest that it reads.
public enum PageFormatVersion {
  /// Version 1.
  public static let current: UInt32 = 1
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
    var writer = MessageWriter()
    writer.number(1, UInt64(PageFormatVersion.current))
    writer.string(2, source)
    writer.number(3, UInt64(dialect.rawValue))
    writer.string(4, title)
    writer.number(5, UInt64(nodes.count))
    writer.field(6, ColumnWriter.strings(strings))
    writer.field(7, encodeNodes())
    // Attributes, handlers and bindings are written in the order of the nodes, whatever order they were collected in.
    writer.field(8, encodeAttributes(nodes.flatMap { attributes[$0.attributes] }))
    writer.field(9, encodeHandlers(nodes.flatMap { handlers[$0.handlers] }))
    writer.field(10, encodeBindings(nodes.flatMap { bindings[$0.bindings] }))
    writer.field(11, encodeStyles())
    writer.field(12, encodeScripts())
    writer.field(13, encodeFacts())
    writer.field(14, encodePrograms())
    writer.field(20, layoutInput.encode())
    for variant in layoutInput.variants { writer.element(21, variant.encode()) }
    writer.field(22, states.encode())
    writer.field(23, encodeClassStates())
    writer.field(24, shapes)
    writer.field(25, pseudoStyles.encode())
    writer.field(26, semantics)
    return writer.bytes
  }

  private func encodeNodes() -> [UInt8] {
    var writer = MessageWriter()
    writer.field(1, nodes.map { $0.kind.rawValue })
    writer.field(2, ColumnWriter.bytes(nodes.map { $0.flags.rawValue }))
    writer.field(
      3,
      ColumnWriter.words(
        nodes.indices.map { index in
          nodes[index].parent.map { UInt32(index - $0) } ?? 0
        }))
    writer.field(4, ColumnWriter.words(nodes.indices.map { UInt32(max(1, nodes[$0].subtreeEnd - $0)) }))
    writer.field(5, ColumnWriter.words(nodes.map { $0.tag.rawValue }, default: .max))
    writer.field(6, ColumnWriter.words(nodes.map { $0.component.rawValue }, default: .max))
    writer.field(7, ColumnWriter.words(nodes.map { $0.style.map { UInt32($0) } ?? .max }, default: .max))
    writer.field(8, ColumnWriter.words(nodes.map { $0.text.rawValue }, default: .max))
    writer.field(9, encodeStarts(nodes.map { $0.attributes.count }))
    writer.field(10, encodeStarts(nodes.map { $0.handlers.count }))
    writer.field(11, encodeStarts(nodes.map { $0.bindings.count }))
    return writer.bytes
  }

  /// The running sums of the counts, from 0 to their sum.
  private func encodeStarts(_ counts: [Int]) -> [UInt8] {
    var sum: UInt32 = 0
    var starts: [UInt32] = [0]
    for count in counts {
      sum += UInt32(count)
      starts.append(sum)
    }
    return ColumnWriter.words(starts, default: 0)
  }

  private func encodeAttributes(_ rows: [PageAttribute]) -> [UInt8] {
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.words(rows.map { $0.name.rawValue }))
    writer.field(2, ColumnWriter.words(rows.map { $0.value.rawValue }))
    return writer.bytes
  }

  private func encodeHandlers(_ rows: [PageHandler]) -> [UInt8] {
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.words(rows.map { $0.event.rawValue }))
    writer.field(2, ColumnWriter.words(rows.map { $0.function.rawValue }))
    writer.field(3, ColumnWriter.words(rows.map { $0.arguments.rawValue }))
    writer.field(4, encodeProgramNumbers(rows.map { $0.program }))
    return writer.bytes
  }

  private func encodeBindings(_ rows: [PageBinding]) -> [UInt8] {
    var writer = MessageWriter()
    writer.field(1, rows.map { $0.target.rawValue })
    writer.field(2, ColumnWriter.words(rows.map { $0.name.rawValue }))
    writer.field(3, ColumnWriter.words(rows.map { $0.index.rawValue }))
    writer.field(4, ColumnWriter.words(rows.map { $0.expression.rawValue }))
    writer.field(5, encodeProgramNumbers(rows.map { $0.program }))
    return writer.bytes
  }

  private func encodeProgramNumbers(_ programs: [Int?]) -> [UInt8] {
    ColumnWriter.words(programs.map { $0.map { UInt32($0) } ?? .max }, default: .max)
  }

  private func encodePrograms() -> [UInt8] {
    guard !programs.isEmpty else { return [] }
    let steps = programs.flatMap(\.self)
    var writer = MessageWriter()
    writer.field(1, encodeStarts(programs.map { $0.count }))
    writer.field(2, steps.map { $0.kind })
    writer.field(3, ColumnWriter.words(steps.map { $0.operand }))
    writer.field(4, ColumnWriter.words(steps.map { $0.upper }, default: 0))
    return writer.bytes
  }

  private func encodeStyles() -> [UInt8] {
    guard !styleRows.isEmpty else { return [] }
    // Declarations were numbered as the styles were met, which is the order of the rows.
    var writer = MessageWriter()
    writer.field(1, encodeStarts(styleRows.map { $0.count }))
    writer.field(2, ColumnWriter.words(styleRows.flatMap(\.self)))
    writer.field(3, ColumnWriter.words(declarations.map { $0.property.rawValue }))
    writer.field(4, ColumnWriter.words(declarations.map { $0.value.rawValue }, default: .max))
    if declarations.contains(where: { !$0.bytes.isEmpty }) {
      let blobs = ColumnWriter.blobs(declarations.map { $0.bytes })
      writer.field(5, blobs.starts)
      writer.field(6, blobs.bytes)
    }
    return writer.bytes
  }

  private func encodeScripts() -> [UInt8] {
    var writer = MessageWriter()
    writer.field(1, scripts.map { $0.kind.rawValue })
    writer.field(2, ColumnWriter.bytes(scripts.map { $0.flags.rawValue }))
    writer.field(3, ColumnWriter.words(scripts.map { $0.source.rawValue }))
    writer.field(4, ColumnWriter.words(scripts.map { $0.text.rawValue }))
    writer.field(5, ColumnWriter.words(scripts.map { $0.type.rawValue }))
    writer.field(6, ColumnWriter.words(scripts.map { $0.node.map { UInt32($0) } ?? .max }))
    writer.field(7, ColumnWriter.words(scripts.map { UInt32(clamping: $0.line ?? 0) }, default: 0))
    return writer.bytes
  }

  private func encodeClassStates() -> [UInt8] {
    guard !classStates.isEmpty else { return [] }
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.words(classStates.map { UInt32($0.node) }))
    writer.field(2, ColumnWriter.words(classStates.map { $0.classes.rawValue }))
    writer.field(3, encodeStarts(classStates.map { $0.rows.count }))
    writer.field(4, ColumnWriter.words(classStates.flatMap { $0.rows.map { UInt32($0.node) } }))
    writer.field(5, ColumnWriter.words(classStates.flatMap { $0.rows.map { UInt32($0.style) } }))
    writer.field(6, ColumnWriter.words(classStates.map { $0.viewport.rawValue }, default: .max))
    writer.field(7, ColumnWriter.bytes(classStates.map { $0.viewport.exists ? $0.colorScheme.number : 0 }))
    return writer.bytes
  }

  private func encodeValueShapes(_ strings: inout StringTable) -> [UInt8] {
    guard !valueShapes.isEmpty else { return [] }
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.words(valueShapes.map { strings.intern($0.property).rawValue }))
    writer.field(2, ColumnWriter.words(valueShapes.map { strings.intern($0.shape).rawValue }))
    let blobs = ColumnWriter.blobs(valueShapes.map { $0.encoded(&strings) })
    writer.field(3, blobs.starts)
    writer.field(4, blobs.bytes)
    return writer.bytes
  }

  private func encodeFacts() -> [UInt8] {
    var writer = MessageWriter()
    writer.field(1, facts.map { $0.kind.rawValue })
    writer.field(2, ColumnWriter.words(facts.map { $0.name.rawValue }))
    writer.field(3, ColumnWriter.words(facts.map { $0.value.rawValue }))
    return writer.bytes
  }
}
