import CSSValues
import HybridClient
import Manifest
import PageFormat
import TestSupport
import Testing

struct OpeningTests {
  private let phone = DeviceTraits(width: 390, height: 844, scale: 3)

  @Test func aPageOpensFromTheFolderWithItsFrames() throws {
    let folder = try TemporaryFolder()
    _ = try ReleasePublisher(folder: folder.path).publish(sampleRelease())
    let release = try ReleaseFolder.open(folder.path)
    let opened = try release.openPage("news/index.html", for: phone)
    #expect(opened.fit == .needsLayout([.data(nodes: 1)]))
    let root = try #require(opened.root)
    #expect(root.tag == "html")
    #expect(root.frame == LayoutRect(x: 0, y: 0, width: 390, height: 900))
    let body = root.children[0]
    #expect(body.children.map(\.tag) == ["p", "svg", nil])
    #expect(body.style.map { "\($0.property): \($0.value)" } == ["color: rgb(255, 0, 0)", "display: block"])
    let paragraph = body.children[0]
    #expect(paragraph.frame == LayoutRect(x: 8.5, y: 16.25, width: 100.125, height: 40))
    #expect(paragraph.children[0].frame == nil)
    #expect(paragraph.children[0].lines.map(\.frame.rect.y) == [16.25, 36.25])
    #expect(body.children[2].fragments.count == 2)
    #expect(try release.contents(of: "web/news/index.html") == Array("<p>hello</p>".utf8))
    #expect(throws: ClientError.self) { try release.openPage("gone.html", for: phone) }
  }

  @Test func anotherDeviceNeedsLayoutAndSaysWhy() throws {
    let folder = try TemporaryFolder()
    _ = try ReleasePublisher(folder: folder.path).publish(sampleRelease())
    let release = try ReleaseFolder.open(folder.path)
    func fit(_ change: (inout DeviceTraits) -> Void) throws -> LayoutFit {
      var device = phone
      change(&device)
      return try release.openPage("news/index.html", for: device).fit
    }
    let data = LayoutReason.data(nodes: 1)
    #expect(try fit { $0.width = 400 } == .needsLayout([.width(wanted: 400, nearest: 390), data]))
    #expect(try fit { $0.fontScale = 1.3 } == .needsLayout([.fontScale(wanted: 1.3, nearest: 1), data]))
    #expect(try fit { $0.colorScheme = .dark } == .needsLayout([.colorScheme(wanted: .dark), data]))
    #expect(try fit { $0.fontHashes = [] } == .needsLayout([.font(family: "DejaVu Sans"), data]))
    #expect(try fit { $0.fontHashes = ["sha256-abc"] } == .needsLayout([data]))
  }

  @Test func aPageWithoutDataIsExact() throws {
    let folder = try TemporaryFolder()
    var contents = sampleRelease()
    var page = SamplePage.page()
    page.nodes[6].flags = []
    contents.packages[1].files[0].contents = .bytes(page.encode())
    _ = try ReleasePublisher(folder: folder.path).publish(contents)
    #expect(ReleaseFolder.verify(folder.path) == [])
    #expect(try ReleaseFolder.open(folder.path).openPage("news/index.html", for: phone).fit == .exact)
  }

  @Test func verifyLooksIntoPagesAndLayouts() throws {
    let folder = try TemporaryFolder()
    var contents = sampleRelease()
    var page = SamplePage.page()
    page.nodes[3].text = StringIndex(99)
    contents.packages[1].files[0].contents = .bytes(page.encode())
    _ = try ReleasePublisher(folder: folder.path).publish(contents)
    let faults = ReleaseFolder.verify(folder.path)
    // What its layouts say of a page that cannot be read is not a further fault.
    #expect(faults.map(\.kind) == [.page])
    #expect(faults.first?.entry == "pages/news/index.html.page")
    #expect(faults.first?.found?.contains("nodes.text row 3") == true)
  }

  @Test func aDamagedFolderDoesNotOpen() throws {
    let folder = try TemporaryFolder()
    let release = try ReleasePublisher(folder: folder.path).publish(sampleRelease())
    try folder.write(release.manifest.packages[0].archive.url, [1, 2, 3])
    #expect(throws: ClientError.self) { try ReleaseFolder.open(folder.path) }
  }
}
