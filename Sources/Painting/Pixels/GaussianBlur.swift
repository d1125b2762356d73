/// A Gaussian blur as three box blurs, which differ from it by less than 3 % (Filter Effects 1, 11.9).
public enum GaussianBlur {
  /// Blurs the channels of an image in place.
  ///
  /// - Parameters:
  ///   - data: rows of pixels.
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - stride: bytes from one row to the next.
  ///   - channels: bytes of a pixel, each blurred by itself.
  ///   - deviation: in pixels.
  public static func apply(
    _ data: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int, channels: Int, deviation: Double
  ) {
    guard deviation > 0.05, width > 0, height > 0 else { return }
    let sizes = boxSizes(deviation)
    var line = [UInt8](repeating: 0, count: max(width, height) * channels)
    line.withUnsafeMutableBufferPointer { line in
      // The buffer has elements: both sides are at least 1.
      guard let scratch = line.baseAddress else { return }
      for size in sizes where size > 1 {
        for row in 0..<height { box(data + row * stride, width, channels, channels, size, scratch) }
        for column in 0..<width { box(data + column * channels, height, stride, channels, size, scratch) }
      }
    }
  }

  /// The widths of three boxes that together have the deviation.
  private static func boxSizes(_ deviation: Double) -> [Int] {
    let ideal = (12 * deviation * deviation / 3 + 1).squareRoot()
    var lower = Int(ideal)
    if lower % 2 == 0 { lower -= 1 }
    lower = max(1, lower)
    let size = Double(lower)
    let count = ((12 * deviation * deviation - 3 * size * size - 12 * size - 9) / (-4 * size - 4)).rounded()
    return (0..<3).map { Double($0) < count ? lower : lower + 2 }
  }

  /// The mean of `size` neighbours along a line; beyond its ends is nothing.
  private static func box(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ step: Int, _ channels: Int, _ size: Int,
    _ scratch: UnsafeMutablePointer<UInt8>
  ) {
    let half = size / 2
    // Division by multiplication: sums stay below 2^8 · size.
    let factor = (1 << 24) / size + 1
    for channel in 0..<channels {
      for index in 0..<count { scratch[index] = start[index * step + channel] }
      var sum = 0
      for index in 0..<min(half, count) { sum += Int(scratch[index]) }
      for index in 0..<count {
        if index + half < count { sum += Int(scratch[index + half]) }
        if index - half - 1 >= 0 { sum -= Int(scratch[index - half - 1]) }
        start[index * step + channel] = UInt8(min(255, (sum * factor) >> 24))
      }
    }
  }
}
