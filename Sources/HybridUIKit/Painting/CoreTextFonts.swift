#if canImport(CoreGraphics) && canImport(CoreText)
  import CSSValues
  import CoreGraphics
  import CoreText
  import Foundation
  import HybridClient

  /// The fonts that texts are drawn with: those that a release ships, then the system's.
  ///
  /// A release's fonts are read from its files and are not seen by other code of the app.
  public final class CoreTextFonts: @unchecked Sendable {
    // The shipped fonts are never written once they are read; the lock guards what was found for styles.
    private let shipped: [String: [Face]]
    private let lock = NSLock()
    private var known: [FontStyle: CTFont] = [:]
    private static let mostKnown = 1_000
    /// The most bytes of a font file that is read.
    private static let mostBytes = 32 << 20

    private struct Face {
      var descriptor: CTFontDescriptor
      /// From -1 to 1, as CoreText counts weights.
      var weight: Double
      var isItalic: Bool
    }

    /// The families whose files the system could not read: files in WOFF2, where it does not know that format.
    public let unreadableFamilies: [String]

    /// The fonts of a release; without one, the system's.
    public init(of release: OpenedRelease? = nil) {
      var shipped: [String: [Face]] = [:]
      var unreadable: Set<String> = []
      for font in release?.fontFiles ?? [] {
        guard let bytes = try? release?.contents(of: font.path), bytes.count <= Self.mostBytes,
          let descriptor = CTFontManagerCreateFontDescriptorFromData(Data(bytes) as CFData)
        else {
          unreadable.insert(font.family)
          continue
        }
        let traits = CTFontCopyTraits(CTFontCreateWithFontDescriptor(descriptor, 16, nil)) as NSDictionary
        let weight = (traits[kCTFontWeightTrait as String] as? NSNumber)?.doubleValue ?? 0
        let slant = (traits[kCTFontSlantTrait as String] as? NSNumber)?.doubleValue ?? 0
        shipped[font.family.lowercased(), default: []].append(
          Face(descriptor: descriptor, weight: weight, isItalic: slant != 0))
      }
      self.shipped = shipped
      unreadableFamilies = unreadable.subtracting(shipped.keys).sorted()
    }

    /// The font for a style, at its size in CSS px.
    public func font(for style: FontStyle) -> CTFont {
      lock.lock()
      defer { lock.unlock() }
      if let font = known[style] { return font }
      let made = make(style)
      if known.count >= Self.mostKnown { known.removeAll() }
      known[style] = made
      return made
    }

    /// The font for names of families, as Token pages have them.
    public func font(families: [String], size: Double, weight: Int, isItalic: Bool) -> CTFont {
      var style = FontStyle()
      style.families = families.map { name in
        GenericFontFamily(rawValue: name.lowercased()).map { .generic($0) } ?? .named(name)
      }
      if style.families.isEmpty { style.families = [.generic(.systemUI)] }
      style.size = size
      style.weight = Double(weight)
      style.slant = isItalic ? .italic : .normal
      return font(for: style)
    }

    private func make(_ style: FontStyle) -> CTFont {
      let size = CGFloat(max(0.1, min(style.size, 10_000)))
      let weight = Self.weight(style.weight)
      let isItalic = style.slant != .normal
      for family in style.families {
        let found: CTFont? =
          switch family {
          case .named(let name): named(name, size, weight, isItalic)
          case .generic(let generic): self.generic(generic, size, weight, isItalic)
          }
        if let found { return featured(found, style, size) }
      }
      return featured(
        named("Times New Roman", size, weight, isItalic) ?? CTFontCreateWithName("Helvetica" as CFString, size, nil),
        style, size)
    }

    private func named(_ name: String, _ size: CGFloat, _ weight: Double, _ isItalic: Bool) -> CTFont? {
      let faces = shipped[name.lowercased()] ?? []
      let nearest = faces.min { first, second in
        let (a, b) = (first.isItalic != isItalic, second.isItalic != isItalic)
        return a == b ? abs(first.weight - weight) < abs(second.weight - weight) : !a
      }
      if let nearest { return CTFontCreateWithFontDescriptor(nearest.descriptor, size, nil) }
      let attributes: [CFString: Any] = [
        kCTFontFamilyNameAttribute: name, kCTFontTraitsAttribute: Self.traits(weight, isItalic),
      ]
      let wanted = CTFontDescriptorCreateWithAttributes(attributes as CFDictionary)
      guard
        let descriptor = CTFontDescriptorCreateMatchingFontDescriptor(
          wanted, Set([kCTFontFamilyNameAttribute]) as CFSet)
      else { return nil }
      return CTFontCreateWithFontDescriptor(descriptor, size, nil)
    }

    private func generic(
      _ family: GenericFontFamily, _ size: CGFloat, _ weight: Double, _ isItalic: Bool
    ) -> CTFont? {
      switch family {
      case .serif, .uiSerif, .math: return named("Times New Roman", size, weight, isItalic)
      case .sansSerif: return named("Helvetica", size, weight, isItalic)
      case .monospace: return named("Courier", size, weight, isItalic)
      case .cursive: return named("Snell Roundhand", size, weight, isItalic)
      case .fantasy: return named("Papyrus", size, weight, isItalic)
      case .fangsong: return named("STFangsong", size, weight, isItalic)
      case .uiMonospace: return named("Menlo", size, weight, isItalic)
      case .systemUI, .uiSansSerif, .uiRounded:
        guard let plain = CTFontCreateUIFontForLanguage(.system, size, nil) else { return nil }
        let attributes: [CFString: Any] = [kCTFontTraitsAttribute: Self.traits(weight, isItalic)]
        let descriptor = CTFontDescriptorCreateCopyWithAttributes(
          CTFontCopyFontDescriptor(plain), attributes as CFDictionary)
        return CTFontCreateWithFontDescriptor(descriptor, size, nil)
      }
    }

    /// The font with the features and axes that a style asks for.
    private func featured(_ font: CTFont, _ style: FontStyle, _ size: CGFloat) -> CTFont {
      var features = style.featureSettings.map { (Self.name(of: $0.tag), $0.value) }
      for (variant, tag) in Self.numericFeatures where style.variantNumeric.contains(variant) {
        features.append((tag, 1))
      }
      if style.variantCaps == .smallCaps || style.variantCaps == .allSmallCaps { features.append(("smcp", 1)) }
      if style.variantCaps == .allSmallCaps { features.append(("c2sc", 1)) }
      guard !features.isEmpty || !style.variationSettings.isEmpty else { return font }
      var attributes: [CFString: Any] = [:]
      if !features.isEmpty {
        attributes[kCTFontFeatureSettingsAttribute] = features.map { feature -> [String: Any] in
          [kCTFontOpenTypeFeatureTag as String: feature.0, kCTFontOpenTypeFeatureValue as String: Int(feature.1)]
        }
      }
      if !style.variationSettings.isEmpty {
        attributes[kCTFontVariationAttribute] = Dictionary(
          style.variationSettings.map { (NSNumber(value: $0.tag), NSNumber(value: $0.value)) },
          uniquingKeysWith: { _, last in last })
      }
      return CTFontCreateCopyWithAttributes(
        font, size, nil, CTFontDescriptorCreateWithAttributes(attributes as CFDictionary))
    }

    private static let numericFeatures: [(FontVariantNumeric, String)] = [
      (.tabular, "tnum"), (.proportional, "pnum"), (.lining, "lnum"), (.oldStyle, "onum"), (.slashedZero, "zero"),
    ]

    private static func name(of tag: UInt32) -> String {
      String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }, as: UTF8.self)
    }

    private static func traits(_ weight: Double, _ isItalic: Bool) -> [CFString: Any] {
      [kCTFontWeightTrait: NSNumber(value: weight), kCTFontSlantTrait: NSNumber(value: isItalic ? 0.07 : 0)]
    }

    /// A weight of CSS as CoreText counts it: between the weights that UIKit names.
    static func weight(_ weight: Double) -> Double {
      let steps = [-0.8, -0.8, -0.6, -0.4, 0, 0.23, 0.3, 0.4, 0.56, 0.62, 0.62]
      let place = max(0, min(weight, 1_000)) / 100
      let low = min(steps.count - 2, Int(place))
      return steps[low] + (steps[low + 1] - steps[low]) * (place - Double(low))
    }
  }
#endif
