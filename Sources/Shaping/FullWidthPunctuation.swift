/// Full-width punctuation by the half of the em that its ink is in (CSS Text 4, 8.4, "full-width punctuation").
enum FullWidthPunctuation {
  /// The ink is in the right half.
  case opening
  /// The ink is in the left half.
  case closing
  /// The ink is in the middle, or there is none.
  case middle
  case other

  /// Features by which a page sets widths itself.
  static let features: Set<UInt32> = [openTypeTag("halt"), openTypeTag("palt"), openTypeTag("chws")]

  /// The kind of a character in a font: commas, full stops and colons are where the font draws them.
  @inline(__always)
  init(_ unit: UInt16, _ font: any ShapingFont) {
    guard unit >= 0x3000, unit <= 0x30FB || unit >= 0xFF01 && unit <= 0xFF60 else {
      self = .other
      return
    }
    switch unit {
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0x301D, 0xFF08, 0xFF3B, 0xFF5B,
      0xFF5F:
      self = .opening
    case 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B, 0x301E, 0x301F, 0xFF09, 0xFF3D,
      0xFF5D, 0xFF60:
      self = .closing
    case 0x3000, 0x30FB: self = .middle
    case 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B:
      self = font.isInLeftHalf(UInt32(unit)) ? .closing : .middle
    default: self = .other
    }
  }
}
