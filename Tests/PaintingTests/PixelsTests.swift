import CSSValues
import PageFormat
import Painting
import Testing

/// Filters, masks, gradients and paths for renderers whose platform lacks them.
@Suite struct PixelsTests {
  /// Filters one pixel.
  private func pixel(_ bytes: [UInt8], _ body: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
    var bytes = bytes
    bytes.withUnsafeMutableBufferPointer { if let start = $0.baseAddress { body(start) } }
    return bytes
  }

  @Test func coloursAreChangedByAMatrix() {
    // Red becomes green; half of the alpha is kept.
    let matrix: [Double] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0.5, 0]
    let opaque = pixel([0, 0, 255, 255]) { PixelFilters.apply(matrix, to: $0, width: 1, height: 1, stride: 4) }
    #expect(opaque == [0, 128, 0, 128])
    let half = pixel([0, 0, 128, 128]) { PixelFilters.apply(matrix, to: $0, width: 1, height: 1, stride: 4) }
    #expect(half == [0, 64, 0, 64])
    #expect(pixel([1, 2, 3, 4]) { PixelFilters.apply([1], to: $0, width: 1, height: 1, stride: 4) } == [1, 2, 3, 4])
  }

  @Test func masksAreLuminanceOrAlpha() {
    let white = pixel([255, 255, 255, 255]) { PixelFilters.keepLuminance(of: $0, width: 1, height: 1, stride: 4) }
    let green = pixel([0, 255, 0, 255]) { PixelFilters.keepLuminance(of: $0, width: 1, height: 1, stride: 4) }
    #expect(white == [0, 0, 0, 255] && green == [0, 0, 0, 182])
    var two: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    let coverage = two.withUnsafeMutableBufferPointer {
      PixelFilters.coverage(of: $0.baseAddress!, width: 1, height: 2, stride: 4)
    }
    #expect(coverage == [4, 8])
  }

  @Test func layersOfMasksAreJoined() {
    let (layer, below): ([UInt8], [UInt8]) = ([255, 255, 0, 0, 128], [255, 0, 255, 0, 128])
    #expect(PixelFilters.join(layer, onto: below, by: .add) == [255, 255, 255, 0, 192])
    #expect(PixelFilters.join(layer, onto: below, by: .subtract) == [0, 255, 0, 0, 64])
    #expect(PixelFilters.join(layer, onto: below, by: .intersect) == [255, 0, 0, 0, 64])
    #expect(PixelFilters.join(layer, onto: below, by: .exclude) == [0, 255, 255, 0, 127])
    #expect(PixelFilters.colored([255, 0], PaintColor(1, 0.5, 0, alpha: 0.5)) == [0, 64, 128, 128, 0, 0, 0, 0])
  }

  private func gradient(_ geometry: Gradient.Geometry, _ stops: [(Double, PaintColor)]) -> Gradient {
    Gradient(
      geometry: geometry, stops: stops.map { Gradient.Stop(offset: $0.0, color: $0.1) }, isRepeating: true)
  }

  @Test func repeatedGradientsAreDrawnOut() {
    var repeated = gradient(.linear(x1: 0, y1: 0, x2: 10, y2: 0), [(0, .black), (1, .white)])
    let area = LayoutRect(x: -15, y: 0, width: 40, height: 5)
    let plain = repeated.unrolled(over: area)
    #expect(!plain.isRepeating && plain.stops.first?.offset == -2 && plain.stops.last?.offset == 3)
    // Every place has the colour that it had.
    for place in stride(from: -1.45, through: 2.45, by: 0.1) {
      #expect(abs(plain.color(at: place).red - repeated.color(at: place).red) < 1e-9)
    }
    repeated.isRepeating = false
    #expect(repeated.unrolled(over: area) == repeated)
    repeated.isReflecting = true
    let mirrored = repeated.unrolled(over: area)
    #expect(abs(mirrored.color(at: 1.25).red - 0.75) < 1e-9 && abs(mirrored.color(at: -0.5).red - 0.5) < 1e-9)
  }

  @Test func hostileGradientsAreOneColour() {
    let tiny = gradient(.linear(x1: 0, y1: 0, x2: 1e-7, y2: 0), [(0, .black), (1, .white)])
    let plain = tiny.unrolled(over: LayoutRect(x: 0, y: 0, width: 1e6, height: 1e6))
    #expect(plain.stops.count == 2 && abs(plain.stops[0].color.red - 0.5) < 0.02)
    let point = gradient(.linear(x1: 0, y1: 0, x2: 0, y2: 0), [(0, .black), (1, .white)])
    #expect(point.unrolled(over: LayoutRect(x: 0, y: 0, width: 9, height: 9)).stops.map(\.color) == [.white, .white])
    let radial = gradient(.radial(x: 5, y: 5, radiusX: 5, radiusY: 2.5), [(0, .black), (0.5, .white)])
    let drawn = radial.unrolled(over: LayoutRect(x: 0, y: 0, width: 10, height: 10))
    #expect(drawn.stops.last.map { $0.offset >= 2.2 && $0.offset < 3 } == true)
  }

  @Test func circlesOfColoursArePixels() throws {
    let conic = Gradient(
      geometry: .conic(x: 1, y: 1, angle: 0),
      stops: [.init(offset: 0, color: .black), .init(offset: 0.5, color: .white), .init(offset: 1, color: .white)])
    let area = LayoutRect(x: 0, y: 0, width: 2, height: 2)
    let pixels = try #require(conic.conicPixels(of: area, columns: 2, rows: 2))
    // From the upper right one clockwise: an eighth, three eighths, and white beyond the half.
    #expect(pixels.count == 16 && pixels[4] == 64 && pixels[12] == 191 && pixels[8] == 255 && pixels[0] == 255)
    #expect(conic.conicPixels(of: area, columns: 0, rows: 2) == nil)
    let linear = gradient(.linear(x1: 0, y1: 0, x2: 1, y2: 0), [(0, .black), (1, .white)])
    #expect(linear.conicPixels(of: area, columns: 2, rows: 2) == nil)
  }

  @Test func pathsAreMetBetweenTwoHeights() throws {
    var path = PaintPath()
    path.move(0, 0)
    path.line(10, 10)
    path.line(20, 0)
    path.close()
    let span = try #require(path.span(from: 5, to: 6))
    #expect(span.left == 5 && span.right == 15)
    #expect(path.span(from: 11, to: 12) == nil && PaintPath().span(from: 0, to: 1) == nil)
    var curve = PaintPath()
    curve.addEllipse(10, 10, 5, 5)
    let middle = try #require(curve.span(from: 10, to: 10))
    #expect(abs(middle.left - 5) < 0.01 && abs(middle.right - 15) < 0.01)
  }

  @Test func edgesAreBroughtToPixels() {
    let rect = LayoutRect(x: 0.3, y: 0.6, width: 10, height: 10.2)
    #expect(rect.onPixels(1) == LayoutRect(x: 0, y: 1, width: 10, height: 10))
    #expect(rect.onPixels(2) == LayoutRect(x: 0.5, y: 0.5, width: 10, height: 10.5))
    let ring = PaintShape.ring(
      outer: RoundedRect(rect), inner: RoundedRect(LayoutRect(x: 1.3, y: 1.6, width: 8, height: 8.2)))
    guard case .ring(_, let inner) = ring.onPixels(1) else { return #expect(Bool(false)) }
    #expect(inner.rect == LayoutRect(x: 1, y: 2, width: 8, height: 8))
  }
}
