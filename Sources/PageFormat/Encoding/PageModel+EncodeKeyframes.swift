extension PageModel {
  /// The message of the rules that hosts play.
  func encodeKeyframes(_ strings: inout StringTable) -> [UInt8] {
    guard !keyframes.isEmpty else { return [] }
    var writer = MessageWriter()
    let frames = keyframes.flatMap(\.frames)
    writer.column(KeyframeColumns.Fields.name, keyframes.map { strings.intern($0.name).rawValue })
    writer.column(KeyframeColumns.Fields.frameStart, ColumnWriter.starts(keyframes.map { $0.frames.count }))
    writer.column(KeyframeColumns.Fields.offset, frames.map(\.offset))
    let blobs = ColumnWriter.blobs(frames.map { $0.encoded(&strings) })
    writer.column(KeyframeColumns.Fields.byteStart, blobs.starts)
    writer.field(KeyframeColumns.Fields.bytes, blobs.bytes)
    writer.column(
      KeyframeColumns.Fields.viewport,
      keyframes.map { $0.viewport.map { strings.intern($0) }?.rawValue ?? StringIndex.none.rawValue })
    writer.column(
      KeyframeColumns.Fields.colorScheme, keyframes.map { $0.viewport == nil ? 0 : $0.colorScheme.number })
    return writer.bytes
  }
}
