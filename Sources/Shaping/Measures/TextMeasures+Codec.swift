import CSSValues

/// Why a file of measures cannot be read.
package struct TextMeasuresError: Error, Hashable, Sendable {
  /// Where in the file, in bytes.
  package var offset: Int
}

extension TextMeasures {
  /// The first bytes of a file.
  package static let signature: [UInt8] = Array("hybrid-measures-1\n".utf8)

  /// The file's bytes; the same for the same measures.
  package func encoded() -> [UInt8] {
    var writer = MeasuresWriter()
    writer.bytes += Self.signature
    writer.write(usesOpticalSizes ? 1 : 0)
    writer.write(faces.count)
    for face in faces { writer.write(face) }
    writer.write(cascades.count)
    for (key, cascade) in cascades.sorted(by: { $0.key < $1.key }) {
      writer.writeFixed(key)
      writer.write(cascade.primary)
      writer.write(cascade.primaryIsFirst ? 1 : 0)
      writer.write(cascade.entries.count)
      for entry in cascade.entries {
        writer.write(entry.face)
        writer.write(entry.ranges.count)
        for range in entry.ranges {
          writer.write(Int(range.lowerBound))
          writer.write(Int(range.upperBound - range.lowerBound))
        }
      }
      writer.write(cascade.fallbacks.count)
      for (character, face) in cascade.fallbacks.sorted(by: { $0.key < $1.key }) {
        writer.write(Int(character))
        writer.write(face + 1)
      }
    }
    writeCharacters(&writer)
    writer.write(pairBreaks.count)
    for (locale, pairs) in pairBreaks.sorted(by: { $0.key < $1.key }) {
      writer.write(locale)
      for start in stride(from: 0, to: Self.classCount * Self.classCount, by: 8) {
        var byte: UInt8 = 0
        for bit in 0..<8 where start + bit < pairs.count && pairs[start + bit] { byte |= 1 << UInt8(bit) }
        writer.bytes.append(byte)
      }
    }
    writer.write(texts.count)
    for (key, values) in texts.sorted(by: { $0.key < $1.key }) {
      writer.writeFixed(key)
      writer.writeRuns(values)
    }
    return writer.bytes
  }

  private func writeCharacters(_ writer: inout MeasuresWriter) {
    var kinds: [Kind] = []
    var places: [Kind: Int] = [:]
    let sorted = characters.sorted { $0.key < $1.key }
    for (_, kind) in sorted where places[kind] == nil {
      places[kind] = kinds.count
      kinds.append(kind)
    }
    writer.write(kinds.count)
    for kind in kinds {
      writer.write(Int(kind.script))
      writer.write(kind.extensions.count)
      for script in kind.extensions { writer.write(Int(script)) }
      writer.bytes += [kind.category, kind.lineBreak, kind.properties]
    }
    writer.write(sorted.count)
    var last = 0
    for (character, kind) in sorted {
      writer.write(Int(character) - last)
      last = Int(character)
      writer.write(places[kind] ?? 0)
    }
  }

  /// Reads a file.
  ///
  /// - Throws: ``TextMeasuresError`` where it ends too soon or names what is not there.
  package init(_ bytes: [UInt8]) throws(TextMeasuresError) {
    self.init()
    var reader = MeasuresReader(bytes)
    guard bytes.starts(with: Self.signature) else { throw reader.error }
    reader.offset = Self.signature.count
    usesOpticalSizes = try reader.read() == 1
    for _ in 0..<(try reader.count()) { faces.append(try reader.face()) }
    for _ in 0..<(try reader.count(of: 12)) {
      let key = try reader.readFixed()
      cascades[key] = try reader.cascade(faces: faces.count)
    }
    var kinds: [Kind] = []
    for _ in 0..<(try reader.count(of: 5)) {
      let script = UInt32(clamping: try reader.read())
      var extensions: [UInt32] = []
      for _ in 0..<(try reader.count()) { extensions.append(UInt32(clamping: try reader.read())) }
      let facts = (try reader.byte(), try reader.byte(), try reader.byte())
      guard Int(facts.1) < Self.classCount else { throw reader.error }
      kinds.append(
        Kind(script: script, extensions: extensions, category: facts.0, lineBreak: facts.1, properties: facts.2))
    }
    var last: UInt32 = 0
    for _ in 0..<(try reader.count(of: 2)) {
      last = try reader.character(after: last)
      let kind = try reader.read()
      guard kinds.indices.contains(kind) else { throw reader.error }
      characters[last] = kinds[kind]
    }
    for _ in 0..<(try reader.count(of: 500)) {
      let locale = try reader.text()
      var pairs: [Bool] = []
      while pairs.count < Self.classCount * Self.classCount {
        let byte = try reader.byte()
        for bit in UInt8(0)..<8 { pairs.append(byte & (1 << bit) != 0) }
      }
      pairBreaks[locale] = pairs
    }
    for _ in 0..<(try reader.count(of: 9)) {
      let key = try reader.readFixed()
      texts[key] = try reader.runs()
    }
  }
}

