import Archive
import CSSValues
import Manifest
import Page
import PageFormat

/// Gives the bytes of a release's entries, each already verified against its hash.
protocol EntryStore: Sendable {
  /// The entry's bytes; `nil` when the package is not there or has no such entry.
  func contents(package: String, path: String) throws(ClientError) -> [UInt8]?

  /// The same for reading in place.
  func file(package: String, path: String) throws(ClientError) -> FileBytes?

  /// The hashes of a package's entries by their paths; none when the package is not there.
  func hashes(package: String) -> [String: ContentHash]

  /// The hash of an entry; `nil` when the package is not there or has no such entry.
  func hash(package: String, path: String) -> ContentHash?
}

extension EntryStore {
  func file(package: String, path: String) throws(ClientError) -> FileBytes? {
    try contents(package: package, path: path).map { FileBytes($0) }
  }

  func hashes(package: String) -> [String: ContentHash] { [:] }

  func hash(package: String, path: String) -> ContentHash? { hashes(package: package)[path] }
}

/// A release whose pages can be opened: from a published folder, or installed.
///
/// ```swift
/// let page = try release.openPage("index.html", for: device)
/// let image = try release.contents(of: "img/lake.svg")
/// ```
public struct OpenedRelease: Sendable {
  /// The hash of the manifest's file, which names the release on this device.
  public let hash: ContentHash
  /// The manifest.
  public let manifest: ReleaseManifest
  /// Why an older release was launched than the one before; `nil` otherwise.
  public internal(set) var fallback: ReleaseFallback?
  private let store: any EntryStore
  /// The index, once somebody searched.
  let searcher = ReleaseSearcher()
  /// The names of the packages of each viewport.
  private let packagesByViewport: [String: [String]]

  init(hash: ContentHash, manifest: ReleaseManifest, store: any EntryStore) {
    self.hash = hash
    self.manifest = manifest
    self.store = store
    var packages: [String: [String]] = [:]
    for package in manifest.packages {
      if let viewport = package.viewport { packages[viewport, default: []].append(package.name) }
    }
    packagesByViewport = packages
  }

  /// The bytes of an entry, such as `web/index.html`, looked for in the base package, then in the others.
  ///
  /// - Throws: ``ClientError``.
  public func contents(of path: String) throws(ClientError) -> [UInt8] {
    for package in manifest.packages {
      if let bytes = try store.contents(package: package.name, path: path) { return bytes }
    }
    throw .noSuchEntry(path)
  }

  /// The font files in the release that measured its text: what a host draws that text with.
  public var fontFiles: [ReleaseFont] {
    guard !manifest.fonts.isEmpty else { return [] }
    var families: [String: [String]] = [:]
    for font in manifest.fonts { families[font.subset ?? font.hash, default: []].append(font.family) }
    var seen: Set<ReleaseFont> = []
    var fonts: [ReleaseFont] = []
    for package in manifest.packages {
      for (path, hash) in store.hashes(package: package.name) where path.hasPrefix("web/") {
        for family in families[hash.description] ?? [] {
          let font = ReleaseFont(family: family, path: path)
          if seen.insert(font).inserted { fonts.append(font) }
        }
      }
    }
    return fonts.sorted { ($0.family, $0.path) < ($1.family, $1.path) }
  }

  /// The paths of all font files in the release, also of those that no page's text was measured with. Fonts in WOFF and WOFF2
  /// have another hash in the manifest than their file: that of the font unpacked, which a host that can unpack them compares.
  public var fontPaths: [String] {
    var paths: Set<String> = []
    for package in manifest.packages {
      for path in store.hashes(package: package.name).keys
      where path.hasPrefix("web/") && ContentType.kind(of: path) == .font {
        paths.insert(path)
      }
    }
    return paths.sorted()
  }

  /// The hash of the entry that ``contents(of:)`` reads.
  func hash(of path: String) -> ContentHash? {
    for package in manifest.packages {
      if let hash = store.hash(package: package.name, path: path) { return hash }
    }
    return nil
  }

  /// An entry of the base package for reading in place; `nil` where it has none.
  func file(inBase path: String) throws(ClientError) -> FileBytes? { try store.file(package: "base", path: path) }

