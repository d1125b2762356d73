extension PageLayoutInput {
  /// The message `LayoutInput` of `schema/page.proto`.
  func encode() -> [UInt8] {
    guard !variants.isEmpty || !facts.isEmpty else { return [] }
    var writer = MessageWriter()
    writer.number(LayoutInputFields.flags, (isQuirky ? 1 : 0) | (isBuiltOnly ? 2 : 0) | (hasLineHeightQuirk ? 4 : 0))
    writer.double(LayoutInputFields.scrollbarThickness, scrollbarThickness)
    writer.column(LayoutInputFields.box, boxes.map(\.rawValue))
    writer.column(LayoutInputFields.space, spaces.map(\.rawValue))
    let rows = ColumnWriter.blobs(facts.map(\.bytes))
    writer.column(LayoutInputFields.factNode, facts.map { UInt32($0.node) })
    writer.column(LayoutInputFields.factStart, rows.starts)
    writer.field(LayoutInputFields.facts, rows.bytes)
    return writer.bytes
  }
}

extension PageVariant {
  /// The message `Variant` of `schema/page.proto`.
  func encode() -> [UInt8] {
    var writer = MessageWriter()
    writer.double(VariantFields.width, environment.width)
    writer.double(VariantFields.height, environment.height)
    writer.double(VariantFields.scale, environment.scale)
    writer.double(VariantFields.fontScale, environment.fontScale)
    writer.number(VariantFields.colorScheme, UInt64(environment.colorScheme.number))
    var flags: UInt64 = hasOwnStates ? 4 : 0
    if dependsOnColorScheme { flags |= 1 }
    if dependsOnFontScale { flags |= 2 }
    if hasOwnPseudoStyles { flags |= 8 }
    if dependsOnSafeArea { flags |= 16 }
    writer.number(VariantFields.flags, flags)
    writer.column(VariantFields.ranges, Self.numbers([width, height, ratio, scale]))
    writer.column(VariantFields.node, overrides.map { UInt32($0.node) })
    writer.column(VariantFields.style, overrides.map { $0.style.map { UInt32($0) } ?? .max })
    let rows = ColumnWriter.blobs(facts.map(\.bytes))
    writer.column(VariantFields.factNode, facts.map { UInt32($0.node) })
    writer.column(VariantFields.factStart, rows.starts)
    writer.field(VariantFields.facts, rows.bytes)
    writer.field(VariantFields.states, states.encode())
    writer.column(VariantFields.containerNode, containers.map { UInt32($0.node) })
    writer.column(VariantFields.containerSizes, Self.numbers(containers.flatMap { [$0.width, $0.height] }))
    writer.field(VariantFields.pseudoStyles, pseudoStyles.encode())
    writer.column(VariantFields.boxNode, boxes.map { UInt32($0.node) })
    writer.column(VariantFields.box, boxes.map(\.box.rawValue))
    if dependsOnSafeArea { writer.column(VariantFields.safeArea, environment.safeArea.sides) }
    return writer.bytes
  }

  /// Two numbers for each range.
  private static func numbers(_ ranges: [PageRange]) -> [Double] { ranges.flatMap { [$0.low, $0.high] } }
}