/// Writes numbers as few bytes: seven bits a byte, the last with the highest bit clear.
struct MeasuresWriter {
  var bytes: [UInt8] = []

  mutating func write(_ number: Int) {
    var rest = UInt(max(0, number))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Small numbers of either sign are small.
  mutating func writeSigned(_ number: Int) { write(number < 0 ? -2 * number - 1 : 2 * number) }

  mutating func writeFixed(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  mutating func write(_ number: Double) { writeFixed(number.bitPattern) }

  mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes += text.utf8
  }

  /// Values and how often each is repeated.
  mutating func writeRuns(_ values: [UInt8]) {
    write(values.count)
    var start = 0
    while start < values.count {
      var end = start + 1
      while end < values.count, values[end] == values[start] { end += 1 }
      bytes.append(values[start])
      write(end - start)
      start = end
    }
  }

  /// Characters in order with a number each: what is passed over, how many with one number follow, the number's difference.
  mutating func write(_ advances: [UInt32: Int32]) {
    let sorted = advances.sorted { $0.key < $1.key }
    write(sorted.count)
    var start = 0
    var last = 0
    var value = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].key == sorted[end - 1].key + 1, sorted[end].value == sorted[start].value {
        end += 1
      }
      write(Int(sorted[start].key) - last)
      write(end - start)
      writeSigned(Int(sorted[start].value) - value)
      value = Int(sorted[start].value)
      last = Int(sorted[end - 1].key)
      start = end
    }
  }

  mutating func write(_ face: MeasuredFace) {
    write(face.identity)
    write(face.family)
    write(face.unitsPerEm)
    let measures = face.measures
    for number in [
      measures.ascent, measures.descent, measures.lineGap, measures.xHeight, measures.capHeight,
      measures.averageAdvance, measures.maximumAdvance, face.capitalHeight, face.letterHeight,
      face.overrides.sizeAdjust,
    ] {
      write(number)
    }
    for override in [face.overrides.ascent, face.overrides.descent, face.overrides.lineGap] {
      write(override == nil ? 0 : 1)
      if let override { write(override) }
    }
    write(face.overrides.features.count)
    for feature in face.overrides.features {
      write(Int(feature.tag))
      write(feature.value)
    }
    bytes += [(face.hasHalfWidths ? 1 : 0) | (face.isWebFont ? 2 : 0), face.substitutions]
    writeSigned(Int(face.missingAdvance))
    write(face.advances)
    write(face.leftHalves.count)
    for character in face.leftHalves.sorted() { write(Int(character)) }
    writeTables(of: face)
  }

  /// Contexts with the numbers of their tables, then the tables: contexts that shape alike share one.
  private mutating func writeTables(of face: MeasuredFace) {
    let contexts = face.tables.sorted {
      ($0.key.features, $0.key.language, $0.key.script, $0.key.isRightToLeft ? 1 : 0)
        < ($1.key.features, $1.key.language, $1.key.script, $1.key.isRightToLeft ? 1 : 0)
    }
    var tables: [MeasuredFace.Table] = []
    write(contexts.count)
    for (context, table) in contexts {
      writeFixed(context.features)
      write(context.language)
      write(Int(context.script))
      bytes.append(context.isRightToLeft ? 1 : 0)
      let place = tables.firstIndex(of: table) ?? tables.count
      if place == tables.count { tables.append(table) }
      write(place)
    }
    write(tables.count)
    for table in tables { write(table) }
  }

  private mutating func write(_ table: MeasuredFace.Table) {
    write(table.advances)
    var rules: [MeasuredFace.Pair] = []
    var places: [MeasuredFace.Pair: Int] = [:]
    let pairs = table.pairs.sorted { $0.key < $1.key }
    for (_, rule) in pairs where places[rule] == nil {
      places[rule] = rules.count
      rules.append(rule)
    }
    write(rules.count)
    for rule in rules {
      writeSigned(Int(rule.first))
      writeSigned(Int(rule.second))
      bytes.append((rule.isUnsafe ? 1 : 0) | (rule.isJoined ? 2 : 0))
    }
    write(pairs.count)
    var left = 0
    var right = 0
    for (key, rule) in pairs {
      if Int(key >> 32) != left { right = 0 }
      write(Int(key >> 32) - left)
      left = Int(key >> 32)
      write(Int(key & 0xFFFF_FFFF) - right)
      right = Int(key & 0xFFFF_FFFF)
      write(places[rule] ?? 0)
    }
    let words = table.words.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    write(words.count)
    for (word, units) in words {
      write(word.count)
      for unit in word { write(Int(unit)) }
      write(units.count)
      for unit in units {
        bytes.append((unit.isClusterStart ? 1 : 0) | (unit.isUnsafeToBreak ? 2 : 0))
        if unit.isClusterStart { writeSigned(Int(unit.advance)) }
      }
    }
  }
}

