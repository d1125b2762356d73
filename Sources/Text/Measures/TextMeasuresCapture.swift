import CSSValues
import Layout
import Shaping

/// Makes measures from paragraphs: shapes them with the build's fonts, and keeps what prediction from them gets wrong.
struct TextMeasuresCapture {
  private let fonts: FontSet
  private let forData: Bool
  private let digest: (SystemTextMeasurer.MeasuredFont) -> String
  private var characters: Set<UInt32> = [0x20, 0x30, 0x48, 0x78, 0x2D, 0x2010, 0x2026, 0x6C34]
  private var charactersByRequest: [FontRequest: Set<UInt32>] = [:]
  /// Characters that U+FE0F follows.
  private var selected: Set<UInt32> = []
  private var instances: [FontInstance] = []
  private var places: [ObjectIdentifier: Int] = [:]
  /// By face: what it shaped.
  private var keys: [Set<ShapeKey>] = []
  private var texts: Set<[UInt16]> = []
  private var measures = TextMeasures()

  init(fonts: FontSet, forData: Bool, digest: @escaping (SystemTextMeasurer.MeasuredFont) -> String) {
    self.fonts = fonts
    self.forData = forData
    self.digest = digest
    characters.formUnion(0x20...0x7E)
    if forData { characters.formUnion(0xA0...0xFF) }
    measures.usesOpticalSizes = fonts.usesOpticalSizes
  }

  // MARK: Collecting

  mutating func add(_ request: FontRequest) {
    if charactersByRequest[request] == nil { charactersByRequest[request] = [] }
  }

  mutating func add(_ paragraph: TextParagraph) {
    let shaping = ParagraphShaping(fonts: fonts, paragraph: paragraph)
    let shaped = shaping.shapeWithKeys()
    add(shaped)
    for (font, key) in shaping.hyphenKeys() { add(key, of: font) }
    addPartsAtUnsafeBreaks(of: paragraph, shaping, shaping.shape().scaled(to: 1).flags)
    addCharacters(of: paragraph)
    guard paragraph.text.count <= TextMeasures.longestText else { return }
    if texts.insert(paragraph.text).inserted { addClusters(of: paragraph.text) }
    addBreaks(of: paragraph)
    addDirections(of: paragraph)
    if let hyphenation = fonts.hyphenation {
      shaping.hyphenatedWords?.forEachWord { measures.addWord($0, hyphenation) }
    }
  }

  private mutating func add(_ shaped: UnscaledParagraph) {
    for piece in shaped.pieces {
      if let key = piece.key { add(key, of: shaped.fonts[shaped.sizedFonts[piece.font].number]) }
    }
  }

  private mutating func add(_ key: ShapeKey, of font: any ShapingFont) {
    // The set's cascades have no other fonts.
    guard let font = font as? FontInstance else { return }
    let place = place(of: font)
    keys[place].insert(key)
    var index = 0
    while index < key.text.count {
      let (character, length) = decodeUTF16(key.text, index, key.text.count)
      characters.insert(character)
      index += length
    }
  }

  private mutating func place(of font: FontInstance) -> Int {
    if let known = places[ObjectIdentifier(font)] { return known }
    places[ObjectIdentifier(font)] = instances.count
    instances.append(font)
    keys.append([])
    return instances.count - 1
  }

  /// Longer parts that layout may shape again are predicted without a look, in UTF-16 units.
  private static let longestPart = 256

  /// A line that ends or begins at an unsafe place shapes a part again: that part is shaped here as layout will.
  private mutating func addPartsAtUnsafeBreaks(
    of paragraph: TextParagraph, _ shaping: ParagraphShaping, _ flags: [ShapedParagraph.UnitFlags]
  ) {
    for unit in flags.indices.dropLast()
    where unit > 0 && flags[unit].contains(.unsafeToBreak) && flags[unit].contains(.breakAllowed) {
      var start = unit - 1
      let first = max(0, unit - Self.longestPart)
      while start > first, flags[start].contains(.unsafeToBreak) { start -= 1 }
      var end = unit + 1
      let last = min(paragraph.text.count, unit + Self.longestPart)
      while end < last, flags[end].contains(.unsafeToBreak) { end += 1 }
      add(shaping.shape(start..<unit, keepsKeys: true))
      add(shaping.shape(unit..<end, keepsKeys: true))
    }
  }

