#if canImport(CoreGraphics) && canImport(CoreText)
  import CSSValues
  import CoreGraphics
  import Foundation
  import PageFormat
  import Painting

  /// Pixels of their own for a part of a drawing: blue, green, red and alpha, premultiplied, the upper row first.
  final class PixelLayer {
    /// What it covers, in the user space of the drawing.
    let area: LayoutRect
    let context: CGContext
    let width: Int
    let height: Int
    /// Device pixels per CSS px.
    let scale: Double
    private let stride: Int
    private let data: UnsafeMutablePointer<UInt8>

    /// The largest side of a layer.
    static let mostPixels = 4096.0

    /// Clear pixels for an area; `nil` for an area without any, and where there is no memory.
    init?(_ area: LayoutRect, scale wanted: Double) {
      let side = max(area.width, area.height)
      guard side.isFinite, side > 0, area.x.isFinite, area.y.isFinite, wanted > 0 else { return nil }
      // What is larger than any screen is drawn at a lower resolution.
      let scale = min(wanted, Self.mostPixels / side)
      let (width, height) = (Int((area.width * scale).rounded(.up)), Int((area.height * scale).rounded(.up)))
      guard width > 0, height > 0,
        let context = CGContext(
          data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4,
          space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: Self.format),
        let data = context.data
      else { return nil }
      context.translateBy(x: 0, y: CGFloat(height))
      context.scaleBy(x: scale, y: -scale)
      context.translateBy(x: -area.x, y: -area.y)
      self.area = LayoutRect(
        x: area.x, y: area.y, width: Double(width) / scale, height: Double(height) / scale)
      self.context = context
      self.width = width
      self.height = height
      self.scale = scale
      stride = context.bytesPerRow
      self.data = data.assumingMemoryBound(to: UInt8.self)
    }

    private static let format =
      CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue

    func image() -> CGImage? { context.makeImage() }

    func keepLuminance() { PixelFilters.keepLuminance(of: data, width: width, height: height, stride: stride) }

    func coverage() -> [UInt8] { PixelFilters.coverage(of: data, width: width, height: height, stride: stride) }

    func apply(_ filter: PaintFilter) {
      switch filter {
      case .blur(let deviation): blur(deviation)
      case .colorMatrix(let matrix):
        PixelFilters.apply(matrix, to: data, width: width, height: height, stride: stride)
      case .toLinearLight: PixelFilters.convert(data, width: width, height: height, stride: stride, toLinear: true)
      case .fromLinearLight: PixelFilters.convert(data, width: width, height: height, stride: stride, toLinear: false)
      case .dropShadow(let dx, let dy, let deviation, let color):
        guard let own = PixelLayer(area, scale: scale), let before = image(),
          let shadow = Self.image(
            PixelFilters.colored(coverage(), color), width: width, height: height)
        else { return }
        own.draw(shadow, dx, dy)
        own.blur(deviation)
        own.draw(before, 0, 0)
        guard let after = own.image() else { return }
        context.clear(area.rect)
        draw(after, 0, 0)
      }
    }

    func blur(_ deviation: Double) {
      GaussianBlur.apply(
        data, width: width, height: height, stride: stride, channels: 4, deviation: min(deviation, 500) * scale)
    }

    /// Draws an image of the same size, moved.
    private func draw(_ image: CGImage, _ dx: Double, _ dy: Double) {
      let place = area.rect.offsetBy(dx: dx, dy: dy)
      context.saveGState()
      context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: place.minY + place.maxY))
      context.draw(image, in: place)
      context.restoreGState()
    }

    /// An image of pixels.
    static func image(_ pixels: [UInt8], width: Int, height: Int) -> CGImage? {
      guard pixels.count == width * height * 4, let provider = CGDataProvider(data: Data(pixels) as CFData) else {
        return nil
      }
      return CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: width * 4,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: format), provider: provider,
        decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }

    /// A mask: what is 255 shows all.
    static func mask(_ coverage: [UInt8], width: Int, height: Int) -> CGImage? {
      guard coverage.count == width * height, let provider = CGDataProvider(data: Data(coverage) as CFData) else {
        return nil
      }
      return CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: width,
        space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue),
        provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
  }
#endif
