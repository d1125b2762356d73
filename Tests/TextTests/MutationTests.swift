import CSSValues
import Foundation
import Testing

@testable import Text

/// Damaged fonts and images: whatever the bytes, an answer or a typed error.
@Suite struct MutationTests {
  /// Deterministic numbers.
  struct Random {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, bound)
    }
  }

  /// The bytes with some changed, or cut short, or doubled in part.
  static func mutate(_ bytes: [UInt8], _ random: inout Random) -> [UInt8] {
    var result = bytes
    guard !result.isEmpty else { return result }
    switch random.next(8) {
    case 0: result.removeLast(random.next(result.count))
    case 1:
      let start = random.next(result.count)
      result.removeSubrange(start..<min(result.count, start + random.next(32)))
    case 2:
      let start = random.next(result.count)
      result.insert(contentsOf: result[start..<min(result.count, start + random.next(64))], at: start)
    default:
      for _ in 0...random.next(8) where !result.isEmpty {
        let at = random.next(result.count)
        switch random.next(4) {
        case 0: result[at] = 0xFF
        case 1: result[at] = 0
        case 2: result[at] ^= UInt8(1 << random.next(8))
        default: result[at] = UInt8(truncatingIfNeeded: random.next(256))
        }
      }
    }
    return result
  }

  /// Reads, shapes, captures and subsets a font; 0 where it is refused.
  static func tryFont(_ bytes: [UInt8]) -> Int {
    guard let file = try? FontFile(bytes: bytes) else { return 0 }
    let set = FontSet(
      library: FontLibrary(usesSystemFonts: false), rules: [FontFaceRule(family: "Test", sources: [.file(file)])])
    let measurer = SystemTextMeasurer(fonts: set)
    let shaped = measurer.shape(paragraph("Fuzzy fi AV \u{628}\u{627} 字😀é", testStyle(16)))
    let metrics = measurer.metrics(for: testStyle(16))
    #expect(shaped.advances.allSatisfy { $0.isFinite })
    #expect(metrics.ascent.isFinite && metrics.xHeight.isFinite && metrics.lineSpacing.isFinite)
    _ = try? file.subset(to: [0x41, 0x66, 0x69])
    return 1
  }

  @Test func fonts() {
    let font = TestFont.squares(0x20...0x7E).data()
    let seeds = [font, FontFileTests.woff(font)]
    var random = Random(state: 1)
    var accepted = 0
    for i in 0..<400 { accepted += Self.tryFont(Self.mutate(seeds[i % 2], &random)) }
    #expect(accepted > 0 && accepted < 400)
  }

  private static let isLong = ProcessInfo.processInfo.environment["HYBRID_SOAK"] != nil

  /// The fonts that the machine has, of a size that a page ships: no two machines have the same.
  private static func installedFonts() -> [[UInt8]] {
    let folder = URL(fileURLWithPath: "/usr/share/fonts")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var paths: [URL] = []
    while let file = files?.nextObject() as? URL { paths.append(file) }
    return paths.filter { ["ttf", "otf", "woff", "woff2"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
      .compactMap { try? Data(contentsOf: $0) }.filter { $0.count < 500_000 }.prefix(8).map { Array($0) }
  }

  /// 10,000 mutations of real fonts where the long forms are asked for (`make soak`).
  @Test func installedFontsSoak() {
    let seeds = Self.installedFonts()
    var random = Random(state: 3)
    var accepted = 0
    let count = Self.isLong ? 10_000 : 60
    for i in 0..<(seeds.isEmpty ? 0 : count) { accepted += Self.tryFont(Self.mutate(seeds[i % seeds.count], &random)) }
    #expect(seeds.isEmpty || accepted > 0)
  }

  @Test func imagesSoak() {
    let seeds = [
      ImageTests.png, ImageTests.jpeg(orientation: 6), ImageTests.gif, ImageTests.bmp, ImageTests.ico,
      ImageTests.webpLossy, ImageTests.webpLossless, ImageTests.webpExtended, ImageTests.avif(turned: true),
      ImageTests.ascii("<?xml version='1.0'?><!DOCTYPE svg><svg width='30px' viewBox='0 0 1 2'/>"),
    ]
    var random = Random(state: 2)
    var accepted = 0
    let count = Self.isLong ? 40_000 : 4_000
    for i in 0..<count {
      if (try? ImageHeader(bytes: Self.mutate(seeds[i % seeds.count], &random))) != nil { accepted += 1 }
    }
    #expect(accepted > 0 && accepted < count)
  }
}