  private mutating func addCharacters(of paragraph: TextParagraph) {
    for span in paragraph.spans where paragraph.styles.indices.contains(span.style) {
      let style = paragraph.styles[span.style]
      let request = FontRequest(
        style.font, language: style.text.language, usesOpticalSize: fonts.usesOpticalSizes)
      var own = charactersByRequest[request] ?? []
      var index = span.range.lowerBound
      while index < span.range.upperBound {
        let (character, length) = decodeUTF16(paragraph.text, index, span.range.upperBound)
        own.insert(character)
        index += length
        if index < paragraph.text.count, paragraph.text[index] == 0xFE0F { selected.insert(character) }
      }
      characters.formUnion(own)
      charactersByRequest[request] = own
    }
  }

  // MARK: Breaks and directions

  private static func lineBreak(of character: UInt32, _ facts: any CharacterFacts) -> UInt8 {
    UInt8(clamping: min(facts.lineBreakClass(of: character), Int32(TextMeasures.classCount - 1)))
  }

  private mutating func addClusters(of text: [UInt16]) {
    guard text.contains(where: { $0 >= 0x300 }) else { return }
    let facts = fonts.characters.facts
    var marks = [UInt8](repeating: 0, count: text.count + 1)
    facts.markGraphemes(of: text, marks: &marks)
    var predicted = [UInt8](repeating: 0, count: text.count + 1)
    TextMeasures.markGraphemes(of: text, &predicted)
    if marks != predicted { measures.texts[TextMeasures.key(text, TextMeasures.graphemeKind)] = marks }
  }

  private mutating func addBreaks(of paragraph: TextParagraph) {
    let facts = fonts.characters.facts
    let locales = Set(
      paragraph.styles.map {
        LineBreakOpportunities.locale(language: $0.text.language, strictness: $0.text.lineBreak)
      })
    for locale in locales.union([TextMeasures.defaultLocale]) where measures.pairBreaks[locale] == nil {
      measures.pairBreaks[locale] = LineBreakPairs.shared.table(locale)
    }
    let text = paragraph.text
    guard text.contains(where: { $0 > 0xFF }) else { return }
    for locale in locales {
      let key = TextMeasures.key(text, locale)
      guard measures.texts[key] == nil, let pairs = measures.pairBreaks[locale] else { continue }
      var marks = [UInt8](repeating: 0, count: text.count + 1)
      facts.markLineBreaks(of: text, locale: locale, marks: &marks)
      var predicted = [UInt8](repeating: 0, count: text.count + 1)
      TextMeasures.markBreaks(of: text, pairs: pairs, &predicted) { Self.lineBreak(of: $0, facts) }
      if Self.differ(marks, predicted, text) { measures.texts[key] = marks }
    }
  }

  /// Whether breaks differ where rules for spaces and Latin characters do not answer first.
  private static func differ(_ marks: [UInt8], _ predicted: [UInt8], _ text: [UInt16]) -> Bool {
    (1..<max(1, text.count)).contains { unit in
      guard marks[unit] != predicted[unit] else { return false }
      let (before, after) = (text[unit - 1], text[unit])
      if before <= 0x20 || after <= 0x20 { return false }
      return before > 0xFF || after > 0xFF
    }
  }

  private mutating func addDirections(of paragraph: TextParagraph) {
    guard !paragraph.text.isEmpty,
      paragraph.baseDirection == .rtl || paragraph.text.contains(where: CharacterClass.mayBeRightToLeft)
    else { return }
    let key = TextMeasures.key(paragraph.text, TextMeasures.directionKind(paragraph.baseDirection))
    guard measures.texts[key] == nil else { return }
    measures.texts[key] = fonts.characters.facts.bidiLevels(
      of: paragraph.text, in: 0..<paragraph.text.count, base: paragraph.baseDirection)
  }

  // MARK: Measures

