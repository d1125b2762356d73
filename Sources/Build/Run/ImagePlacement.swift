import CSSValues
import Compiler

/// Which images only one viewport shows, so that they go into its package and not into everybody's.
///
/// A file goes there if every page that refers to it has it among the candidates of images (`srcset`, `<picture>`), and
/// only one viewport shows it, in whatever colour schemes. What several viewports show, or none, stays in the base
/// package: the fallback of devices that no viewport was made for.
struct ImagePlacement {
  /// The packages of the one viewport that shows a file, by the file's site path.
  private var places: [String: Set<String>] = [:]
  /// The candidates of images of which one is in a viewport's package.
  private var images: Set<[String]> = []

  /// - Parameter viewports: the names of the viewports, without colour schemes.
  init(_ pages: PageList, viewports: [String]) {
    guard pages.haveImages else { return }
    var packages: [String: Set<String>] = [:]
    for page in pages {
      for image in page.images {
        for (layout, path) in zip(page.layouts, image.shown) where !path.isEmpty {
          packages[path, default: []].insert(layout.viewport)
        }
      }
    }
    for page in pages {
      for path in page.references where packages[path] != nil && !page.candidates.contains(path) {
        packages[path] = nil
      }
    }
    for (path, names) in packages where Self.isOneViewport(names, viewports) { places[path] = names }
    for page in pages {
      for image in page.images where image.candidates.contains(where: { places[$0] != nil }) {
        images.insert(image.candidates)
      }
    }
  }

  /// Whether packages are those of one viewport, in one colour scheme or more.
  private static func isOneViewport(_ packages: Set<String>, _ viewports: [String]) -> Bool {
    viewports.contains { viewport in
      packages.allSatisfy { package in ColorScheme.allCases.contains { ReleaseDraft.name(viewport, $0) == package } }
    }
  }

  /// The packages that a file goes into; none where it stays in the base package.
  func viewports(showing path: String) -> [String] { (places[path] ?? []).sorted() }

  /// The site paths of files that stand for each other, where it is possible that one of them is not installed.
  ///
  /// - Parameter files: what is packed.
  func groups(of files: Set<String>) -> [[String]] {
    images.map { $0.filter(files.contains) }.filter { $0.count > 1 }.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
