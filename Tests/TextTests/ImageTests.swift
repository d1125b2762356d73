import Testing

@testable import Text

@Suite struct ImageTests {
  /// `png 30x20`, or the error's text.
  static func dump(_ bytes: [UInt8]) -> String {
    func number(_ value: Double?) -> String { value.map { String(($0 * 100).rounded() / 100) } ?? "-" }
    do {
      let header = try ImageHeader(bytes: bytes)
      return "\(header.format.rawValue) \(number(header.width)) \(number(header.height)) \(number(header.ratio))"
    } catch {
      return error.text
    }
  }

  static func big(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
  static func little(_ value: Int, _ count: Int = 4) -> [UInt8] { big(value, count).reversed() }
  static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
  static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] { big(payload.count + 8) + ascii(type) + payload }

  /// With the checksum of its header, and a chunk of pixels that is empty.
  static let png = pngHeader + big(0x9AAB_8DC4) + big(0) + ascii("IDAT") + big(0)
  private static let pngHeader =
    [0x89] + ascii("PNG\r\n\u{1A}\n") + big(13) + ascii("IHDR") + big(30) + big(20) + [8, 6, 0, 0, 0]
  static func jpeg(orientation: Int?) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    if let orientation {
      let exif =
        ascii("Exif\0\0II") + little(42, 2) + little(8) + little(1, 2) + little(0x0112, 2) + little(3, 2) + little(1)
        + little(orientation)
      bytes += [0xFF, 0xE1] + big(exif.count + 2, 2) + exif
    }
    return bytes + [0xFF, 0xFF, 0xC2] + big(11, 2) + [8] + big(20, 2) + big(30, 2) + [3]
  }
  static let gif = ascii("GIF89a") + little(30, 2) + little(20, 2) + [0, 0, 0]
  static let bmp = ascii("BM") + little(0) + little(0) + little(54) + little(40) + little(30) + little(-20)
  static let ico =
    little(0x10000) + little(2, 2) + [16, 16] + [UInt8](repeating: 0, count: 14) + [0, 0]
    + [UInt8](repeating: 0, count: 14)
  static let webpLossy =
    ascii("RIFF") + little(0) + ascii("WEBPVP8 ") + little(10) + [0, 0, 0, 0x9D, 0x01, 0x2A] + little(30 | 1 << 14, 2)
    + little(20, 2)
  static let webpLossless = ascii("RIFF") + little(0) + ascii("WEBPVP8L") + little(5) + [0x2F] + little(29 | 19 << 14)
  static let webpExtended =
    ascii("RIFF") + little(0) + ascii("WEBPVP8X") + little(10) + little(0) + little(29, 3) + little(19, 3)
  static func avif(turned: Bool) -> [UInt8] {
    let properties =
      box("ispe", big(0) + big(7) + big(7)) + box("ispe", big(0) + big(30) + big(20)) + box("irot", [turned ? 1 : 2])
    let associations = box("ipma", big(0) + big(2) + big(1, 2) + [1, 1] + big(2, 2) + [2, 2, 3])
    let meta = box(
      "meta", big(0) + box("pitm", big(0) + big(2, 2)) + box("iprp", box("ipco", properties) + associations))
    return box("ftyp", ascii("avif") + big(0) + ascii("mif1avif")) + meta + box("mdat", [1, 2, 3])
  }

  @Test func sizes() {
    #expect(Self.dump(Self.png) == "png 30.0 20.0 1.5")
    #expect(Self.dump(Self.jpeg(orientation: nil)) == "jpeg 30.0 20.0 1.5")
    #expect(Self.dump(Self.jpeg(orientation: 3)) == "jpeg 30.0 20.0 1.5")
    #expect(Self.dump(Self.jpeg(orientation: 6)) == "jpeg 20.0 30.0 0.67")
    #expect(Self.dump(Self.gif) == "gif 30.0 20.0 1.5")
    #expect(Self.dump(Self.bmp) == "bmp 30.0 20.0 1.5")
    #expect(Self.dump(Self.ico) == "ico 256.0 256.0 1.0")
    #expect(Self.dump(Self.webpLossy) == "webp 30.0 20.0 1.5")
    #expect(Self.dump(Self.webpLossless) == "webp 30.0 20.0 1.5")
    #expect(Self.dump(Self.webpExtended) == "webp 30.0 20.0 1.5")
    #expect(Self.dump(Self.avif(turned: false)) == "avif 30.0 20.0 1.5")
    #expect(Self.dump(Self.avif(turned: true)) == "avif 20.0 30.0 0.67")
  }

  @Test(arguments: [
    ("<svg width='30' height=\"2em\"/>", "svg 30.0 32.0 0.94"),
    ("<svg viewBox='0 0 30 20'>", "svg - - 1.5"),
    ("<svg width='60' viewBox='0,0,30,20'>", "svg 60.0 - 1.5"),
    ("<svg width='100%' height='20'>", "svg - 20.0 -"),
    ("<svg>", "svg - - -"),
    (
      "<?xml version='1.0'?>\n<!-- <svg width='1'> -->\n<!DOCTYPE svg [<!ENTITY a '>'>]>\n<s:svg width='1in' height='48pt'>",
      "svg 96.0 64.0 1.5"
    ),
    ("<html><svg width='1'>", "not an image in a format that is known"),
    ("<svg width='30'", "the svg file ends inside its header"),
    ("<svg width='1e999' height='-1' viewBox='0 0 0 1'>", "svg - - -"),
  ])
  func svg(text: String, expected: String) {
    #expect(Self.dump(Self.ascii(text)) == expected)
  }

  @Test func damaged() {
    #expect(Self.dump([]) == "not an image in a format that is known")
    #expect(Self.dump(Array(Self.png.prefix(20))) == "the png file ends inside its header")
    var lying = Self.png
    lying[24] = 99
    #expect(Self.dump(lying) == "the png header is damaged: the depth 99 of colour type 6 does not exist")
    lying = Self.png
    lying.replaceSubrange(16..<24, with: [0, 0x1E, 0x84, 0x80, 0, 0x1E, 0x84, 0x80])
    #expect(Self.dump(lying) == "the png header is damaged: the checksum of the header is wrong")
    lying.replaceSubrange(29..<33, with: Self.big(0xF447_F4CC))
    #expect(
      Self.dump(lying) == "the png header is damaged: 2000000 by 2000000 pixels are more than browsers draw")
    #expect(Self.dump(Array(Self.png.dropLast(12))) == "the png header is damaged: it has no pixels")
    #expect(
      Self.dump(Array(Self.png.dropLast(12)) + Self.big(0) + Self.ascii("IEND") + Self.big(0))
        == "the png header is damaged: it has no pixels")
    #expect(Self.dump(Array(Self.jpeg(orientation: 6).prefix(12))) == "the jpeg file ends inside its header")
    #expect(Self.dump([0xFF, 0xD8, 0xFF, 0xDA]) == "the jpeg header is damaged: pixels come before the frame header")
    #expect(Self.dump(Self.ascii("GIF89a") + [0, 0, 5, 0]) == "the gif header is damaged: a side is 0")
    #expect(Self.dump(Self.ascii("RIFF    WEBPABCD")) == "the webp header is damaged: the first chunk is unknown")
    #expect(
      Self.dump(Self.box("ftyp", Self.ascii("avif") + Self.big(0)) + Self.box("meta", Self.big(0)))
        == "the avif header is damaged: it has no properties")
  }

  @Test func sourceSets() {
    func dump(_ text: String) -> [String] {
      parseSourceSet(text).map { candidate in
        switch candidate.descriptor {
        case .density(let density): "\(candidate.url) \(density)x"
        case .width(let width): "\(candidate.url) \(width)w"
        }
      }
    }
    #expect(dump("a.png, b.png 2x,c.png 1.5x") == ["a.png 1.0x", "b.png 2.0x", "c.png 1.5x"])
    #expect(dump("a.png 100w, b.png 200w 300h") == ["a.png 100w", "b.png 200w"])
    #expect(dump("data:,a ( , ) 1x, b,c 2x, d 1q, e 100w 2x, f -1x, g 0w, h 1h,, i") == ["b,c 2.0x", "i 1.0x"])
    #expect(dump("") == [])
    let sizes = parseSourceSizes("(max-width: 600px) calc(100vw - 2px), (min-width:1px) and (x) 50vw, 30em")
    #expect(
      sizes.map { "\($0.condition ?? "-") → \($0.length)" } == [
        "(max-width: 600px) → calc(100vw - 2px)", "(min-width:1px) and (x) → 50vw", "- → 30em",
      ])
  }

  @Test func choices() {
    func choose(_ text: String, _ size: Double, _ scale: Double) -> String {
      let candidates = parseSourceSet(text)
      guard let choice = chooseCandidate(among: candidates, sourceSize: size, scale: scale) else { return "none" }
      return "\(candidates[choice.index].url) \(choice.density)"
    }
    #expect(choose("a, b 2x, c 3x", 100, 1) == "a 1.0")
    #expect(choose("a, b 2x, c 3x", 100, 2) == "b 2.0")
    #expect(choose("a, b 2x, c 3x", 100, 4) == "c 3.0")
    // 1.3 is nearer to 1 than to 2, 1.5 is not.
    #expect(choose("a, b 2x", 100, 1.3) == "a 1.0")
    #expect(choose("a, b 2x", 100, 1.5) == "b 2.0")
    #expect(choose("a 0.5x, b 0.9x, c 2x", 100, 0.8) == "b 0.9")
    #expect(choose("a 100w, b 200w, c 400w", 100, 2) == "b 2.0")
    #expect(choose("a 1x, b 1x", 100, 1) == "a 1.0")
    #expect(choose("", 100, 1) == "none")
  }
}