/// Reads what ``MeasuresWriter`` wrote; nothing of the file is trusted.
struct MeasuresReader {
  private let bytes: [UInt8]
  var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var error: TextMeasuresError { TextMeasuresError(offset: offset) }

  mutating func byte() throws(TextMeasuresError) -> UInt8 {
    guard offset < bytes.count else { throw error }
    offset += 1
    return bytes[offset - 1]
  }

  mutating func read() throws(TextMeasuresError) -> Int {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      number |= UInt64(next & 0x7F) << shift
      if next < 0x80 { break }
      shift += 7
      guard shift < 49 else { throw error }
    }
    return Int(number)
  }

  mutating func readSigned() throws(TextMeasuresError) -> Int {
    let number = try read()
    return number & 1 == 1 ? -(number + 1) / 2 : number / 2
  }

  /// The number of items, each of some bytes: more than the file has are an error, not memory.
  mutating func count(of size: Int = 1) throws(TextMeasuresError) -> Int {
    let count = try read()
    guard count <= (bytes.count - offset) / size else { throw error }
    return count
  }

  mutating func readFixed() throws(TextMeasuresError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { number |= UInt64(try byte()) << shift }
    return number
  }

  mutating func double() throws(TextMeasuresError) -> Double {
    let number = Double(bitPattern: try readFixed())
    guard number.isFinite, abs(number) <= 1e9 else { throw error }
    return number
  }

  mutating func text() throws(TextMeasuresError) -> String {
    let count = try count()
    defer { offset += count }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }

  mutating func advance() throws(TextMeasuresError) -> Int32 {
    let number = try readSigned()
    guard abs(number) <= 1 << 30 else { throw error }
    return Int32(number)
  }

  mutating func character(after last: UInt32) throws(TextMeasuresError) -> UInt32 {
    let next = Int(last) + (try read())
    guard next <= 0x10FFFF else { throw error }
    return UInt32(next)
  }

  /// A text's values.
  mutating func runs() throws(TextMeasuresError) -> [UInt8] {
    let count = try read()
    guard count <= TextMeasures.longestText + 1 else { throw error }
    var values: [UInt8] = []
    while values.count < count {
      let value = try byte()
      let length = try read()
      guard length > 0, length <= count - values.count else { throw error }
      values += repeatElement(value, count: length)
    }
    return values
  }

  mutating func advances() throws(TextMeasuresError) -> [UInt32: Int32] {
    let count = try read()
    guard count <= 0x110000 else { throw error }
    var advances: [UInt32: Int32] = [:]
    var last: UInt32 = 0
    var value = 0
    while advances.count < count {
      var next = try character(after: last)
      guard advances.isEmpty || next > last else { throw error }
      let length = try read()
      value += try readSigned()
      guard length > 0, length <= count - advances.count, Int(next) + length <= 0x110000, abs(value) <= 1 << 30 else {
        throw error
      }
      for _ in 0..<length {
        advances[next] = Int32(value)
        last = next
        next += 1
      }
    }
    return advances
  }

  mutating func face() throws(TextMeasuresError) -> MeasuredFace {
    let identity = try text()
    let family = try text()
    let unitsPerEm = try read()
    guard (16...16384).contains(unitsPerEm) else { throw error }
    var numbers: [Double] = []
    for _ in 0..<10 { numbers.append(try double()) }
    var overrides = FontFaceOverrides(sizeAdjust: numbers[9])
    if try read() == 1 { overrides.ascent = try double() }
    if try read() == 1 { overrides.descent = try double() }
    if try read() == 1 { overrides.lineGap = try double() }
    for _ in 0..<(try count(of: 9)) {
      overrides.features.append(FontSetting(tag: UInt32(clamping: try read()), value: try double()))
    }
    var face = MeasuredFace(
      identity: identity, family: family, unitsPerEm: unitsPerEm,
      measures: FontFaceMeasures(
        ascent: numbers[0], descent: numbers[1], lineGap: numbers[2], xHeight: numbers[3], capHeight: numbers[4],
        averageAdvance: numbers[5], maximumAdvance: numbers[6], weightClass: 400, isItalic: false),
      overrides: overrides)
    face.capitalHeight = numbers[7]
    face.letterHeight = numbers[8]
    let flags = try byte()
    face.hasHalfWidths = flags & 1 != 0
    face.isWebFont = flags & 2 != 0
    face.substitutions = try byte()
    face.missingAdvance = try advance()
    face.advances = try advances()
    for _ in 0..<(try count()) { face.leftHalves.insert(UInt32(clamping: try read())) }
    try readTables(of: &face)
    return face
  }

  private mutating func readTables(of face: inout MeasuredFace) throws(TextMeasuresError) {
    var contexts: [(MeasuredFace.Context, Int)] = []
    for _ in 0..<(try count(of: 12)) {
      let features = try readFixed()
      let language = try text()
      let script = UInt32(clamping: try read())
      let isRightToLeft = try byte() == 1
      contexts.append(
        (.init(features: features, language: language, script: script, isRightToLeft: isRightToLeft), try read()))
    }
    var tables: [MeasuredFace.Table] = []
    for _ in 0..<(try count()) { tables.append(try table()) }
    for (context, place) in contexts {
      guard tables.indices.contains(place) else { throw error }
      face.tables[context] = tables[place]
    }
  }

  private mutating func table() throws(TextMeasuresError) -> MeasuredFace.Table {
    var table = MeasuredFace.Table()
    table.advances = try advances()
    var rules: [MeasuredFace.Pair] = []
    for _ in 0..<(try count(of: 3)) {
      let first = try advance()
      let second = try advance()
      let bits = try byte()
      rules.append(.init(first: first, second: second, isUnsafe: bits & 1 != 0, isJoined: bits & 2 != 0))
    }
    var left: UInt32 = 0
    var right: UInt32 = 0
    for _ in 0..<(try count(of: 3)) {
      let next = try character(after: left)
      if next != left { right = 0 }
      left = next
      right = try character(after: right)
      let rule = try read()
      guard rules.indices.contains(rule) else { throw error }
      table.pairs[UInt64(left) << 32 | UInt64(right)] = rules[rule]
    }
    for _ in 0..<(try count(of: 2)) {
      var word: [UInt16] = []
      for _ in 0..<(try count()) { word.append(UInt16(clamping: try read())) }
      var units: [ShapedRun.Unit] = []
      for _ in 0..<(try count()) {
        let bits = try byte()
        let isStart = bits & 1 != 0
        units.append(
          ShapedRun.Unit(
            advance: isStart ? try advance() : 0, isClusterStart: isStart, isUnsafeToBreak: bits & 2 != 0,
            isMissing: false))
      }
      table.words[word] = units
    }
    return table
  }

  mutating func cascade(faces: Int) throws(TextMeasuresError) -> TextMeasures.Cascade {
    var cascade = TextMeasures.Cascade()
    cascade.primary = try read()
    cascade.primaryIsFirst = try read() == 1
    for _ in 0..<(try count(of: 2)) {
      var entry = TextMeasures.Cascade.Entry(face: try read(), ranges: [])
      for _ in 0..<(try count(of: 2)) {
        let first = try character(after: 0)
        entry.ranges.append(first...(try character(after: first)))
      }
      guard entry.face < faces else { throw error }
      cascade.entries.append(entry)
    }
    for _ in 0..<(try count(of: 2)) {
      let character = UInt32(clamping: try read())
      let face = try read() - 1
      guard face < faces else { throw error }
      cascade.fallbacks[character] = face
    }
    guard cascade.primary < faces else { throw error }
    return cascade
  }
}