  /// Opens a page with the layout that fits the device best.
  ///
  /// - Parameters:
  ///   - source: the page's path in the site, such as `news/index.html`.
  ///   - device: the screen, font scale and fonts that the page is shown with.
  /// - Throws: ``ClientError``.
  public func openPage(_ source: String, for device: DeviceTraits) throws(ClientError) -> OpenedPage {
    let device = device.knowing(manifest.fonts)
    let path = "pages/\(source).page"
    guard let file = try store.file(package: "base", path: path) else { throw .noSuchEntry(path) }
    let page: PageReader
    do {
      page = try PageReader(file)
    } catch {
      throw .page(path: path, error)
    }
    // The nearest viewport whose package is installed.
    for viewport in manifest.viewportsByDistance(to: device) {
      let layoutPath = "layouts/\(viewport.name)/\(source).layout"
      for package in packagesByViewport[viewport.name] ?? [] {
        guard let file = try store.file(package: package, path: layoutPath) else { continue }
        return OpenedPage(page: page, layout: try openLayout(file, layoutPath, page), device: device)
      }
    }
    return OpenedPage(page: page, layout: nil, device: device)
  }

  private func openLayout(_ file: FileBytes, _ path: String, _ page: PageReader) throws(ClientError) -> LayoutReader {
    do {
      let layout = try LayoutReader(file)
      guard layout.nodeCount == page.nodeCount else {
        throw PageFormatError(
          .mismatch, field: "layout.node_count", expected: "\(page.nodeCount)", found: "\(layout.nodeCount)")
      }
      return layout
    } catch let error as PageFormatError {
      throw .page(path: path, error)
    } catch {
      throw .noSuchEntry(path)
    }
  }
}

extension ReleaseManifest {
  /// The viewport whose layouts are installed on a device.
  public func nearestViewport(to device: DeviceTraits) -> ManifestViewport? { viewportsByDistance(to: device).first }

  /// The viewports, the nearest to the device first; of equally near ones in the manifest's order.
  func viewportsByDistance(to device: DeviceTraits) -> [ManifestViewport] {
    viewports.enumerated().sorted {
      (Self.distance($0.element, device), $0.offset) < (Self.distance($1.element, device), $1.offset)
    }.map(\.element)
  }

  /// How far a viewport is from the device: 0 is the same; the width weighs most, since everything follows from it.
  private static func distance(_ viewport: ManifestViewport, _ device: DeviceTraits) -> Double {
    let isOtherScheme = viewport.colorScheme != device.colorScheme.rawValue
    return abs(viewport.width - device.width) * 1000 + abs(viewport.fontScale - device.fontScale) * 10_000
      + zip(viewport.safeArea, device.safeArea.sides).reduce(0) { $0 + abs($1.0 - $1.1) }
      + (isOtherScheme ? 500 : 0) + abs(viewport.height - device.height) + abs(viewport.scale - device.scale)
  }
}

/// A page of a release with the layout nearest to the device.
///
/// ```swift
/// for node in page.nodes { print(node.tag ?? "", node.frame ?? .zero) }
/// ```
public struct OpenedPage: Sendable {
  /// The page: nodes, styles, bindings.
  public let page: PageReader
  /// The nearest layout; `nil` when none is installed.
  public let layout: LayoutReader?
  /// Whether the layout's frames are those of the device.
  public let fit: LayoutFit
  /// The families whose text the layout was measured for with stand-in fonts, whether or not the layout fits.
  public let approximateFamilies: [ApproximateFamily]

  /// Compares a layout with a device.
  public init(page: PageReader, layout: LayoutReader?, device: DeviceTraits) {
    self.page = page
    self.layout = layout
    guard let layout else {
      fit = .needsLayout([.noLayout])
      approximateFamilies = []
      return
    }
    var reasons: [LayoutReason] = []
    let viewport = layout.viewport
    if viewport.width != device.width { reasons.append(.width(wanted: device.width, nearest: viewport.width)) }
    if viewport.fontScale != device.fontScale {
      reasons.append(.fontScale(wanted: device.fontScale, nearest: viewport.fontScale))
    }
    if viewport.colorScheme != device.colorScheme { reasons.append(.colorScheme(wanted: device.colorScheme)) }
    if viewport.height != device.height { reasons.append(.height(wanted: device.height, nearest: viewport.height)) }
    if viewport.scale != device.scale { reasons.append(.scale(wanted: device.scale, nearest: viewport.scale)) }
    if let hashes = device.fontHashes {
      for font in layout.fonts where !hashes.contains(font.hash) { reasons.append(.font(family: font.family)) }
    } else if let fonts = device.fonts {
      for font in layout.fonts
      where !font.isApproximate && !font.isShipped && !fonts.contains(family: font.family)
        && !fonts.contains(hash: font.hash)
      {
        reasons.append(.font(family: font.family))
      }
    }
    if layout.flags.contains(.usesSafeArea), viewport.safeArea != device.safeArea {
      reasons.append(.safeArea(wanted: device.safeArea, nearest: viewport.safeArea))
    }
    if layout.flags.contains(.namesNoViewport) { reasons.append(.noViewport) }
    let dependent = page.count(of: .sizeDependsOnData)
    if dependent > 0 { reasons.append(.data(nodes: dependent)) }
    let families = Self.approximateFamilies(of: layout, on: device)
    approximateFamilies = families
    guard reasons.isEmpty else {
      fit = .needsLayout(reasons)
      return
    }
    fit = families.isEmpty ? .exact : .approximate(families)
  }