  mutating func finished() -> TextMeasures {
    for (request, own) in charactersByRequest.sorted(by: { $0.key.measuresKey < $1.key.measuresKey }) {
      addCascade(request, own)
    }
    // The order of faces must not depend on that of a set.
    let identities = instances.map(identity)
    let order = instances.indices.sorted { identities[$0] < identities[$1] }
    var newPlaces = [Int](repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { newPlaces[old] = new }
    measures.cascades = measures.cascades.mapValues { cascade in
      var cascade = cascade
      cascade.primary = newPlaces[cascade.primary]
      for index in cascade.entries.indices { cascade.entries[index].face = newPlaces[cascade.entries[index].face] }
      cascade.fallbacks = cascade.fallbacks.mapValues { $0 < 0 ? -1 : newPlaces[$0] }
      return cascade
    }
    addKinds()
    measures.faces = order.map { face($0, identity: identities[$0]) }
    // Instances of one face that differ only in how they are drawn become one.
    var merged = TextMeasures()
    merged.merge(measures, page: "")
    return merged
  }

  private func identity(_ font: FontInstance) -> String {
    let measured = SystemTextMeasurer.MeasuredFont(font)
    let hash = digest(measured)
    // Compilers on their own take no hashes.
    var parts = hash.isEmpty ? [measured.ownFamily, measured.postScriptName] : [hash]
    if case .face(let face, _) = font.source { parts.append("\(face.index)") }
    parts += font.variations.map { "\($0.tag)=\($0.value)" }
    if font.isWebFont { parts.append("web") }
    let overrides = font.overrides
    parts += [overrides.ascent, overrides.descent, overrides.lineGap].map { $0.map { "\($0)" } ?? "" }
    parts.append("\(overrides.sizeAdjust)")
    parts += overrides.features.map { "\($0.tag)=\($0.value)" }
    return parts.joined(separator: " ")
  }

  private mutating func addCascade(_ request: FontRequest, _ own: Set<UInt32>) {
    let source = fonts.cascade(for: request)
    let all = source.allEntries()
    var cascade = TextMeasures.Cascade()
    cascade.primary = place(of: source.primary)
    cascade.primaryIsFirst = source.primaryIsFirst
    // Families that no character needs are left out.
    var needed = all.firstIndex { $0.font === source.primary } ?? -1
    for character in own.sorted() {
      if let entry = all.firstIndex(where: { $0.covers(character) }) {
        needed = max(needed, entry)
      } else {
        cascade.fallbacks[character] = fallback(source.font(for: character, isEmoji: false))
      }
      if fonts.characters.facts.properties(of: character).contains(.emoji), character > 0xFF {
        cascade.fallbacks[character | 1 << 31] = fallback(source.font(for: character, isEmoji: true))
      }
      if selected.contains(character) {
        cascade.fallbacks[character | 1 << 30] = fallback(source.emojiFont(for: character))
      }
    }
    cascade.entries = all.prefix(needed + 1).map { .init(face: place(of: $0.font), ranges: $0.ranges) }
    measures.cascades[request.measuresKey] = cascade
  }

  private mutating func fallback(_ font: FontInstance?) -> Int { font.map { place(of: $0) } ?? -1 }

  private mutating func addKinds() {
    let facts = fonts.characters.facts
    let all = characters.union(0xA0...0xFF)
    let scripts = Set(all.map { facts.script(of: $0) }).subtracting([CharacterClass.common, CharacterClass.inherited])
    for character in all {
      let script = facts.script(of: character)
      measures.characters[character] = TextMeasures.Kind(
        script: script,
        extensions: scripts.filter { $0 != script && facts.hasScript(character, $0) }.sorted(),
        category: UInt8(clamping: facts.generalCategory(of: character)),
        lineBreak: Self.lineBreak(of: character, facts),
        properties: facts.properties(of: character).rawValue)
    }
  }

  private func face(_ place: Int, identity: String) -> MeasuredFace {
    let font = instances[place]
    var face = MeasuredFace(identity: identity, family: font.family, of: font)
    for character in characters where font.covers(character) {
      face.advances[character] = Int32(clamping: Int(font.advance(of: character).rounded()))
      if character >= 0x3000, font.isInLeftHalf(character),
        [0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B].contains(character)
      {
        face.leftHalves.insert(character)
      }
    }
    var byContext: [MeasuredFace.Context: [ShapeKey]] = [:]
    for key in keys[place] { byContext[MeasuredFace.Context(key), default: []].append(key) }
    for (context, keys) in byContext {
      face.tables[context] = TableCapture(font: font, face: face, keys: keys, forData: forData).table()
    }
    return face
  }
}

/// Makes the table of a face in one context.
private struct TableCapture {
  let font: FontInstance
  let face: MeasuredFace
  let keys: [ShapeKey]
  let forData: Bool

