import Foundation
import HybridClient
import HybridLayout
import HybridLiveLayout
import PageFormat
import Testing

/// Releases with text measures: from a built site to frames at sizes that were not built.
@Suite struct PackagedLayoutTests {
  private func site(width: Int, _ arguments: String...) throws -> (scratch: Scratch, release: OpenedRelease) {
    let scratch = try Scratch()
    let head = """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Page</title>
      <meta name="viewport" content="width=device-width, initial-scale=1"></head>
      """
    try scratch.write(
      "site/index.html",
      head
        + "<body><h1>AVAST waffles</h1><p>The first of To-day’s offices, “well known” for Ta and Wa: 日本語の文章。</p></body></html>"
    )
    try scratch.write(
      "site/other.html", head + "<body style='font-family: monospace'><p>Другой текст — same words.</p></body></html>")
    try scratch.write(
      "site/hybrid.json", "{ \"viewports\": [{ \"width\": \(width), \"height\": 800, \"scale\": 2 }] }")
    let build = try Command.start(["build", "site"] + arguments, in: scratch.url).finish()
    #expect(build.status == 0, "\(build.errors)")
    return (scratch, try ReleaseFolder.open(scratch.url.appendingPathComponent("site/dist").path))
  }

  @Test func aPageIsLaidOutFromOnlyItsPackage() throws {
    let (scratch, release) = try site(width: 390, "--emit", "measures")
    let package = try #require(release.manifest.package("measures"))
    #expect(package.entryCount == 1)
    #expect(package.archive.size < 20_000)
    let measures = try #require(try release.packagedMeasures())
    for width in [320, 411, 1280] {
      let device = DeviceTraits(width: Double(width), height: 800, scale: 2)
      let (other, expected) = try site(width: width)
      for source in ["index.html", "other.html"] {
        let shown = try release.layout(source, on: device, measures: measures)
        let built = try expected.openPage(source, for: device)
        #expect(shown.layout != nil)
        let needsLayout = if case .needsLayout = shown.page.fit { true } else { false }
        #expect(needsLayout, "\(shown.page.fit)")
        #expect(shown.fit == built.fit, "\(source) at \(width)")
        for node in 0..<built.page.nodeCount {
          #expect(
            shown.frame(of: node) == built.layout?.frame(node, in: built.page)?.rect, "\(source) \(node) at \(width)")
        }
      }
      withExtendedLifetime(other) {}
    }
    let verify = try Command.run("verify", "site/dist", in: scratch.url)
    #expect(verify.status == 0, "\(verify.errors)")
  }

  @Test func withoutMeasuresTheNearestFramesAreShown() throws {
    let (scratch, release) = try site(width: 390)
    #expect(try release.packagedMeasures() == nil)
    let shown = try release.layout("index.html", on: DeviceTraits(width: 411, height: 800, scale: 2))
    #expect(shown.layout == nil)
    let needsLayout = if case .needsLayout = shown.fit { true } else { false }
    #expect(needsLayout, "\(shown.fit)")
    withExtendedLifetime(scratch) {}
  }

  @Test func measuresComeFromTheCacheAsTheyWere() throws {
    let (scratch, _) = try site(width: 390, "--emit", "measures")
    let dist = scratch.url.appendingPathComponent("site/dist")
    let first = Scratch.contents(dist)
    let again = try Command.run("build", "site", "--emit", "measures", "-o", "again", in: scratch.url)
    #expect(again.status == 0, "\(again.errors)")
    #expect(Scratch.contents(scratch.url.appendingPathComponent("again")) == first)
  }
}
