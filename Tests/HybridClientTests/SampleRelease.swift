import Manifest
import TestSupport

/// A small release with a page that is laid out in one viewport.
func sampleRelease(text: String = "hello", sequence: UInt64 = 1) -> ReleaseContents {
  var contents = ReleaseContents(name: "demo", version: "1.2.3", sequence: sequence)
  contents.viewports = [ManifestViewport(name: "390x844@3", width: 390, height: 844, scale: 3)]
  var page = SamplePage.page()
  page.title = text
  let layout = SamplePage.layout().encode(for: page)
  contents.packages = [
    PackageContents(
      name: "390x844@3", viewport: "390x844@3",
      files: [PackageFile(path: "layouts/390x844@3/news/index.html.layout", contents: .bytes(layout))]),
    PackageContents(
      name: "base",
      files: [
        PackageFile(path: "pages/news/index.html.page", contents: .bytes(page.encode())),
        PackageFile(path: "web/news/index.html", contents: .bytes(Array("<p>\(text)</p>".utf8))),
        PackageFile(path: "web/app.js", contents: .bytes(Array(String(repeating: "let a = 1;\n", count: 100).utf8))),
      ]),
  ]
  return contents
}
