@testable import Manifest

/// A small release.
func sampleRelease(text: String = "hello", sequence: UInt64 = 1) -> ReleaseContents {
  var contents = ReleaseContents(name: "demo", version: "1.2.3", sequence: sequence)
  contents.viewports = [ManifestViewport(name: "390x844@3", width: 390, height: 844, scale: 3)]
  contents.packages = [
    PackageContents(
      name: "390x844@3", viewport: "390x844@3",
      files: [PackageFile(path: "layouts/390x844@3/index.html.layout", contents: .bytes([1, 2, 3]))]),
    PackageContents(
      name: "base",
      files: [
        PackageFile(path: "web/index.html", contents: .bytes(Array("<p>\(text)</p>".utf8))),
        PackageFile(path: "web/app.js", contents: .bytes(Array(String(repeating: "let a = 1;\n", count: 100).utf8))),
      ]),
  ]
  contents.fonts = [ManifestFont(family: "Inter", hash: "sha256-x")]
  return contents
}
