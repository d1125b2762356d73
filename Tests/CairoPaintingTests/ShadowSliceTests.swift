import CSSValues
import PageFormat
import Painting
import Testing

@testable import CairoPainting

/// Shadows are put together from the slices of a small one: they are those that the whole box casts.
@Suite struct ShadowSliceTests {
  /// The coverage of a whole shadow, made in one piece and from slices; and how many pixels the slices have.
  private func shadows(
    _ width: Int, _ height: Int, _ radii: [Double], _ deviation: Double
  ) throws -> (whole: [UInt8], sliced: [UInt8], sides: [Int]) {
    let whole = try #require(
      CairoRenderer.ShadowSlices(.init(width: width, height: height, radii: radii, deviation: deviation)))
    let box = RoundedRect(LayoutRect(x: 0, y: 0, width: Double(width), height: Double(height)), radii: radii)
    let key = CairoRenderer.ShadowSlices.key(box, width: width, height: height, scale: 1, deviation: deviation)
    let slices = try #require(CairoRenderer.ShadowSlices(key))
    var sliced = [UInt8](repeating: 1, count: whole.width * whole.height)
    sliced.withUnsafeMutableBufferPointer { pixels in
      guard let data = pixels.baseAddress else { return }
      slices.write(
        columns: 0..<whole.width, rows: 0..<whole.height, width: whole.width, height: whole.height, into: data,
        stride: whole.width)
    }
    return (whole.coverage, sliced, [slices.width, slices.height])
  }

  @Test(
    arguments: [
      (300, 200, [], 4.0), (300, 200, Array(repeating: 12.0, count: 8), 6.5),
      (301, 40, Array(repeating: 20.0, count: 8), 3),
      (20, 400, [], 9), (8, 8, Array(repeating: 4.0, count: 8), 2), (400, 300, [40, 0, 10, 3, 20, 0, 10, 3], 5.5),
    ] as [(Int, Int, [Double], Double)])
  func slicesAreTheWhole(width: Int, height: Int, radii: [Double], deviation: Double) throws {
    let (whole, sliced, sides) = try shadows(width, height, radii, deviation)
    #expect(whole == sliced)
    #expect(sides[0] <= width + 2 * CairoRenderer.ShadowSlices.reach(deviation))
    #expect(whole.contains { $0 > 0 && $0 < 255 })
  }

  /// However large a box is, its slices have the size of its corners.
  @Test func slicesDoNotGrowWithTheBox() throws {
    let small = try shadows(300, 300, [], 4).sides
    #expect(try shadows(2000, 1000, [], 4).sides == small)
  }

  /// Parts of a shadow are cut out of the same picture.
  @Test func partsAreThoseOfTheWhole() throws {
    let (width, height, deviation) = (150, 120, 5.0)
    let (whole, _, _) = try shadows(width, height, [], deviation)
    let reach = CairoRenderer.ShadowSlices.reach(deviation)
    let (wide, high) = (width + 2 * reach, height + 2 * reach)
    let box = RoundedRect(LayoutRect(x: 0, y: 0, width: Double(width), height: Double(height)))
    let slices = try #require(
      CairoRenderer.ShadowSlices(
        CairoRenderer.ShadowSlices.key(box, width: width, height: height, scale: 1, deviation: deviation)))
    for (columns, rows) in [
      (0..<7, 0..<5), (30..<90, 40..<41), (0..<wide, 60..<high), (wide - 3..<wide, high - 9..<high),
      (80..<81, 0..<high),
    ] {
      var part = [UInt8](repeating: 1, count: columns.count * rows.count)
      part.withUnsafeMutableBufferPointer { pixels in
        guard let data = pixels.baseAddress else { return }
        slices.write(
          columns: columns, rows: rows, width: wide, height: high, into: data, stride: columns.count)
      }
      let wanted = rows.flatMap { row in columns.map { whole[row * wide + $0] } }
      #expect(part == wanted, "columns \(columns), rows \(rows)")
    }
  }
}
