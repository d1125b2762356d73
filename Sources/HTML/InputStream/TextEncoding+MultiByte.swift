// The decoders of the multi-byte encodings (Encoding, sections 10 to 13). `EncodingIndex` maps pointers to characters.
extension TextEncoding {
  /// Decodes bytes by the decoder of the encoding's name.
  func decodeMultiByte(_ bytes: [UInt8]) -> Decoded {
    switch name {
    // GBK is decoded as GB18030 (10.1.1).
    case "gbk", "gb18030": Self.gb18030(bytes)
    case "big5": Self.big5(bytes)
    case "euc-jp": Self.eucJP(bytes)
    case "shift_jis": Self.shiftJIS(bytes)
    case "euc-kr": Self.eucKR(bytes)
    case "iso-2022-jp": Self.iso2022JP(bytes)
    default: Decoded(Self.utf8.decode(bytes))
    }
  }

  /// 10.2.1 gb18030's decoder.
  private static func gb18030(_ bytes: [UInt8]) -> Decoded {
    let index = EncodingIndex.gb18030
    var decoded = Decoded(capacity: bytes.count * 3 / 2 + 16)
    var position = 0
    while position < bytes.count {
      let lead = bytes[position]
      position += 1
      if lead < 0x80 {
        decoded.text.append(lead)
        continue
      }
      if lead == 0x80 {
        append(0x20AC, to: &decoded.text)
        continue
      }
      guard lead < 0xFF, position < bytes.count else {
        decoded.appendReplacement()
        continue
      }
      let second = bytes[position]
      if (0x30...0x39).contains(second) {
        position = appendFourBytes(bytes, position - 1, to: &decoded)
        continue
      }
      position += 1
      var code: UInt32 = 0
      if second >= 0x40, second != 0x7F, second != 0xFF {
        code = index[Int(lead - 0x81) * 190 + Int(second) - (second < 0x7F ? 0x40 : 0x41)]
      }
      if code == 0 {
        decoded.appendReplacement()
        // ASCII stands for itself.
        if second < 0x80 { position -= 1 }
      } else {
        append(code, to: &decoded.text)
      }
    }
    return decoded
  }

  /// Decodes a sequence that begins as one of four bytes does, and returns the place behind it; where it is none, the bytes
  /// behind its first are read again.
  private static func appendFourBytes(_ bytes: [UInt8], _ start: Int, to decoded: inout Decoded) -> Int {
    // The end of the text is one error, however much of the sequence is there.
    func rest(_ count: Int) -> Int { start + count < bytes.count ? start + 1 : bytes.count }
    guard start + 2 < bytes.count, (0x81...0xFE).contains(bytes[start + 2]) else {
      decoded.appendReplacement()
      return rest(2)
    }
    guard start + 3 < bytes.count, (0x30...0x39).contains(bytes[start + 3]) else {
      decoded.appendReplacement()
      return rest(3)
    }
    let pointer =
      ((Int(bytes[start]) - 0x81) * 10 + Int(bytes[start + 1]) - 0x30) * 1_260 + (Int(bytes[start + 2]) - 0x81) * 10
      + Int(bytes[start + 3]) - 0x30
    switch pointer {
    case ..<39_420:
      let code = EncodingIndex.gb18030Ranges[pointer]
      if code == 0 { decoded.appendReplacement() } else { append(code, to: &decoded.text) }
    case 189_000...1_237_575: append(UInt32(pointer - 189_000 + 0x1_0000), to: &decoded.text)
    default: decoded.appendReplacement()
    }
    return start + 4
  }

  /// 11.1.1 Big5's decoder.
  private static func big5(_ bytes: [UInt8]) -> Decoded {
    let index = EncodingIndex.big5
    return pairs(bytes, leads: 0x81...0xFE) { lead, trail, decoded in
      guard (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) else { return 0 }
      let pointer = Int(lead - 0x81) * 157 + Int(trail) - (trail < 0x7F ? 0x40 : 0x62)
      switch pointer {
      // The only pairs that stand for two characters: a letter and a combining accent, of which the second comes back.
      case 1_133: append(0xCA, to: &decoded.text)
      case 1_135: append(0xCA, to: &decoded.text)
      case 1_164: append(0xEA, to: &decoded.text)
      case 1_166: append(0xEA, to: &decoded.text)
      default: return index[pointer]
      }
      return pointer == 1_133 || pointer == 1_164 ? 0x304 : 0x30C
    }
  }

  /// 13.1.1 EUC-KR's decoder.
  private static func eucKR(_ bytes: [UInt8]) -> Decoded {
    let index = EncodingIndex.eucKR
    return pairs(bytes, leads: 0x81...0xFE) { lead, trail, _ in
      guard (0x41...0xFE).contains(trail) else { return 0 }
      return index[Int(lead - 0x81) * 190 + Int(trail) - 0x41]
    }
  }

