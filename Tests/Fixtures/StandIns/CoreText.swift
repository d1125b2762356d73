@_exported import CoreGraphics

public typealias CGGlyph = UInt16
public final class CTFont {}
public final class CTFontDescriptor {}
public final class CTLine {}
public final class CTRun {}
public enum CTFontUIFontType: UInt32 { case none, user, userFixedPitch, system }

public let kCTFontAttributeName: CFString = ""
public let kCTForegroundColorFromContextAttributeName: CFString = ""
public let kCTKernAttributeName: CFString = ""
public let kCTLigatureAttributeName: CFString = ""
public let kCTWritingDirectionAttributeName: CFString = ""
public let kCTFontFamilyNameAttribute: CFString = ""
public let kCTFontTraitsAttribute: CFString = ""
public let kCTFontWeightTrait: CFString = ""
public let kCTFontSlantTrait: CFString = ""
public let kCTFontFeatureSettingsAttribute: CFString = ""
public let kCTFontOpenTypeFeatureTag: CFString = ""
public let kCTFontOpenTypeFeatureValue: CFString = ""
public let kCTFontVariationAttribute: CFString = ""

public func CTFontManagerCreateFontDescriptorFromData(_ data: CFData) -> CTFontDescriptor? { fatalError() }
public func CTFontManagerCopyAvailableFontFamilyNames() -> CFArray { fatalError() }
public func CTFontCreateWithName(_ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?)
  -> CTFont
{ fatalError() }
public func CTFontCreateWithFontDescriptor(
  _ descriptor: CTFontDescriptor, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont { fatalError() }
public func CTFontCreateUIFontForLanguage(_ uiType: CTFontUIFontType, _ size: CGFloat, _ language: CFString?)
  -> CTFont?
{ fatalError() }
public func CTFontCreateCopyWithAttributes(
  _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ attributes: CTFontDescriptor?
) -> CTFont { fatalError() }
public func CTFontCreateForString(_ currentFont: CTFont, _ string: CFString, _ range: CFRange) -> CTFont {
  fatalError()
}
public func CTFontCopyTraits(_ font: CTFont) -> CFDictionary { fatalError() }
public func CTFontCopyFontDescriptor(_ font: CTFont) -> CTFontDescriptor { fatalError() }
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { fatalError() }
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { fatalError() }
public func CTFontCreatePathForGlyph(
  _ font: CTFont, _ glyph: CGGlyph, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? { fatalError() }
public func CTFontDescriptorCreateWithAttributes(_ attributes: CFDictionary) -> CTFontDescriptor { fatalError() }
public func CTFontDescriptorCreateCopyWithAttributes(
  _ original: CTFontDescriptor, _ attributes: CFDictionary
) -> CTFontDescriptor { fatalError() }
public func CTFontDescriptorCreateMatchingFontDescriptor(
  _ descriptor: CTFontDescriptor, _ mandatoryAttributes: CFSet?
) -> CTFontDescriptor? { fatalError() }
public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine { fatalError() }
public func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
  _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double { fatalError() }
public func CTLineGetOffsetForStringIndex(
  _ line: CTLine, _ charIndex: CFIndex, _ secondaryOffset: UnsafeMutablePointer<CGFloat>?
) -> CGFloat { fatalError() }
public func CTLineGetGlyphRuns(_ line: CTLine) -> CFArray { fatalError() }
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {}
public func CTRunGetGlyphCount(_ run: CTRun) -> CFIndex { fatalError() }
public func CTRunGetGlyphs(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGGlyph>) {}
public func CTRunGetPositions(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGPoint>) {}
public struct CTRunStatus: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let rightToLeft = CTRunStatus(rawValue: 1)
}
public func CTRunGetStatus(_ run: CTRun) -> CTRunStatus { fatalError() }
public func CTRunGetAttributes(_ run: CTRun) -> CFDictionary { fatalError() }
public func CTRunGetStringIndices(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CFIndex>) {}
public func CTRunGetAdvances(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGSize>) {}
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { fatalError() }
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat { fatalError() }
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat { fatalError() }
public func CTRunGetStringRange(_ run: CTRun) -> CFRange { fatalError() }