  func table() -> MeasuredFace.Table {
    var table = MeasuredFace.Table()
    guard let model = keys.first else { return table }
    var characters: Set<UInt32> = []
    var pairs: Set<UInt64> = []
    for key in keys { Self.collect(key, &characters, &pairs) }
    if forData, model.script == CharacterClass.latin || model.script == CharacterClass.common {
      addDataPairs(&characters, &pairs)
    }
    for character in characters {
      let advance = shaped([character], model).first?.advance ?? 0
      if advance != face.advances[character] ?? face.missingAdvance { table.advances[character] = advance }
    }
    for pair in pairs {
      if let rule = rule(UInt32(pair >> 32), UInt32(pair & 0xFFFF_FFFF), table, model) { table.pairs[pair] = rule }
    }
    // In order: a run's name could be that of another's word.
    let ordered = keys.sorted { MeasuredFace.name($0).lexicographicallyPrecedes(MeasuredFace.name($1)) }
    for key in ordered { addWords(of: key, &table) }
    for key in ordered {
      let units = font.shaped(key).units
      if !Self.alike(face.units(key, by: table), units) { table.words[MeasuredFace.name(key)] = Self.plain(units) }
    }
    return table
  }

  private static func collect(_ key: ShapeKey, _ characters: inout Set<UInt32>, _ pairs: inout Set<UInt64>) {
    var index = key.contextBefore
    let end = key.text.count - key.contextAfter
    var last: UInt32?
    while index < end {
      let (character, length) = decodeUTF16(key.text, index, end)
      characters.insert(character)
      if let last { pairs.insert(UInt64(last) << 32 | UInt64(character)) }
      last = character
      index += length
    }
  }

  /// Letters of the alphabet and what separates words, for texts that are not known yet.
  private func addDataPairs(_ characters: inout Set<UInt32>, _ pairs: inout Set<UInt64>) {
    let ascii = (UInt32(0x20)...0x7E).filter { font.covers($0) }
    characters.formUnion(ascii)
    characters.formUnion((UInt32(0xA0)...0xFF).filter { font.covers($0) })
    for first in ascii { for second in ascii { pairs.insert(UInt64(first) << 32 | UInt64(second)) } }
  }

  private func shaped(_ characters: [UInt32], _ model: ShapeKey) -> [ShapedRun.Unit] {
    var text: [UInt16] = []
    for character in characters {
      if let scalar = Unicode.Scalar(character) { text += UTF16.encode(scalar).map { Array($0) } ?? [] }
    }
    guard !text.isEmpty else { return [] }
    return font.shaped(
      ShapeKey(
        text: text, script: model.script, isRightToLeft: model.isRightToLeft, language: model.language,
        features: model.features)
    ).units
  }

  private func rule(
    _ first: UInt32, _ second: UInt32, _ table: MeasuredFace.Table, _ model: ShapeKey
  ) -> MeasuredFace.Pair? {
    let units = shaped([first, second], model)
    let right = first > 0xFFFF ? 2 : 1
    guard units.count > right, units[0].isClusterStart else { return nil }
    func single(_ character: UInt32) -> Int32 {
      table.advances[character] ?? face.advances[character] ?? face.missingAdvance
    }
    let rule: MeasuredFace.Pair
    if units[right].isClusterStart {
      rule = MeasuredFace.Pair(
        first: units[0].advance &- single(first), second: units[right].advance &- single(second),
        isUnsafe: units[right].isUnsafeToBreak, isJoined: false)
    } else {
      rule = MeasuredFace.Pair(
        first: units[0].advance &- single(first) &- single(second), second: 0, isUnsafe: true, isJoined: true)
    }
    return rule.first == 0 && rule.second == 0 && !rule.isUnsafe ? nil : rule
  }

  private func addWords(of key: ShapeKey, _ table: inout MeasuredFace.Table) {
    let body = key.text[key.contextBefore..<key.text.count - key.contextAfter]
    for word in body.split(separator: 0x20) where table.words[Array(word)] == nil {
      let own = ShapeKey(
        text: Array(word), script: key.script, isRightToLeft: key.isRightToLeft, language: key.language,
        features: key.features)
      let units = font.shaped(own).units
      if !Self.alike(face.units(own, by: table), units) { table.words[Array(word)] = Self.plain(units) }
    }
  }

  private static func alike(_ left: [ShapedRun.Unit], _ right: [ShapedRun.Unit]) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy { left, right in
        left.isClusterStart == right.isClusterStart && left.isUnsafeToBreak == right.isUnsafeToBreak
          && (!left.isClusterStart || left.advance == right.advance)
      }
  }

  private static func plain(_ units: [ShapedRun.Unit]) -> [ShapedRun.Unit] {
    units.map {
      ShapedRun.Unit(
        advance: $0.isClusterStart ? $0.advance : 0, isClusterStart: $0.isClusterStart,
        isUnsafeToBreak: $0.isUnsafeToBreak, isMissing: false)
    }
  }
}
