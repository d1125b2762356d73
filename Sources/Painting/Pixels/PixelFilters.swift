/// Filters and masks on pixels in memory, for renderers whose platform has none.
///
/// Pixels are four bytes: blue, green, red and alpha, premultiplied.
public enum PixelFilters {
  /// Applies a colour matrix in place (Filter Effects 1, 9.2).
  ///
  /// - Parameters:
  ///   - m: rows over red, green, blue, alpha and 1: 20 numbers; any other count changes nothing.
  ///   - data: rows of pixels.
  ///   - width: pixels in a row.
  ///   - height: rows.
  ///   - stride: bytes from one row to the next.
  public static func apply(
    _ m: [Double], to data: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int
  ) {
    guard m.count == 20 else { return }
    for row in 0..<height {
      let line = data + row * stride
      for column in 0..<width {
        let pixel = line + column * 4
        let alpha = Double(pixel[3]) / 255
        guard alpha > 0 || m[4] > 0 && m[19] > 0 else { continue }
        let unit = alpha > 0 ? 255 * alpha : 1
        let (r, g, b) = (Double(pixel[2]) / unit, Double(pixel[1]) / unit, Double(pixel[0]) / unit)
        func part(_ row: Int) -> Double {
          let place = row * 5
          return min(
            1, max(0, m[place] * r + m[place + 1] * g + m[place + 2] * b + m[place + 3] * alpha + m[place + 4]))
        }
        let opacity = part(3)
        pixel[3] = UInt8((opacity * 255).rounded())
        pixel[2] = UInt8((part(0) * opacity * 255).rounded())
        pixel[1] = UInt8((part(1) * opacity * 255).rounded())
        pixel[0] = UInt8((part(2) * opacity * 255).rounded())
      }
    }
  }

  /// Brings colors into linear light, in which half of a component is half of the light, or back into sRGB (Filter Effects 1, 10).
  ///
  /// - Parameters:
  ///   - data: rows of pixels.
  ///   - width: pixels in a row.
  ///   - height: rows.
  ///   - stride: bytes from one row to the next.
  ///   - toLinear: whether light is wanted.
  public static func convert(
    _ data: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int, toLinear: Bool
  ) {
    let table = toLinear ? linear : encoded
    for row in 0..<height {
      let line = data + row * stride
      for column in 0..<width {
        let pixel = line + column * 4
        let alpha = Int(pixel[3])
        guard alpha > 0 else { continue }
        for part in 0..<3 {
          // Colors are premultiplied: a component is at most the alpha.
          let color = alpha == 255 ? Int(pixel[part]) : min(255, (Int(pixel[part]) * 255 + alpha / 2) / alpha)
          let converted = Int(table[color])
          pixel[part] = UInt8(alpha == 255 ? converted : (converted * alpha + 127) / 255)
        }
      }
    }
  }

  private static let linear = (0...255).map { UInt8((PaintColor.toLinearLight(Double($0) / 255) * 255).rounded()) }
  private static let encoded = (0...255).map { UInt8((PaintColor.fromLinearLight(Double($0) / 255) * 255).rounded()) }

  /// Makes the alpha of pixels the luminance of their colours (CSS Masking 1, 7.10.1).
  ///
  /// - Parameters:
  ///   - data: rows of pixels.
  ///   - width: pixels in a row.
  ///   - height: rows.
  ///   - stride: bytes from one row to the next.
  public static func keepLuminance(of data: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int) {
    for row in 0..<height {
      for column in 0..<width {
        // Luminance counts times alpha: premultiplied colours hold both.
        let pixel = data + row * stride + column * 4
        let luminance = 0.2125 * Double(pixel[2]) + 0.7154 * Double(pixel[1]) + 0.0721 * Double(pixel[0])
        pixel[3] = UInt8(min(255, luminance.rounded()))
        (pixel[0], pixel[1], pixel[2]) = (0, 0, 0)
      }
    }
  }

  /// The alpha of pixels, a byte for each.
  ///
  /// - Parameters:
  ///   - data: rows of pixels.
  ///   - width: pixels in a row.
  ///   - height: rows.
  ///   - stride: bytes from one row to the next.
  public static func coverage(
    of data: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int
  ) -> [UInt8] {
    var coverage: [UInt8] = []
    coverage.reserveCapacity(width * height)
    for row in 0..<height {
      for column in 0..<width { coverage.append(data[row * stride + column * 4 + 3]) }
    }
    return coverage
  }

  /// Joins the coverage of a mask's layer with that of the layers below it (CSS Masking 1, 7.8).
  public static func join(_ layer: [UInt8], onto below: [UInt8], by composite: MaskLayer.Composite) -> [UInt8] {
    zip(layer, below).map { layer, below in
      let (s, d) = (Int(layer), Int(below))
      let sum =
        switch composite {
        case .add: s * 255 + d * (255 - s)
        case .subtract: s * (255 - d)
        case .intersect: s * d
        case .exclude: s * (255 - d) + d * (255 - s)
        }
      return UInt8((sum + 127) / 255)
    }
  }

  /// The pixels of a shadow in one colour: `coverage` is how much each pixel is covered.
  public static func colored(_ coverage: [UInt8], _ color: PaintColor) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(coverage.count * 4)
    for part in coverage {
      let alpha = Double(part) * color.alpha
      pixels.append(UInt8((color.blue * alpha).rounded()))
      pixels.append(UInt8((color.green * alpha).rounded()))
      pixels.append(UInt8((color.red * alpha).rounded()))
      pixels.append(UInt8(alpha.rounded()))
    }
    return pixels
  }
}
