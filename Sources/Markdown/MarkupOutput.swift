import Diagnostics

/// The markup of a Markdown file as it is written, with the lines that its parts came from.
struct MarkupOutput {
  private let source: SourceFile
  private var bytes: [UInt8] = []
  private var origins: [SourceOrigin]
  /// The first byte of each line of the text behind the front matter.
  private let lines: [Int]

  init(_ source: SourceFile, bodyStart: Int) {
    self.source = source
    origins = [SourceOrigin(start: 0, file: source, offset: 0, placeholder: 0)]
    var lines = [bodyStart]
    for index in source.bytes.indices.dropFirst(bodyStart) {
      let byte = source.bytes[index]
      let endsLine =
        byte == 0x0A || byte == 0x0D && (index + 1 == source.bytes.count || source.bytes[index + 1] != 0x0A)
      if endsLine { lines.append(index + 1) }
    }
    self.lines = lines
    bytes.reserveCapacity(source.bytes.count * 2)
  }

  /// The markup, whose places are those of the Markdown file.
  var file: SourceFile { SourceFile(path: source.path, bytes: bytes, origins: origins) }

  /// What follows came of the front matter's line with the layout.
  mutating func markLayout(before end: Int) {
    let key = Array("layout".utf8)
    var line = 0
    while line < end {
      let lineEnd = source.bytes[line..<end].firstIndex(of: 0x0A) ?? end
      if source.bytes[line..<lineEnd].starts(with: key) {
        origins = [SourceOrigin(start: 0, file: source, offset: line, placeholder: lineEnd - line)]
        return
      }
      line = lineEnd + 1
    }
  }

  /// What follows came of a line.
  mutating func mark(line number: Int) {
    guard number >= 1, number <= lines.count else { return }
    let start = lines[number - 1]
    var end = number < lines.count ? lines[number] : source.bytes.count
    while end > start, source.bytes[end - 1] == 0x0A || source.bytes[end - 1] == 0x0D { end -= 1 }
    origins.append(SourceOrigin(start: bytes.count, file: source, offset: start, placeholder: end - start))
  }

  /// Adds raw markup: as a copy where its lines are in the file just so, so that columns are known too.
  mutating func copy(_ text: String, fromLine number: Int) {
    let text = Array(text.utf8)
    if number >= 1, number <= lines.count {
      let start = lines[number - 1]
      if source.bytes[start...].starts(with: text) {
        origins.append(SourceOrigin(start: bytes.count, file: source, offset: start))
      } else {
        mark(line: number)
      }
    }
    bytes += text
    mark(line: number)
  }

  mutating func write(_ text: String) { bytes += text.utf8 }

  /// Adds a text; composition fills `{{ }}` in it.
  mutating func write(escaping text: String) { Self.append(text.utf8, to: &bytes, inAttribute: false) }

  mutating func write(escaping text: some Sequence<UInt8>) { Self.append(text, to: &bytes, inAttribute: false) }

  /// Adds a text in which `{{ }}` is text.
  mutating func write(literal text: some Sequence<UInt8>) { Self.append(literal: text, to: &bytes) }

  static func escaped(_ text: String, inAttribute: Bool) -> String {
    var bytes: [UInt8] = []
    append(text.utf8, to: &bytes, inAttribute: inAttribute)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func literal(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(literal: text.utf8, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(literal text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    for byte in text {
      if byte == 0x7B { bytes += "&#123;".utf8 } else { append(CollectionOfOne(byte), to: &bytes, inAttribute: true) }
    }
  }

  private static func append(_ text: some Sequence<UInt8>, to bytes: inout [UInt8], inAttribute: Bool) {
    for byte in text {
      switch byte {
      case 0x26: bytes += "&amp;".utf8
      case 0x3C: bytes += "&lt;".utf8
      case 0x3E: bytes += "&gt;".utf8
      case 0x22 where inAttribute: bytes += "&quot;".utf8
      default: bytes.append(byte)
      }
    }
  }
}
