import Archive
import Manifest
import Text

extension BuildRun {
  /// What the pages' text was measured with, for layouts on devices that no viewport was built for: one entry for the
  /// site, in a package that devices of a built viewport need not fetch.
  func measuresPackage(of walked: Site) -> PackageContents {
    var package = PackageContents(name: "measures", load: .onDemand)
    let measures = walked.pages.compactMap { page -> (path: String, bytes: [UInt8])? in
      guard let packed = state.pages[page.path]?.measures?.packed, let bytes = try? packed.entry.data.bytes() else {
        return nil
      }
      guard packed.entry.method == .deflate else { return (page.path, bytes) }
      return (try? Inflater.inflate(bytes, limit: packed.entry.size)).map { (page.path, $0) }
    }
    package.files.append(
      PackageFile(
        path: "text.measures", packing: MeasuresFile.merged(measures), origin: "text.measures", effort: .thorough))
    return package
  }
}