  /// The families that a layout was not measured with, in order of name.
  private static func approximateFamilies(of layout: LayoutReader, on device: DeviceTraits) -> [ApproximateFamily] {
    var families: Set<ApproximateFamily> = []
    for font in layout.fonts where font.isApproximate {
      // The device draws with the very font that measured.
      if device.fontHashes?.contains(font.hash) == true || device.fonts?.contains(hash: font.hash) == true { continue }
      for name in font.standsInFor.isEmpty ? [font.family] : font.standsInFor {
        let availability = device.fonts.map {
          $0.contains(family: name) ? ApproximateFamily.Availability.present : .missing
        }
        families.insert(
          ApproximateFamily(name: name, measuredWith: font.family, availability: availability ?? .unknown))
      }
    }
    return families.sorted { ($0.name, $0.measuredWith) < ($1.name, $1.measuredWith) }
  }

  /// The styles of nodes in states such as `:hover`, in the layout's environment; `nil` where the file is unsound. Keep it
  /// while the page is shown.
  public var states: PageStateTable? { try? page.states(in: layout?.viewport) }

  /// The styles that a node has in states, and whose states they are; `nil` where none changes its style.
  public func states(of node: PlacedNode) -> PageNodeStates? { states?.states(of: node.index) }

  /// The styles of `::placeholder`, `::first-line` and the like, which have no nodes, at rest and in states, in the layout's
  /// environment; `nil` where the file is unsound. Keep it while the page is shown.
  public var pseudoStyles: PagePseudoTable? { try? page.pseudoStyles(in: layout?.viewport) }

  /// The styles of a node's pseudo-elements that have no nodes.
  public func pseudoStyles(of node: PlacedNode) -> [PagePseudoStyle] { pseudoStyles?.styles(of: node.index) ?? [] }

  /// The page's nodes in pre-order, with their frames.
  public var nodes: [PlacedNode] {
    let styles = StyleTexts()
    return (0..<page.nodeCount).map { PlacedNode(page: page, layout: layout, index: $0, styles: styles) }
  }

  /// The first node; `nil` for an empty page.
  public var root: PlacedNode? {
    page.nodeCount > 0 ? PlacedNode(page: page, layout: layout, index: 0, styles: StyleTexts()) : nil
  }
}

/// A node of an opened page with its place: a view onto the files, made as needed.
///
/// ```swift
/// if let root = page.root { print(root.tag ?? "", root.frame ?? .zero, root.lines.count) }
/// ```
public struct PlacedNode: Sendable {
  /// The page.
  public let page: PageReader
  /// The layout.
  public let layout: LayoutReader?
  /// The node's number.
  public let index: Int
  /// Shared by the nodes that came of one call.
  let styles: StyleTexts

  /// What the node is.
  public var kind: PageNodeKind { page.kind(index) }
  /// An element's tag.
  public var tag: String? { page.tag(index) }
  /// A text's characters.
  public var text: String? { page.text(index) }
  /// The native component that shows the node.
  public var component: String? { page.component(index) }
  /// The children in order.
  public var children: [PlacedNode] {
    page.children(index).map { PlacedNode(page: page, layout: layout, index: $0, styles: styles) }
  }
  /// The border box in page coordinates in CSS px; `nil` for a node without a box.
  public var frame: LayoutRect? { layout?.frame(index, in: page)?.rect }
  /// The boxes of a node that is split over lines; its one frame otherwise.
  public var fragments: [LayoutRect] { layout?.fragments(index, in: page).map(\.rect) ?? [] }
  /// The lines of a text.
  public var lines: [PlacedLine] { layout?.lines(index, in: page) ?? [] }
  /// The computed values that are not initial, in this viewport.
  public var style: [(property: String, value: String)] {
    guard let style = layout?.style(index, in: page) ?? page.style(index) else { return [] }
    return styles.declarations(ofStyle: style, of: page)
  }
}
