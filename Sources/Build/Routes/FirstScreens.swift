import CSSValues
import Compiler
import Manifest
import PageFormat
import Painting

/// The first screens of pages as display lists, which the service worker of `--emit web` shows while styles and scripts
/// load: `screens/<viewport>/<page>.json` in the package `screens.<viewport>`.
///
/// The packages are loaded on demand, so that clients that paint pages themselves do not fetch them.
struct FirstScreens {
  let configuration: SiteConfiguration
  let site: Site
  let files: BuiltFiles
  let jobs: Int

  /// The name of a viewport's package.
  static func packageName(_ viewport: String) -> String { "screens." + viewport }

  /// One package for each viewport in each colour scheme.
  func packages(of pages: PageList) -> [PackageContents] {
    var sizes: [String: (width: Double, height: Double, scale: Double)] = [:]
    var packages: [PackageContents] = []
    for screen in configuration.compiler.screens {
      let name = ReleaseDraft.name(screen.name, screen.colorScheme)
      sizes[name] = (screen.width, screen.height, screen.scale)
      packages.append(PackageContents(name: Self.packageName(name), load: .onDemand, viewport: name))
    }
    let known = sizes
    let screens = ParallelWork.map(pages, threads: jobs) { page -> [(viewport: String, file: PackageFile)] in
      page.layouts.compactMap { layout in
        guard let size = known[layout.viewport], let text = list(page.path, layout.file.path, size) else { return nil }
        let path = "screens/\(layout.viewport)/\(page.path).json"
        return (
          layout.viewport, PackageFile(path: path, packing: Array(text.utf8), origin: page.path, effort: .thorough)
        )
      }
    }
    for (viewport, file) in screens.joined() {
      if let index = packages.firstIndex(where: { $0.viewport == viewport }) { packages[index].files.append(file) }
    }
    return packages.filter { !$0.files.isEmpty }
  }

  /// A page's first screen; `nil` where it shows no text or image, so that nothing is gained by painting it.
  private func list(_ path: String, _ layout: String, _ size: (width: Double, height: Double, scale: Double)) -> String?
  {
    guard let pageFile = files.bytes(of: "pages/\(path).page"), let layoutFile = files.bytes(of: layout),
      (try? PageReader(FileBytes(pageFile)))?.paintsFirstScreen ?? false,
      let (list, _) = PageImageSource(site: site, path: path, base: configuration.compiler.base)
        .displayList(pageFile: pageFile, layoutFile: layoutFile)
    else { return nil }
    let area = LayoutRect(x: 0, y: 0, width: size.width, height: size.height)
    let shows = zip(list.items, list.bounds).contains { item, bounds in
      guard bounds.y < size.height else { return false }
      return switch item {
      case .text, .image: true
      default: false
      }
    }
    return shows ? list.encode(area: area, scale: size.scale) : nil
  }
}
