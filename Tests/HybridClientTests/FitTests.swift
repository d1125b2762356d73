import CSSValues
import HybridClient
import Manifest
import PageFormat
import TestSupport
import Testing

/// What `fit` answers beside the viewport's size: stand-in fonts, the safe area, the viewport element.
struct FitTests {
  private let phone = DeviceTraits(width: 390, height: 844, scale: 3)

  /// The fit of a page without data, whose layout is changed first.
  private func fit(_ device: DeviceTraits, _ change: (inout LayoutModel) -> Void) throws -> LayoutFit {
    var page = SamplePage.page()
    page.nodes[6].flags = []
    var layout = SamplePage.layout()
    change(&layout)
    return OpenedPage(
      page: try PageReader(FileBytes(page.encode())), layout: try LayoutReader(FileBytes(layout.encode(for: page))),
      device: device
    ).fit
  }

  private static let standIn = LayoutFont(
    family: "Liberation Serif", hash: "sha256-abc", size: 12, isApproximate: true, standsInFor: ["Brand", "serif"])

  @Test func standInFontsMakeFramesApproximate() throws {
    func families(_ device: DeviceTraits) throws -> LayoutFit { try fit(device) { $0.fonts = [Self.standIn] } }
    func family(_ name: String, _ availability: ApproximateFamily.Availability) -> ApproximateFamily {
      ApproximateFamily(name: name, measuredWith: "Liberation Serif", availability: availability)
    }
    #expect(try families(phone) == .approximate([family("Brand", .unknown), family("serif", .unknown)]))
    // The catalog says which family is missing.
    var device = phone
    device.fonts = FontCatalog()
    #expect(try families(device) == .approximate([family("Brand", .missing), family("serif", .present)]))
    device.fonts?.add(family: "brand")
    #expect(try families(device) == .approximate([family("Brand", .present), family("serif", .present)]))
    // The very file that measured is exact.
    device.fonts?.add(family: "Liberation Serif", hash: "sha256-abc")
    #expect(try families(device) == .exact)
    // Other reasons weigh more.
    device = phone
    device.width = 400
    #expect(try families(device) == .needsLayout([.width(wanted: 400, nearest: 390)]))
    // A font that gave characters which the page's own lack.
    let fallback = try fit(phone) { $0.fonts = [LayoutFont(family: "Noto", hash: "h", size: 1, isApproximate: true)] }
    #expect(fallback == .approximate([ApproximateFamily(name: "Noto", measuredWith: "Noto")]))
  }

  @Test func theCatalogKnowsTheConfigurationsFonts() throws {
    var device = phone
    device.fonts = FontCatalog(families: ["Brand"])
    func answer(_ family: String, isShipped: Bool = false) throws -> LayoutFit {
      try fit(device) { $0.fonts = [LayoutFont(family: family, hash: "h", size: 1, isShipped: isShipped)] }
    }
    #expect(try answer("BRAND") == .exact)
    #expect(try answer("sans-serif") == .exact)
    #expect(try answer("Other") == .needsLayout([.font(family: "Other")]))
    #expect(try answer("Other", isShipped: true) == .exact)
  }

  @Test func theSafeAreaCountsWherePagesUseIt() throws {
    var device = phone
    device.safeArea = SafeAreaInsets(top: 59, bottom: 34)
    let built = SafeAreaInsets(top: 47, bottom: 34)
    #expect(try fit(device) { $0.viewport.safeArea = built } == .exact)
    let answer = try fit(device) {
      $0.viewport.safeArea = built
      $0.flags = .usesSafeArea
    }
    #expect(answer == .needsLayout([.safeArea(wanted: device.safeArea, nearest: built)]))
    device.safeArea = built
    let same = try fit(device) {
      $0.viewport.safeArea = built
      $0.flags = .usesSafeArea
    }
    #expect(same == .exact)
  }

  @Test func aPageWithoutTheViewportElementIsNotExact() throws {
    #expect(try fit(phone) { $0.flags = .namesNoViewport } == .needsLayout([.noViewport]))
  }

  @Test func theNearestViewportIsThatOfTheSafeArea() throws {
    var contents = sampleRelease()
    contents.viewports = [
      ManifestViewport(name: "flat", width: 390, height: 844, scale: 3),
      ManifestViewport(name: "notch", width: 390, height: 844, scale: 3, safeArea: [47, 0, 34, 0]),
    ]
    contents.packages[0].viewport = "flat"
    let folder = try TemporaryFolder()
    _ = try ReleasePublisher(folder: folder.path).publish(contents)
    let manifest = try ReleaseFolder.open(folder.path).manifest
    #expect(manifest.viewports.map(\.safeArea) == [[0, 0, 0, 0], [47, 0, 34, 0]])
    var device = phone
    #expect(manifest.nearestViewport(to: device)?.name == "flat")
    device.safeArea = SafeAreaInsets(top: 59, bottom: 34)
    #expect(manifest.nearestViewport(to: device)?.name == "notch")
  }

  @Test func aWebPageCannotBeLive() throws {
    final class Host: ViewHost { func apply(_ commands: [ViewCommand]) {} }
    let page = SamplePage.page()
    let opened = OpenedPage(page: try PageReader(FileBytes(page.encode())), layout: nil, device: phone)
    let error = #expect(throws: LivePageError.webPage("news/index.html")) { try LivePage(opened, host: Host()) }
    #expect("\(try #require(error))".contains("WebContent"))
  }
}
