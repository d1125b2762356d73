import CSSValues

/// FNV-1a in 64 bits: names what a file of measures is looked up by, the same on every machine.
struct StableHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  mutating func add(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  mutating func add(_ number: Double) { add((number == 0 ? 0 : number).bitPattern) }

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(UInt8(0xFF))
  }

  mutating func add(_ units: some Sequence<UInt16>) {
    for unit in units {
      add(UInt8(truncatingIfNeeded: unit))
      add(UInt8(truncatingIfNeeded: unit >> 8))
    }
  }
}

extension FontRequest {
  /// What a file of measures calls the request.
  package var measuresKey: UInt64 {
    var hash = StableHash()
    hash.add(UInt64(families.count))
    for family in families {
      switch family {
      case .named(let name):
        hash.add(UInt8(0))
        hash.add(name)
      case .generic(let generic):
        hash.add(UInt8(1))
        hash.add(generic.rawValue)
      }
    }
    hash.add(weight)
    hash.add(stretch)
    hash.add(UInt8(slant == .normal ? 0 : slant == .italic ? 1 : 2))
    hash.add(slantAngle)
    hash.add(language)
    for setting in variations {
      hash.add(UInt64(setting.tag))
      hash.add(setting.value)
    }
    hash.add(opticalSize ?? -1)
    hash.add(UInt8(synthesis.rawValue))
    return hash.value
  }
}

extension TextMeasures {
  /// What the cascade of a request is called for one page, where pages differ.
  package static func key(_ request: UInt64, page: String) -> UInt64 {
    var hash = StableHash()
    hash.add(request)
    hash.add(page)
    return hash.value
  }

  /// What the breaks of a text are called: of lines under a locale, or of grapheme clusters.
  package static func key(_ text: some Sequence<UInt16>, _ kind: String) -> UInt64 {
    var hash = StableHash()
    hash.add(text)
    hash.add(kind)
    return hash.value
  }

  /// What features are called.
  static func key(_ features: [ShapeFeature]) -> UInt64 {
    var hash = StableHash()
    for feature in features {
      hash.add(UInt64(feature.tag))
      hash.add(UInt64(feature.value))
    }
    return hash.value
  }
}
