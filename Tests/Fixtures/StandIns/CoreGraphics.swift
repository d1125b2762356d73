@_exported import Foundation

// CoreFoundation, which CoreGraphics exports.
public typealias CFString = String
public typealias CFData = Data
public typealias CFArray = [Any]
public typealias CFSet = Set<AnyHashable>
public typealias CFDictionary = [AnyHashable: Any]
public typealias CFAttributedString = NSAttributedString
public typealias CFIndex = Int
public struct CFRange {
  public var location: CFIndex
  public var length: CFIndex
}
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange { CFRange(location: loc, length: len) }

public func CFEqual(_ cf1: AnyObject, _ cf2: AnyObject) -> Bool { fatalError() }
public typealias CFLocale = NSLocale
public typealias CFOptionFlags = UInt
public final class CFStringTokenizer {}
public struct CFStringTokenizerTokenType: OptionSet, Sendable {
  public let rawValue: CFOptionFlags
  public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
}
public let kCFStringTokenizerUnitLineBreak: CFOptionFlags = 3
public func CFStringTokenizerCreate(
  _ alloc: AnyObject?, _ string: CFString?, _ range: CFRange, _ options: CFOptionFlags, _ locale: CFLocale?
) -> CFStringTokenizer? { fatalError() }
public func CFStringTokenizerAdvanceToNextToken(_ tokenizer: CFStringTokenizer) -> CFStringTokenizerTokenType {
  fatalError()
}
public func CFStringTokenizerGetCurrentTokenRange(_ tokenizer: CFStringTokenizer) -> CFRange { fatalError() }

public struct CGAffineTransform: Sendable {
  public var a, b, c, d, tx, ty: CGFloat
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }
  public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
  public func inverted() -> CGAffineTransform { fatalError() }
}

public final class CGColor {
  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
}
public final class CGColorSpace {
  public static let sRGB: CFString = ""
  public init?(name: CFString) { fatalError() }
}
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { fatalError() }
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { fatalError() }

public enum CGPathElementType: Int32 {
  case moveToPoint, addLineToPoint, addQuadCurveToPoint, addCurveToPoint, closeSubpath
}
public struct CGPathElement {
  public var type: CGPathElementType { fatalError() }
  public var points: UnsafeMutablePointer<CGPoint> { fatalError() }
}
public class CGPath {
  init() {}
  public var isEmpty: Bool { fatalError() }
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {}
}
public final class CGMutablePath: CGPath {
  public override init() {}
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {}
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {}
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {}
  public func closeSubpath() {}
}
public enum CGPathFillRule: Int { case winding, evenOdd }
public enum CGLineCap: Int32 { case butt, round, square }
public enum CGLineJoin: Int32 { case miter, round, bevel }
public enum CGTextDrawingMode: Int32 {
  case fill, stroke, fillStroke, invisible, fillClip, strokeClip, fillStrokeClip, clip
}
public enum CGInterpolationQuality: Int32 { case `default`, none, low, high, medium }
public enum CGBlendMode: Int32 {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
  case exclusion, hue, saturation, color, luminosity, clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver
  case destinationIn, destinationOut, destinationAtop, xor, plusDarker, plusLighter
}
public enum CGColorRenderingIntent: Int32 { case defaultIntent, absoluteColorimetric, relativeColorimetric }
public enum CGImageAlphaInfo: UInt32 {
  case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}
public struct CGBitmapInfo: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
}
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}
public final class CGGradient {
  public init?(
    colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {}
}
public final class CGDataProvider {
  public init?(data: CFData) {}
}
public final class CGImage {
  public init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {}
  public var width: Int { fatalError() }
  public var height: Int { fatalError() }
}

public final class CGContext {
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {}
  public var data: UnsafeMutableRawPointer? { fatalError() }
  public var bytesPerRow: Int { fatalError() }
  public var boundingBoxOfClipPath: CGRect { fatalError() }
  public var interpolationQuality: CGInterpolationQuality = .default
  public var textMatrix: CGAffineTransform = .identity
  public var textPosition = CGPoint.zero
  public func saveGState() {}
  public func restoreGState() {}
  public func concatenate(_ transform: CGAffineTransform) {}
  public func translateBy(x tx: CGFloat, y ty: CGFloat) {}
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) {}
  public func setAlpha(_ alpha: CGFloat) {}
  public func setBlendMode(_ mode: CGBlendMode) {}
  public func setFillColor(_ color: CGColor) {}
  public func setStrokeColor(_ color: CGColor) {}
  public func setLineWidth(_ width: CGFloat) {}
  public func setLineCap(_ cap: CGLineCap) {}
  public func setLineJoin(_ join: CGLineJoin) {}
  public func setMiterLimit(_ limit: CGFloat) {}
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {}
  public func setTextDrawingMode(_ mode: CGTextDrawingMode) {}
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {}
  public func endTransparencyLayer() {}
  public func addPath(_ path: CGPath) {}
  public func fillPath(using rule: CGPathFillRule = .winding) {}
  public func beginPath() {}
  public func move(to point: CGPoint) {}
  public func addLine(to point: CGPoint) {}
  public func strokePath() {}
  public func strokeEllipse(in rect: CGRect) {}
  public func replacePathWithStrokedPath() {}
  public func clip(using rule: CGPathFillRule = .winding) {}
  public func clip(to rect: CGRect) {}
  public func clip(to rects: [CGRect]) {}
  public func clip(to rect: CGRect, mask: CGImage) {}
  public func fill(_ rects: [CGRect]) {}
  public func fillEllipse(in rect: CGRect) {}
  public func clear(_ rect: CGRect) {}
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {}
  public func drawLinearGradient(
    _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
  ) {}
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {}
  public func makeImage() -> CGImage? { fatalError() }
}
