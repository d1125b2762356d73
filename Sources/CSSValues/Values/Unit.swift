/// A unit of a dimension (CSS Values 4, 6 and 7).
public enum Unit: UInt8, Hashable, Sendable, CaseIterable {
  // Absolute lengths.
  case px, cm, mm, q, `in`, pc, pt
  // Font-relative lengths, of the element and of the root.
  case em, ex, cap, ch, ic, lh, rem, rex, rcap, rch, ric, rlh
  // Viewport lengths.
  case vw, vh, vi, vb, vmin, vmax, svw, svh, svi, svb, svmin, svmax, lvw, lvh, lvi, lvb, lvmin, lvmax
  case dvw, dvh, dvi, dvb, dvmin, dvmax
  // Container lengths.
  case cqw, cqh, cqi, cqb, cqmin, cqmax
  // Angles.
  case deg, grad, rad, turn
  // Times.
  case s, ms
  // Frequencies.
  case hz, khz
  // Resolutions.
  case dppx, x, dpi, dpcm
  // Flex.
  case fr
  /// `%H` of the Token dialect: hundredths of the viewport's width.
  case percentH
  /// `%V` of the Token dialect: hundredths of the viewport's height.
  case percentV

  /// What a unit measures.
  public enum Kind: UInt8, Hashable, Sendable { case length, angle, time, frequency, resolution, flex }

  /// What the unit measures.
  public var kind: Kind {
    switch self {
    case .deg, .grad, .rad, .turn: .angle
    case .s, .ms: .time
    case .hz, .khz: .frequency
    case .dppx, .x, .dpi, .dpcm: .resolution
    case .fr: .flex
    default: .length
    }
  }

  /// How many of the kind's canonical unit (px, deg, s, hz, dppx, fr) one of this is; `nil` of relative lengths.
  public var canonicalFactor: Double? {
    switch self {
    case .px, .deg, .s, .hz, .dppx, .x, .fr: 1
    case .cm: 96 / 2.54
    case .mm: 9.6 / 2.54
    case .q: 2.4 / 2.54
    case .in: 96
    case .pc: 16
    case .pt: 96 / 72
    case .grad: 0.9
    case .rad: 180 / Double.pi
    case .turn: 360
    case .ms: 0.001
    case .khz: 1000
    case .dpi: 1 / 96
    case .dpcm: 2.54 / 96
    default: nil
    }
  }

  /// The canonical unit of the kind.
  public var canonical: Unit {
    switch kind {
    case .length: .px
    case .angle: .deg
    case .time: .s
    case .frequency: .hz
    case .resolution: .dppx
    case .flex: .fr
    }
  }

  /// The unit as it serialises.
  public var text: String { Self.texts[Int(rawValue)] }

  /// By number. OPTIMIZATION: looking for a case's name takes as long as to compute a value.
  private static let texts: [String] = allCases.map { unit in
    switch unit {
    case .percentH: "%H"
    case .percentV: "%V"
    default: "\(unit)"
    }
  }

  /// The unit with the given text, ignoring ASCII case.
  public init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard !text.isEmpty, text.count <= 5 else { return nil }
    var key: UInt64 = 0
    for byte in text { key = key << 8 | UInt64(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) }
    // OPTIMIZATION: the most frequent ones need no table.
    switch key {
    case 0x7078: self = .px
    case 0x656D: self = .em
    case 0x72_656D: self = .rem
    case 0x73: self = .s
    case 0x6D73: self = .ms
    case 0x7677: self = .vw
    case 0x7668: self = .vh
    case 0x64_6567: self = .deg
    case 0x6672: self = .fr
    default:
      guard let unit = Self.byKey[key] else { return nil }
      self = unit
    }
  }

  private static let byKey: [UInt64: Unit] = {
    var table: [UInt64: Unit] = [:]
    for unit in allCases where unit != .percentH && unit != .percentV {
      var key: UInt64 = 0
      for byte in unit.text.utf8 { key = key << 8 | UInt64(byte) }
      table[key] = unit
    }
    return table
  }()
}
