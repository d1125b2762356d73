extension PageLayoutInput {
  /// The message `LayoutInput` of `schema/page.proto`.
  func encode() -> [UInt8] {
    guard !variants.isEmpty || !facts.isEmpty else { return [] }
    var writer = MessageWriter()
    writer.number(1, (isQuirky ? 1 : 0) | (isBuiltOnly ? 2 : 0) | (hasLineHeightQuirk ? 4 : 0))
    writer.double(2, scrollbarThickness)
    writer.field(3, ColumnWriter.bytes(roles.map(\.rawValue)))
    writer.field(4, ColumnWriter.bytes(spaces.map(\.rawValue)))
    let rows = ColumnWriter.blobs(facts.map(\.bytes))
    writer.field(5, ColumnWriter.words(facts.map { UInt32($0.node) }))
    writer.field(6, facts.isEmpty ? [] : rows.starts)
    writer.field(7, rows.bytes)
    return writer.bytes
  }
}

extension PageVariant {
  /// The message `Variant` of `schema/page.proto`.
  func encode() -> [UInt8] {
    var writer = MessageWriter()
    writer.double(1, environment.width)
    writer.double(2, environment.height)
    writer.double(3, environment.scale)
    writer.double(4, environment.fontScale)
    writer.number(5, UInt64(environment.colorScheme.number))
    var flags: UInt64 = hasOwnStates ? 4 : 0
    if dependsOnColorScheme { flags |= 1 }
    if dependsOnFontScale { flags |= 2 }
    if hasOwnPseudoStyles { flags |= 8 }
    if dependsOnSafeArea { flags |= 16 }
    writer.number(6, flags)
    writer.field(7, Self.bytes([width, height, ratio, scale]))
    writer.field(8, ColumnWriter.words(overrides.map { UInt32($0.node) }))
    writer.field(9, ColumnWriter.words(overrides.map { $0.style.map { UInt32($0) } ?? .max }))
    let rows = ColumnWriter.blobs(facts.map(\.bytes))
    writer.field(10, ColumnWriter.words(facts.map { UInt32($0.node) }))
    writer.field(11, facts.isEmpty ? [] : rows.starts)
    writer.field(12, rows.bytes)
    writer.field(13, states.encode())
    writer.field(14, ColumnWriter.words(containers.map { UInt32($0.node) }))
    writer.field(15, Self.bytes(containers.flatMap { [$0.width, $0.height] }))
    writer.field(16, pseudoStyles.encode())
    if dependsOnSafeArea { writer.field(17, ColumnWriter.doubles(environment.safeArea.sides)) }
    return writer.bytes
  }

  /// Two f64, little-endian, for each range.
  private static func bytes(_ ranges: [PageRange]) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in ranges.flatMap({ [$0.low, $0.high] }) {
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> shift))
      }
    }
    return bytes
  }
}
