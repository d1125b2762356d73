import Foundation

/// The sizes in pixels that an image is written in.
struct ImageWidths {
  /// A size.
  struct Size: Hashable, Sendable {
    /// Pixels.
    var width: Int
    /// Pixels.
    var height: Int
  }

  /// The most sizes of an image.
  static let most = 8
  /// Sizes that differ by less than this share are one: the larger.
  private static let share = 0.05
  /// A size that is nearly the file's own is the file's own.
  private static let nearlyWhole = 0.96

  /// The sizes, the largest first; never larger than the file.
  private(set) var sizes: [Size] = []

  /// - Parameters:
  ///   - needs: the widths of boxes in device pixels; 0 for none.
  ///   - tallest: the largest height of a box in CSS px.
  ///   - width: pixels of the file.
  ///   - height: likewise.
  init(_ needs: [Int], tallest: Double, width: Int, height: Int) {
    let own = Size(width: width, height: height)
    for need in Set(needs.filter { $0 > 0 }).sorted(by: >) {
      if let last = sizes.last, Double(need) > Double(last.width) * (1 - Self.share) { continue }
      if Double(need) >= Double(width) * Self.nearlyWhole {
        if sizes.isEmpty { sizes.append(own) }
        continue
      }
      let size = Self.size(need, tallest: tallest, own) ?? own
      if sizes.last.map({ size.width < $0.width }) ?? true { sizes.append(size) }
    }
    // The largest and the smallest stay, and what is between them evenly.
    if sizes.count > Self.most {
      let step = Double(sizes.count - 1) / Double(Self.most - 1)
      sizes = (0..<Self.most).map { sizes[Int((Double($0) * step).rounded())] }
    }
  }

  /// The smallest size from a width on whose ratio is the file's own, up to what moves a box by a tenth of a px. `nil` where no size
  /// has that.
  private static func size(_ need: Int, tallest: Double, _ own: Size) -> Size? {
    let ratio = Double(own.height) / Double(own.width)
    for width in need...max(need, min(own.width, need + max(8, need / 25))) {
      let exact = Double(width) * ratio
      let height = max(1, exact.rounded())
      if abs(height - exact) / exact * tallest <= 0.1 { return Size(width: width, height: Int(height)) }
    }
    return nil
  }
}
