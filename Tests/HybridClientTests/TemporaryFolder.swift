import Foundation

import Manifest

/// A folder of its own for a test, removed with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/hybrid-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The files below the folder, sorted.
  func listing() -> [String] {
    let files = (FileManager.default.enumerator(atPath: path)?.allObjects as? [String]) ?? []
    return files.filter { file in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path + "/" + file, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  func read(_ file: String) -> [UInt8] { FileSystem.read(path + "/" + file) ?? [] }

  func write(_ file: String, _ bytes: [UInt8]) throws {
    let url = URL(fileURLWithPath: path + "/" + file)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }
}

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
