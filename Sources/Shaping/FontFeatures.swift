import CSSValues

/// The OpenType features of a style, in the order of CSS Fonts 4, 7.2 (feature precedence): later ones win.
func shapeFeatures(_ font: FontStyle, hasLetterSpacing: Bool, faceFeatures: [FontSetting]) -> [ShapeFeature] {
  var features: [ShapeFeature] = []
  func add(_ tag: StaticString, _ value: UInt32) {
    features.append(ShapeFeature(tag: openTypeTag(tag), value: value))
  }
  // The face's own settings come first.
  for setting in faceFeatures.prefix(64) { features.append(ShapeFeature(setting)) }
  switch font.kerning {
  case .auto: break
  case .normal: add("kern", 1)
  case .none: add("kern", 0)
  }
  let ligatures = font.variantLigatures
  if ligatures.contains(.none) {
    for tag in ["liga", "clig", "dlig", "hlig", "calt"] as [StaticString] { add(tag, 0) }
  } else {
    // Spaced letters do not join (CSS Text 4, 8.2).
    if ligatures.contains(.noCommon) || (hasLetterSpacing && !ligatures.contains(.common)) {
      add("liga", 0)
      add("clig", 0)
    }
    if ligatures.contains(.common) {
      add("liga", 1)
      add("clig", 1)
    }
    if ligatures.contains(.discretionary) { add("dlig", 1) }
    if ligatures.contains(.noDiscretionary) { add("dlig", 0) }
    if ligatures.contains(.historical) { add("hlig", 1) }
    if ligatures.contains(.noHistorical) { add("hlig", 0) }
    if ligatures.contains(.contextual) { add("calt", 1) }
    if ligatures.contains(.noContextual) { add("calt", 0) }
  }
  let numeric: [(FontVariantNumeric, StaticString)] = [
    (.lining, "lnum"), (.oldStyle, "onum"), (.proportional, "pnum"), (.tabular, "tnum"),
    (.diagonalFractions, "frac"), (.stackedFractions, "afrc"), (.ordinal, "ordn"), (.slashedZero, "zero"),
  ]
  for (option, tag) in numeric where font.variantNumeric.contains(option) { add(tag, 1) }
  let eastAsian: [(FontVariantEastAsian, StaticString)] = [
    (.jis78, "jp78"), (.jis83, "jp83"), (.jis90, "jp90"), (.jis04, "jp04"), (.simplified, "smpl"),
    (.traditional, "trad"), (.fullWidth, "fwid"), (.proportionalWidth, "pwid"), (.ruby, "ruby"),
  ]
  for (option, tag) in eastAsian where font.variantEastAsian.contains(option) { add(tag, 1) }
  switch font.variantPosition {
  case .normal: break
  case .sub: add("subs", 1)
  case .super: add("sups", 1)
  }
  for setting in font.featureSettings.prefix(64) { features.append(ShapeFeature(setting)) }
  return features
}

/// The features that make small capitals in a font that has them.
func smallCapsFeatures(_ caps: FontVariantCaps) -> [StaticString] {
  switch caps {
  case .normal: []
  case .smallCaps: ["smcp"]
  case .allSmallCaps: ["smcp", "c2sc"]
  case .petiteCaps: ["pcap"]
  case .allPetiteCaps: ["pcap", "c2pc"]
  case .unicase: ["unic"]
  case .titlingCaps: ["titl"]
  }
}

extension ShapeFeature {
  init(_ setting: FontSetting) {
    self.init(tag: setting.tag, value: setting.value >= 0 && setting.value < 65536 ? UInt32(setting.value) : 0)
  }
}
