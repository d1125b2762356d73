import CSSValues

// The `@keyframes` rules that hosts play.
extension PageReader {
  /// The number of rules; those of single viewports count too.
  public var keyframesCount: Int { keyframeColumns.rows }

  /// A rule with its frames.
  ///
  /// - Throws: ``PageFormatError`` of kind `value` or `index`.
  public func keyframes(_ index: Int) throws(PageFormatError) -> PageKeyframes {
    guard let name = strings.string(keyframeColumns.name.word(index, file)) else {
      throw PageFormatError(.index, field: "keyframes.name", row: index)
    }
    let rows = range(keyframeColumns.frameStart, index, keyframeColumns.frameRows)
    guard rows.count <= PageKeyframes.mostFrames else {
      throw PageFormatError(.value, field: "keyframes.frame_start", row: index, found: "\(rows.count) frames")
    }
    var rule = PageKeyframes(name: name, frames: [])
    for row in rows {
      let offset = keyframeColumns.offset.double(row, 0, of: 1, file)
      guard offset >= 0, offset <= 1, offset > rule.frames.last?.offset ?? -1 else {
        throw PageFormatError(
          .value, field: "keyframes.offset", row: row, expected: "ascending from 0 to 1", found: "\(offset)")
      }
      let bytes = try blob(keyframeColumns.byteStart, row, keyframeColumns.bytes, "keyframes.byte_start")
      do {
        rule.frames.append(try PageKeyframes.Frame(offset: offset, bytes) { self.string(StringIndex($0)) })
      } catch {
        throw PageFormatError(.value, field: "keyframes.bytes", row: row, found: "\(error)")
      }
    }
    let viewport = keyframeColumns.viewport.word(index, file)
    if viewport != .max {
      guard let name = strings.string(viewport) else {
        throw PageFormatError(.index, field: "keyframes.viewport", row: index)
      }
      rule.viewport = name
      rule.colorScheme = ColorScheme(number: UInt64(keyframeColumns.colorScheme.byte(index, file))) ?? .light
    }
    return rule
  }

  /// The rules that count in a viewport, by their names; those that cannot be read are left out.
  public func keyframes(in viewport: Viewport?) -> [String: PageKeyframes] {
    var found: [String: PageKeyframes] = [:]
    for index in 0..<keyframesCount {
      guard let rule = try? keyframes(index) else { continue }
      if let own = rule.viewport {
        guard let viewport, own == viewport.name, rule.colorScheme == viewport.colorScheme else { continue }
        found[rule.name] = rule
      } else if found[rule.name]?.viewport == nil {
        found[rule.name] = rule
      }
    }
    return found
  }

  /// Checks every number of the rules.
  func validateKeyframes() throws(PageFormatError) {
    try validateStarts(keyframeColumns.frameStart, "keyframes.frame_start", keyframeColumns.frameRows)
    for row in 0..<keyframesCount { _ = try keyframes(row) }
  }

  /// The rules, one a line: `keyframes fade: 0 opacity: 0; 1 opacity: 1`.
  var keyframeLines: String {
    (0..<keyframesCount).compactMap { try? keyframes($0) }.map { rule in
      let frames = rule.frames.map { frame in
        let declarations = frame.declarations.map { "\($0.property.name): \($0.value.text)" }
        return "\(frame.offset) { \(declarations.joined(separator: "; ")) }"
      }
      let viewport = rule.viewport.map { " in \($0) \(rule.colorScheme)" } ?? ""
      return "keyframes \(rule.name)\(viewport): \(frames.joined(separator: ", "))\n"
    }.joined()
  }
}
