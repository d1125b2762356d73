import CSSValues
import Foundation
import Testing

@testable import Text

@Suite struct FontFileTests {
  /// The font as WOFF 1 with stored tables.
  static func woff(_ font: [UInt8]) -> [UInt8] {
    func u16(_ at: Int) -> Int { Int(font[at]) << 8 | Int(font[at + 1]) }
    func u32(_ at: Int) -> Int { u16(at) << 16 | u16(at + 2) }
    func bytes(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    let count = u16(4)
    var directory: [UInt8] = []
    var data: [UInt8] = []
    let start = 44 + count * 20
    for i in 0..<count {
      let entry = 12 + i * 16
      let length = u32(entry + 12)
      directory += bytes(u32(entry)) + bytes(start + data.count) + bytes(length) + bytes(length) + bytes(u32(entry + 4))
      data += font[u32(entry + 8)..<u32(entry + 8) + length]
      while data.count & 3 != 0 { data.append(0) }
    }
    let header =
      Array("wOFF".utf8) + bytes(0x10000) + bytes(start + data.count) + [UInt8(count >> 8), UInt8(count), 0, 0]
      + bytes(font.count) + [UInt8](repeating: 0, count: 24)
    return header + directory + data
  }

  @Test func readsWOFF() throws {
    let font = TestFont.squares(0x20...0x7E).data()
    let file = try FontFile(bytes: Self.woff(font))
    #expect(file.tables.withBytes { Array($0) } == font)
  }

  @Test func refusesFilesThatAreNotFonts() {
    #expect(throws: FontFileError.unknownFormat) { try FontFile(bytes: Array("GIF89a".utf8)) }
    #expect(throws: FontFileError.unknownFormat) { try FontFile(bytes: []) }
    #expect(throws: FontFileError.damaged("no usable face")) { try FontFile(bytes: [0, 1, 0, 0, 0, 9]) }
    #expect(throws: FontFileError.damaged("the WOFF directory is damaged")) {
      try FontFile(bytes: Array("wOFF".utf8) + [UInt8](repeating: 0xFF, count: 60))
    }
    #expect(throws: FontFileError.damaged("the WOFF2 font does not unpack")) {
      try FontFile(bytes: Array("wOF2".utf8) + [UInt8](repeating: 0x41, count: 60))
    }
  }

  @Test func refusesWhatBrowsersRefuse() throws {
    let font = TestFont.squares(0x20...0x7E).data()
    func fault(_ change: (inout [UInt8]) -> Void) -> FontFileError? {
      var bytes = font
      change(&bytes)
      do throws(FontFileError) {
        _ = try FontFile(bytes: bytes)
        return nil
      } catch {
        return error
      }
    }
    #expect(fault { _ in } == nil)
    // Of a font cut short browsers use nothing, though its first tables are whole.
    #expect(fault { $0.removeLast(8) } == .damaged("the table `post` ends outside the file"))
    // The directory's fourth entry is `head`: its magic number.
    let head = Int(font[12 + 3 * 16 + 10]) << 8 | Int(font[12 + 3 * 16 + 11])
    #expect(fault { $0[head + 12] = 0 } == .damaged("`head` is damaged"))
    #expect(fault { $0[12] = 0x58 } == .damaged("the table `OS/2` is missing"))
  }

  @Test func subsetsHoldWhatShapingReaches() throws {
    func kept(_ font: TestFont, _ characters: [UInt32]) throws -> [UInt8] {
      try FontFile(bytes: font.data()).subset(to: characters)
    }
    // Thai's SARA AM is taken apart, single marks are on a circle.
    let thai = TestFont.squares(0x0E01...0x0E4D)
    #expect(try kept(thai, [0x0E33]) == kept(thai, [0x0E32, 0x0E33, 0x0E4D]))
    // é of e and its accent, from what the font has: all of Unicode takes no longer than the font is large.
    let latin = TestFont.squares(0x20...0x301)
    #expect(try kept(latin, [0x65, 0x301]) == kept(latin, [0x65, 0xE9, 0x301]))
    #expect(try kept(latin, Array(0...0x10FFFF)) == kept(latin, Array(0x20...0x301)))
  }

  @Test func packsWOFF2ThatUnpacksToTheSameTables() throws {
    let font = TestFont.squares(0x20...0x7E).data()
    let packed = try #require(encodeWOFF2(font))
    #expect(packed == encodeWOFF2(font))
    let plain = try FontFile(bytes: font)
    let unpacked = try FontFile(bytes: packed)
    #expect(unpacked.tables.faceCount == plain.tables.faceCount)
    #expect(try unpacked.subset(to: [0x41]).count == plain.subset(to: [0x41]).count)
    #expect(encodeWOFF2(Array(font.prefix(40))) == nil)
  }

  @Test func subsetsKeepTheirContainer() throws {
    let font = TestFont.squares(0x20...0x7E).data()
    let plain = try FontFile(bytes: font).subsetFile(to: [0x41])
    #expect(plain.prefix(4).elementsEqual([0, 1, 0, 0]))
    let woff = try FontFile(bytes: Self.woff(font)).subsetFile(to: [0x41])
    #expect(woff.prefix(4).elementsEqual("wOFF".utf8))
    #expect(try FontFile(bytes: woff).tables.withBytes { Array($0) }.count == plain.count)
  }

  @Test func subsets() throws {
    let file = try FontFile(bytes: TestFont.squares(0x20...0x7E).data())
    let subset = try file.subset(to: [0x41, 0x42, 0x4E00])
    let again = try file.subset(to: [0x42, 0x41])
    #expect(subset == again)
    let face = FontInstance(
      face: try #require(FontFace(tables: try FontFile(bytes: subset).tables, index: 0, origin: .shipped)), family: "")
    #expect([0x41, 0x42, 0x43].map { face.covers($0) } == [true, true, false])
    #expect(face.metrics(size: 10, hasSubpixelPositions: true).ascent == 8)
  }

  // The font's ascent of 17.6 and descent of 4.4 device pixels: Chromium moves the baseline of the machine's fonts up
  // where the descent was rounded down, and not that of the page's fonts.
  @Test(arguments: [(FontOrigin.shipped, 9.0, 2.0), (.system, 8.5, 2.5)])
  func roundsAscents(_ origin: FontOrigin, _ ascent: Double, _ descent: Double) throws {
    let tables = try FontFile(bytes: TestFont.squares(0x20...0x7E).data()).tables
    let font = FontInstance(face: try #require(FontFace(tables: tables, index: 0, origin: origin)), family: "")
    let metrics = font.metrics(size: 11, scale: 2)
    #expect((metrics.ascent, metrics.descent) == (ascent, descent))
    let lines = font.lineMetrics(size: 11, scale: 2, isSystemFallback: false)
    #expect((lines.ascent, lines.descent) == (ascent, descent))
  }

  @Test func licenceForbidsSubsetting() throws {
    var font = TestFont.squares(0x41...0x42)
    font.embeddingRights = 0x0100
    #expect(throws: FontSubsetError.licenceForbids) { _ = try FontFile(bytes: font.data()).subset(to: [0x41]) }
    font.embeddingRights = 0x0002
    #expect(throws: FontSubsetError.licenceForbids) { _ = try FontFile(bytes: font.data()).subset(to: [0x41]) }
    font.embeddingRights = 0x0008
    _ = try FontFile(bytes: font.data()).subset(to: [0x41])
  }

  @Test func metricsFiles() throws {
    var font = TestFont.squares(0x41...0x43)
    font.advances[0x20] = 250
    font.lineGap = 100
    let captured = try FontMetricsFile(capturing: FontFile(bytes: font.data()), family: "system-ui")
    let text = """
      hybrid-font-metrics 1
      family system-ui
      units-per-em 1000
      ascent 800
      descent 200
      line-gap 100
      x-height 500
      cap-height 700
      average-advance 500
      maximum-advance 1000
      weight 400
      italic 0
      missing-advance 1000
      advance 20 250
      advance 41-43 1000

      """
    #expect(captured.text == text)
    let read = try FontMetricsFile(text: text)
    #expect(read.text == text)
    let kerned = try FontMetricsFile(text: text + "kerning 41 42 -100\n")
    let set = FontSet(
      library: FontLibrary(usesSystemFonts: false),
      configured: [ConfiguredFont(family: "Test", source: .metrics(kerned))])
    let measurer = SystemTextMeasurer(fonts: set)
    #expect(measurer.shape(paragraph("AB A", testStyle(10))).advances.inPixels == [9, 10, 2.5, 10])
    #expect(measurer.metrics(for: testStyle(10)).lineSpacing == 11)
    #expect(measurer.font(0).origin == .metrics)
    #expect(measurer.font(0).withContent { Array($0) } == Array(kerned.text.utf8))
  }

  @Test func metricsFilesOfFamilies() throws {
    func face(_ weight: Int, _ advance: Int) -> String {
      "hybrid-font-metrics 1\nunits-per-em 1000\nascent 800\ndescent 200\nweight \(weight)\nadvance 41-43 \(advance)\n"
    }
    let faces = try FontMetricsFile.faces(text: face(400, 500) + "kerning 41 42,43 -100\n" + face(700, 600))
    #expect(faces.count == 2)
    #expect(faces[0].text.hasSuffix("advance 41-43 500\nkerning 41 42,43 -100\n"))
    let set = FontSet(
      library: FontLibrary(usesSystemFonts: false),
      configured: faces.map { ConfiguredFont(family: "Test", source: .metrics($0)) })
    let measurer = SystemTextMeasurer(fonts: set)
    var bold = testStyle(10)
    bold.weight = 700
    #expect(measurer.shape(paragraph("ABC", testStyle(10))).advances.inPixels == [4, 5, 5])
    #expect(measurer.shape(paragraph("ABC", bold)).advances.inPixels == [6, 6, 6])
    #expect(set.declares(.named("TEST")) && !set.declares(.named("Other")) && !set.declares(.generic(.serif)))
    let part = try FontMetricsFile(
      capturing: FontFile(bytes: TestFont.squares(0x41...0x5A).data()), characters: [0x30...0x42, 0x45...0x45])
    #expect(part.text.hasSuffix("\nadvance 41-42 1000\nadvance 45 1000\n"))
    for (text, line) in [
      (face(400, 1) + face(400, 1) + "x", 13), ("\n" + face(400, 1), 1), (face(1, 1) + "kerning 41 42, 1", 7),
    ] {
      #expect { try FontMetricsFile.faces(text: text) } throws: { ($0 as? FontMetricsFile.ReadError)?.line == line }
    }
  }

  @Test func metricsFileErrors() {
    func error(_ text: String) -> String? {
      do {
        _ = try FontMetricsFile(text: text)
        return nil
      } catch {
        return "\(error.line): \(error.text)"
      }
    }
    let head = "hybrid-font-metrics 1\nunits-per-em 1000\nascent 800\ndescent 200\n"
    #expect(error("nothing") == "1: not a metrics file of version 1")
    #expect(error("hybrid-font-metrics 1\n") == "1: units-per-em (16 to 16384), ascent and descent are required")
    #expect(error(head + "advance 41 x") == "5: an advance has a character or a range of them and font units")
    #expect(error(head + "advance 0-10FFFF 1") == "5: a range of characters is wrong or too large")
    #expect(error(head + "kerning 41 42") == "5: kerning has two characters and font units")
    #expect(error(head + "x-height inf") == "5: a measure has one number")
    #expect(error(head + "# a comment\n\nadvance 41 500\n") == nil)
  }

  /// A mapped file is mapped once more for who reads all of it, unless another one has taken its place.
  @Test func mappedFilesAreReadOnce() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("hybrid-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("font".utf8).write(to: URL(fileURLWithPath: path))
    let tables = try #require(FontTables(path: path))
    let kept = tables.withBytes { $0.baseAddress }
    tables.withBytesOnce { bytes in
      #expect(bytes.elementsEqual("font".utf8))
      #expect(bytes.baseAddress != kept)
    }
    // Its name only: the mapped file stays.
    try FileManager.default.removeItem(atPath: path)
    try Data("longer".utf8).write(to: URL(fileURLWithPath: path))
    #expect(tables.withBytesOnce { $0.elementsEqual("font".utf8) })
    #expect(FontTables(owning: Array("font".utf8)).withBytesOnce { $0.elementsEqual("font".utf8) })
  }
}
