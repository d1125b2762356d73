import Foundation
import Images
import Testing

/// Images made smaller and encoded: sizes, similarity, equal bytes, and files that are refused.
@Suite struct ImageEncodingTests {
  /// A picture with slopes, edges and some grain, the same on every machine.
  private func picture(_ width: Int, _ height: Int, alpha: Bool = false) throws -> PixelImage {
    var pixels: [UInt8] = []
    var seed: UInt32 = 1
    for y in 0..<height {
      for x in 0..<width {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        let grain = Int(seed >> 30)
        let isInside = (x - width / 2) * (x - width / 2) + (y - height / 2) * (y - height / 2) < height * height / 9
        pixels += [
          UInt8(clamping: x * 200 / width + grain), UInt8(clamping: y * 200 / height + grain),
          isInside ? 220 : 40, alpha && !isInside ? 0 : 255,
        ]
      }
    }
    return try #require(PixelImage(width: width, height: height, pixels: pixels))
  }

  @Test func formatsReadBackAlike() throws {
    let image = try picture(240, 160)
    for format in ImageFile.Format.allCases {
      let bytes = try #require(image.encoded(as: format, .balanced), "\(format)")
      // The same pixels make the same file.
      #expect(image.encoded(as: format, .balanced) == bytes)
      guard format != .avif else { continue }
      let file = try ImageFile(bytes)
      #expect(file.format == format && file.width == 240 && file.height == 160)
      #expect(try image.similarity(to: PixelImage(decoding: bytes)) > 0.9)
    }
    #expect(try PixelImage(decoding: #require(image.encoded(as: .png, .fine))).pixels == image.pixels)
  }

  @Test func qualityOrdersSizes() throws {
    let image = try picture(320, 200)
    for format in [ImageFile.Format.webp, .avif, .jpeg] {
      let sizes = try [ImageFile.Quality.small, .balanced, .fine].map {
        try #require(image.encoded(as: format, $0)).count
      }
      #expect(sizes[0] <= sizes[1] && sizes[1] <= sizes[2] && sizes[0] < sizes[2], "\(format): \(sizes)")
    }
  }

  @Test func similarityFallsWithChanges() throws {
    let image = try picture(64, 64)
    #expect(image.similarity(to: image) == 1)
    var pixels = image.pixels
    for index in stride(from: 0, to: pixels.count / 2, by: 4) { pixels[index] = 255 - pixels[index] }
    let changed = try #require(PixelImage(width: 64, height: 64, pixels: pixels))
    #expect(image.similarity(to: changed) < 0.9)
    #expect(try image.similarity(to: picture(32, 32)) == 0)
  }

  @Test func reducingKeepsColorsAndEdges() throws {
    let pixels = (0..<100 * 40).flatMap { index -> [UInt8] in index % 100 < 50 ? [200, 10, 30, 255] : [0, 0, 0, 0] }
    let image = try #require(PixelImage(width: 100, height: 40, pixels: pixels))
    let small = try #require(image.reduced(toWidth: 50, height: 20))
    #expect(Array(small.pixels[0..<4]) == [200, 10, 30, 255])
    #expect(small.pixels[49 * 4 + 3] == 0)
    // Transparent black does not darken what is beside it.
    for x in 0..<50 where small.pixels[x * 4 + 3] > 20 { #expect(abs(Int(small.pixels[x * 4]) - 200) <= 12) }
    #expect(image.reduced(toWidth: 101, height: 40) == nil)
    #expect(image.reduced(toWidth: 0, height: 1) == nil)
  }

  @Test func transparencyStays() throws {
    let image = try picture(96, 96, alpha: true)
    #expect(image.encoded(as: .jpeg, .balanced) == nil)
    let webp = try #require(image.encoded(as: .webp, .balanced))
    let read = try PixelImage(decoding: webp)
    for index in stride(from: 3, to: read.pixels.count, by: 4) where read.pixels[index] != image.pixels[index] {
      Issue.record("alpha at \(index / 4)")
      break
    }
  }

  @Test func filesThatStayAsTheyAreAreKnown() throws {
    func fault(_ bytes: [UInt8]) -> ImageFile.Fault? {
      do {
        _ = try PixelImage(decoding: bytes)
        return nil
      } catch { return error }
    }
    #expect(fault([]) == .otherFormat)
    #expect(fault(Array("GIF89a\u{1}\u{0}\u{1}\u{0}".utf8)) == .otherFormat)
    let png = try #require(picture(20, 20).encoded(as: .png, .fine))
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      // Readers pass over chunks that they do not know, whatever their checksum.
      let count = UInt32(data.count)
      return [UInt8(count >> 24), UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255)]
        + Array(name.utf8) + data + [0, 0, 0, 0]
    }
    let behindHeader = 33
    let animated = Array(png[..<behindHeader]) + chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]) + Array(png[behindHeader...])
    #expect(fault(animated) == .animated)
    let wide = Array(png[..<behindHeader]) + chunk("iCCP", Array("Display P3\0".utf8)) + Array(png[behindHeader...])
    #expect(fault(wide) == .otherColors)
    var huge = png
    // The header says 32,000 by 32,000.
    for (offset, byte) in [0, 0, 0x7D, 0, 0, 0, 0x7D, 0].enumerated() { huge[16 + offset] = UInt8(byte) }
    #expect([.tooLarge, .unreadable].contains(fault(huge)))
    #expect(fault(Array(png[..<(png.count / 2)])) == .unreadable)
    // Damaged files end as an error, whatever is damaged.
    let jpeg = try #require(picture(40, 30).encoded(as: .jpeg, .balanced))
    for index in stride(from: 0, to: jpeg.count, by: 7) {
      var damaged = jpeg
      damaged[index] ^= 0x5A
      _ = fault(damaged)
    }
  }
}