  /// 12.3.1 Shift_JIS's decoder.
  private static func shiftJIS(_ bytes: [UInt8]) -> Decoded {
    let index = EncodingIndex.jis0208
    return pairs(bytes, leads: 0x81...0xFC) { lead, trail, _ in
      guard (0x40...0x7E).contains(trail) || (0x80...0xFC).contains(trail) else { return 0 }
      let pointer = Int(lead - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
      // Windows' private use area.
      if (8_836...10_715).contains(pointer) { return UInt32(0xE000 - 8_836 + pointer) }
      return pointer < index.count ? index[pointer] : 0
    } single: { byte in
      switch byte {
      case 0x80: 0x80
      case 0xA1...0xDF: 0xFF61 - 0xA1 + UInt32(byte)
      case 0x81...0x9F, 0xE0...0xFC: nil
      default: 0
      }
    }
  }

  /// Decodes ASCII and pairs.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - leads: the first bytes of pairs.
  ///   - pair: the code point of a pair, or 0 for none; it may put another before it.
  ///   - single: the code point of a byte that is not ASCII, 0 for none, `nil` where it begins a pair.
  private static func pairs(
    _ bytes: [UInt8], leads: ClosedRange<UInt8>, _ pair: (UInt8, UInt8, inout Decoded) -> UInt32,
    single: (UInt8) -> UInt32? = { _ in nil }
  ) -> Decoded {
    var decoded = Decoded(capacity: bytes.count * 3 / 2 + 16)
    var position = 0
    while position < bytes.count {
      let lead = bytes[position]
      position += 1
      if lead < 0x80 {
        decoded.text.append(lead)
        continue
      }
      if let code = single(lead) {
        if code == 0 { decoded.appendReplacement() } else { append(code, to: &decoded.text) }
        continue
      }
      guard leads.contains(lead), position < bytes.count else {
        decoded.appendReplacement()
        continue
      }
      let trail = bytes[position]
      position += 1
      let code = pair(lead, trail, &decoded)
      if code == 0 {
        decoded.appendReplacement()
        // ASCII stands for itself.
        if trail < 0x80 { position -= 1 }
      } else {
        append(code, to: &decoded.text)
      }
    }
    return decoded
  }

  /// 12.1.1 EUC-JP's decoder.
  private static func eucJP(_ bytes: [UInt8]) -> Decoded {
    var decoded = Decoded(capacity: bytes.count * 3 / 2 + 16)
    var position = 0
    var lead: UInt8 = 0
    var isSupplement = false
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if lead == 0x8E, (0xA1...0xDF).contains(byte) {
        lead = 0
        append(0xFF61 - 0xA1 + UInt32(byte), to: &decoded.text)
      } else if lead == 0x8F, (0xA1...0xFE).contains(byte) {
        isSupplement = true
        lead = byte
      } else if lead != 0 {
        let index = isSupplement ? EncodingIndex.jis0212 : EncodingIndex.jis0208
        var code: UInt32 = 0
        if (0xA1...0xFE).contains(lead), (0xA1...0xFE).contains(byte) {
          let pointer = Int(lead - 0xA1) * 94 + Int(byte - 0xA1)
          if pointer < index.count { code = index[pointer] }
        }
        lead = 0
        isSupplement = false
        if code == 0 {
          decoded.appendReplacement()
          if byte < 0x80 { position -= 1 }
        } else {
          append(code, to: &decoded.text)
        }
      } else if byte < 0x80 {
        decoded.text.append(byte)
      } else if byte == 0x8E || byte == 0x8F || (0xA1...0xFE).contains(byte) {
        lead = byte
      } else {
        decoded.appendReplacement()
      }
    }
    if lead != 0 { decoded.appendReplacement() }
    return decoded
  }

  /// 12.2.1 ISO-2022-JP's decoder.
  private static func iso2022JP(_ bytes: [UInt8]) -> Decoded {
    enum State { case ascii, roman, katakana, pair }
    let index = EncodingIndex.jis0208
    var decoded = Decoded(capacity: bytes.count * 3 / 2 + 16)
    var state = State.ascii
    /// Whether the last escape sequence has been followed by nothing yet: another one then is an error.
    var isEscaped = false
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x1B {
        let next = position + 1 < bytes.count ? (bytes[position], bytes[position + 1]) : (0, 0)
        let found: State? =
          switch next {
          case (0x28, 0x42): .ascii
          case (0x28, 0x4A): .roman
          case (0x28, 0x49): .katakana
          case (0x24, 0x40), (0x24, 0x42): .pair
          default: nil
          }
        if let found {
          position += 2
          state = found
          if isEscaped { decoded.appendReplacement() }
          isEscaped = true
        } else {
          isEscaped = false
          decoded.appendReplacement()
        }
        continue
      }
      isEscaped = false
      switch state {
      case .ascii, .roman:
        if byte >= 0x80 || byte == 0x0E || byte == 0x0F {
          decoded.appendReplacement()
        } else if state == .roman, byte == 0x5C || byte == 0x7E {
          append(byte == 0x5C ? 0xA5 : 0x203E, to: &decoded.text)
        } else {
          decoded.text.append(byte)
        }
      case .katakana:
        if (0x21...0x5F).contains(byte) {
          append(0xFF61 - 0x21 + UInt32(byte), to: &decoded.text)
        } else {
          decoded.appendReplacement()
        }
      case .pair:
        guard (0x21...0x7E).contains(byte), position < bytes.count else {
          decoded.appendReplacement()
          continue
        }
        let trail = bytes[position]
        // An escape sequence is read as one.
        if trail != 0x1B { position += 1 }
        guard (0x21...0x7E).contains(trail) else {
          decoded.appendReplacement()
          continue
        }
        let code = index[Int(byte - 0x21) * 94 + Int(trail - 0x21)]
        if code == 0 { decoded.appendReplacement() } else { append(code, to: &decoded.text) }
      }
    }
    return decoded
  }
}
