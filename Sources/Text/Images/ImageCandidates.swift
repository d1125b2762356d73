/// A candidate of `srcset` (HTML, 4.8.4.4.8).
public struct ImageCandidate: Hashable, Sendable {
  /// What the URL's descriptor says.
  public enum Descriptor: Hashable, Sendable {
    /// `2x`; without a descriptor the density is 1.
    case density(Double)
    /// `640w` in image pixels.
    case width(Int)
  }

  /// As written, without resolving.
  public var url: String
  /// The density or width.
  public var descriptor: Descriptor

  /// A candidate.
  public init(url: String, descriptor: Descriptor = .density(1)) {
    self.url = url
    self.descriptor = descriptor
  }
}

/// An entry of `sizes`: the length counts where the media condition holds; the last has none.
public struct SourceSize: Hashable, Sendable {
  /// A media condition as written, or `nil`.
  public var condition: String?
  /// A CSS length as written, or `auto`.
  public var length: String
}

/// Parses `srcset` (HTML, 4.8.4.4.8 "Parsing a srcset attribute"); candidates with errors are left out.
public func parseSourceSet(_ text: String) -> [ImageCandidate] {
  let bytes = Array(text.utf8)
  var candidates: [ImageCandidate] = []
  var i = 0
  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D }
  while true {
    // Splitting loop: white space and commas.
    while i < bytes.count, isSpace(bytes[i]) || bytes[i] == UInt8(ascii: ",") { i += 1 }
    guard i < bytes.count else { return candidates }
    let start = i
    while i < bytes.count, !isSpace(bytes[i]) { i += 1 }
    var end = i
    var descriptors: [String] = []
    if bytes[end - 1] == UInt8(ascii: ",") {
      while end > start, bytes[end - 1] == UInt8(ascii: ",") { end -= 1 }
    } else {
      descriptors = tokenizeDescriptors(bytes, &i)
    }
    let url = String(decoding: bytes[start..<end], as: UTF8.self)
    if let descriptor = parseDescriptors(descriptors) {
      candidates.append(ImageCandidate(url: url, descriptor: descriptor))
    }
  }
}

/// The descriptor tokenizer: splits at white space outside parentheses, ends at a comma outside them.
private func tokenizeDescriptors(_ bytes: [UInt8], _ i: inout Int) -> [String] {
  var descriptors: [String] = []
  var current: [UInt8] = []
  var isInParentheses = false
  func flush() {
    if !current.isEmpty { descriptors.append(String(decoding: current, as: UTF8.self)) }
    current.removeAll()
  }
  while i < bytes.count {
    let byte = bytes[i]
    i += 1
    if isInParentheses {
      current.append(byte)
      if byte == UInt8(ascii: ")") { isInParentheses = false }
      continue
    }
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D: flush()
    case UInt8(ascii: ","):
      flush()
      return descriptors
    case UInt8(ascii: "("):
      current.append(byte)
      isInParentheses = true
    default: current.append(byte)
    }
  }
  flush()
  return descriptors
}

/// The descriptor parser; `nil` is an error, which drops the candidate.
private func parseDescriptors(_ descriptors: [String]) -> ImageCandidate.Descriptor? {
  var width: Int?
  var density: Double?
  var height: Int?
  for descriptor in descriptors {
    let number = descriptor.dropLast()
    switch descriptor.last {
    case "w":
      guard width == nil, density == nil, let value = nonNegativeInteger(number), value > 0 else { return nil }
      width = value
    case "x":
      guard width == nil, density == nil, height == nil, let value = floatingPoint(number), value >= 0 else {
        return nil
      }
      density = value
    case "h":
      guard height == nil, density == nil, let value = nonNegativeInteger(number), value > 0 else { return nil }
      height = value
    default: return nil
    }
  }
  if height != nil, width == nil { return nil }
  if let width { return .width(width) }
  return .density(density ?? 1)
}

private func nonNegativeInteger(_ text: Substring) -> Int? {
  guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
  return Int(text)
}

/// A valid floating-point number (HTML, 2.3.4.3).
private func floatingPoint(_ text: Substring) -> Double? {
  guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "."),
    text.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }),
    text.utf8.last != UInt8(ascii: "."), let value = Double(text), value.isFinite
  else { return nil }
  return value
}

/// Parses `sizes` into its entries (HTML, 4.8.4.4.9), without evaluating conditions or lengths. Commas and white space
/// inside parentheses do not separate.
public func parseSourceSizes(_ text: String) -> [SourceSize] {
  var entries: [[Substring]] = [[]]
  var depth = 0
  var wordStart: String.Index?
  func endWord(_ end: String.Index) {
    if let start = wordStart { entries[entries.count - 1].append(text[start..<end]) }
    wordStart = nil
  }
  for index in text.indices {
    let character = text[index]
    if depth == 0, character == "," {
      endWord(index)
      entries.append([])
      continue
    }
    if depth == 0, character.isWhitespace {
      endWord(index)
      continue
    }
    if character == "(" { depth += 1 }
    if character == ")" { depth = max(0, depth - 1) }
    if wordStart == nil { wordStart = index }
  }
  endWord(text.endIndex)
  return entries.compactMap { words in
    guard let length = words.last else { return nil }
    let condition = words.dropLast().joined(separator: " ")
    return SourceSize(condition: condition.isEmpty ? nil : condition, length: String(length))
  }
}

/// Chooses among candidates as Chromium does: the density next above the device's, unless the device's is nearer (by the
/// geometric mean) to the one below.
/// - Parameters:
///   - candidates: Those of `srcset`, and `src` last as a candidate of density 1 where it counts (HTML, 4.8.4.4.5: not
///     beside one of density 1 or ones with widths).
///   - sourceSize: The used `sizes` in CSS px; 100vw where there is none.
///   - scale: Device pixels per CSS px.
/// - Returns: The index of the choice and its density, by which the image's natural size is divided; `nil` without
///   candidates.
public func chooseCandidate(
  among candidates: [ImageCandidate], sourceSize: Double, scale: Double
) -> (index: Int, density: Double)? {
  var densities: [(index: Int, density: Double)] = []
  var seen: Set<Double> = []
  for (index, candidate) in candidates.enumerated() {
    let density: Double
    switch candidate.descriptor {
    case .density(let value): density = value
    // A source size of 0 makes every density infinite.
    case .width(let width): density = sourceSize > 0 ? Double(width) / sourceSize : .infinity
    }
    // Of several with one density the first counts.
    if seen.insert(density).inserted { densities.append((index, density)) }
  }
  guard !densities.isEmpty else { return nil }
  // The order of equal densities does not matter: there are none.
  densities.sort { $0.density < $1.density }
  for position in 0..<(densities.count - 1) {
    let current = densities[position].density
    let next = densities[position + 1].density
    if next < scale { continue }
    let mean = (current * next).squareRoot()
    let takesNext = (scale <= 1 && scale > current) || scale >= mean
    return densities[takesNext ? position + 1 : position]
  }
  return densities[densities.count - 1]
}
