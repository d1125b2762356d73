import Foundation
import Testing

@testable import CairoPainting

/// Images as they are decoded: GIF's first frame, and JPEG as its EXIF data turn it.
@Suite struct ImageFormatTests {
  /// 4 by 2 px: red, green, blue and transparent by turns; the frame is a pixel from the canvas's left edge.
  private static func gif(interlaced: Bool = false, codes: [UInt8]) -> [UInt8] {
    var file = Array("GIF89a".utf8) + [4, 0, 2, 0, 0x81, 0, 0]
    file += [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]
    file += [0x21, 0xf9, 4, 1, 0, 0, 3, 0]
    file += [0x2c, 1, 0, 0, 0, 3, 0, 2, 0, interlaced ? 0x40 : 0, 2]
    return file + [UInt8(codes.count)] + codes + [0, 0x3b]
  }

  /// What an app says that shows no AVIF images, since libavif is not installed.
  @Test func missingLibrariesAreNamed() {
    let avif: [UInt8] = [0, 0, 0, 28] + Array("ftypavif".utf8) + [UInt8](repeating: 0, count: 20)
    #expect(DecodedImage.missingLibrary(for: avif) { _ in false }?.contains("libavif is not installed") == true)
    #expect(DecodedImage.missingLibrary(for: avif) { _ in true } == nil)
    #expect(DecodedImage.missingLibrary(for: Self.gif(codes: [])) { _ in false } == nil)
    #expect(DecodedImage.missingLibrary(for: avif) == nil, "the tool links the library")
  }

  /// Codes of 3 bits from the least significant bit on, each time after a clear code, so that strings stay short.
  private static func codes(_ colors: [UInt8]) -> [UInt8] {
    var (bytes, buffer, filled) = ([UInt8](), 0, 0)
    for code in colors.flatMap({ [4, Int($0)] }) + [5] {
      buffer |= code << filled
      filled += 3
      while filled >= 8 {
        bytes.append(UInt8(buffer & 255))
        buffer >>= 8
        filled -= 8
      }
    }
    return bytes + [UInt8(buffer & 255)]
  }

  private func words(_ image: DecodedImage) -> [[UInt8]] {
    stride(from: 0, to: image.pixels.count, by: 4).map { Array(image.pixels[$0..<$0 + 4]) }
  }

  @Test func theFirstFrameOfAGIFIsShown() throws {
    let file = Self.gif(codes: Self.codes([0, 1, 2, 2, 3, 0]))
    #expect(try #require(DecodedImage.size(of: file)) == (4, 2))
    let pixels = words(try #require(DecodedImage(file)))
    let (red, green, blue, none): ([UInt8], [UInt8], [UInt8], [UInt8]) = (
      [0, 0, 255, 255], [0, 255, 0, 255], [255, 0, 0, 255], [0, 0, 0, 0]
    )
    #expect(pixels == [none, red, green, blue, none, blue, none, red])
    // Two rows come in their own order either way.
    #expect(
      words(try #require(DecodedImage(Self.gif(interlaced: true, codes: Self.codes([0, 1, 2, 2, 3, 0]))))) == pixels)
  }

  @Test func stringsOfAGIFGrow() throws {
    // Clear, 0, then the string that is just being made (0 0), then (0 0 0).
    let (clear, end) = (4, 5)
    var (bytes, buffer, filled) = ([UInt8](), 0, 0)
    for code in [clear, 0, 6, 7, end] {
      buffer |= code << filled
      filled += 3
      while filled >= 8 {
        bytes.append(UInt8(buffer & 255))
        buffer >>= 8
        filled -= 8
      }
    }
    bytes.append(UInt8(buffer & 255))
    let pixels = words(try #require(DecodedImage(Self.gif(codes: bytes))))
    #expect(pixels.count { $0 == [0, 0, 255, 255] } == 6)
  }

  @Test func damagedGIFsAreRefusedOrCut() throws {
    let file = Self.gif(codes: Self.codes([0, 1, 2, 2, 3, 0]))
    for count in 0..<file.count { _ = DecodedImage(Array(file[..<count])) }
    #expect(DecodedImage(Array(file[..<13])) == nil)
    // A code that no string has yet.
    #expect(DecodedImage(Self.gif(codes: [0xff, 0xff])) == nil)
    // Sides of 0, and a canvas that is too large.
    #expect(DecodedImage.size(of: Array("GIF89a".utf8) + [0, 0, 2, 0, 0, 0, 0]) == nil)
    #expect(DecodedImage(Array("GIF89a".utf8) + [255, 255, 255, 255, 0, 0, 0, 0x3b]) == nil)
    var state: UInt64 = 26
    for _ in 0..<3000 {
      var damaged = file
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let place = Int(state >> 33) % (damaged.count - 10) + 10
        damaged[place] = UInt8(truncatingIfNeeded: state >> 24)
      }
      _ = DecodedImage(damaged)
    }
  }

  @Test(arguments: [(1, 16, 8), (3, 16, 8), (6, 8, 16), (8, 8, 16), (9, 16, 8)])
  func filesTurnTheirImages(_ orientation: Int, _ width: Int, _ height: Int) throws {
    let file = try Self.jpeg(orientation: UInt8(orientation))
    #expect(try #require(DecodedImage.size(of: file)) == (width, height))
    let image = try #require(DecodedImage(file))
    #expect(image.width == width && image.height == height)
    // The left half is black and the right half white where nothing is turned.
    let corners = [image.pixels[0], image.pixels[(width - 1) * 4], image.pixels[(height - 1) * width * 4]].map {
      $0 > 127
    }
    let wanted: [Bool] =
      switch orientation {
      case 3: [true, false, true]
      case 6: [false, false, true]
      case 8: [true, true, false]
      default: [false, true, false]
      }
    #expect(corners == wanted)
  }

  /// A grey file of 16 by 8 px with an EXIF segment: baseline, a black and a white block.
  private static func jpeg(orientation: UInt8) throws -> [UInt8] {
    var file: [UInt8] = [0xff, 0xd8]
    let tiff: [UInt8] = [
      0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
    ]
    let exif = Array("Exif".utf8) + [0, 0] + tiff
    file += [0xff, 0xe1, 0, UInt8(exif.count + 2)] + exif
    // Tables, the frame and its scan, as libjpeg writes them.
    let rest =
      "/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSIZW13e4GCgU5gjZeMfZZzfoF8/8AACwgACAAQ"
      + "AQERAP/EABUAAQEAAAAAAAAAAAAAAAAAAAYH/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAPwAYsz//2Q=="
    return file + Array(try #require(Data(base64Encoded: rest)))
  }
}
