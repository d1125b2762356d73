import CSS
import CSSValues
import HTML
import Layout
import Names
import References
import Style
import Text

/// The images of a page: which file an element shows at a viewport, and its natural size.
struct PageImages {
  private let document: Document
  private let documentBase: DocumentBase
  private let base: String
  private let files: any SiteFiles
  private let cache: ImageCache
  /// The images that are laid out with candidates that are not there yet.
  var planned: [NodeID: PlannedImage] = [:]

  init(document: Document, documentBase: DocumentBase, base: String, files: any SiteFiles, cache: ImageCache) {
    self.document = document
    self.documentBase = documentBase
    self.base = base
    self.files = files
    self.cache = cache
  }

  /// Whether some image is chosen among several, which may go by the viewport.
  var choosesByViewport: Bool {
    if !planned.isEmpty { return true }
    var node = document.documentElement
    while node.exists {
      if document.isElement(node) {
        let name = document.name(node)
        if name == .picture || name == .img && document.hasAttribute(node, .srcset) { return true }
      }
      node = document.next(after: node)
    }
    return false
  }

  /// The natural size of the image that an element shows, or `nil` where it is broken or remote.
  func size(of element: NodeID, in viewport: Viewport, _ environment: Environment) -> StyledTree.ReplacedContent? {
    if document.name(element) == .video { return document.value(element, .poster).flatMap { size(of: $0) } }
    if document.name(element) == .embed { return document.value(element, .src).flatMap { size(of: $0) } }
    if document.name(element) == .object { return document.value(element, .data).flatMap { sizeOfObject($0) } }
    if let image = planned[element] {
      let width = Self.sourceSize(image.sizes, viewport, environment)
      return .init(naturalWidth: width, naturalHeight: width / image.ratio, naturalRatio: image.ratio)
    }
    guard let choice = choice(for: element, in: viewport, environment) else { return nil }
    guard var size = size(of: choice.url) else { return nil }
    guard choice.density != 1, choice.density > 0, choice.density.isFinite else { return size }
    size.naturalWidth = size.naturalWidth.map { $0 / choice.density }
    size.naturalHeight = size.naturalHeight.map { $0 / choice.density }
    return size
  }

  /// The size of what an `<object>` shows: an image's own, that of a frame for other documents, `nil` where there is none.
  private func sizeOfObject(_ url: String) -> StyledTree.ReplacedContent? {
    if let size = size(of: url) { return size }
    if case .local(let target, _) = SiteReference(url, from: documentBase, prefix: base), !files.contains(target) {
      return nil
    }
    return .init(naturalWidth: 300, naturalHeight: 150, naturalRatio: 0)
  }

  /// The natural size of an image that a stylesheet names, its URL already resolved against the sheet.
  func size(generated url: String) -> StyledTree.ReplacedContent? { size(of: url) }

  /// The images that have candidates, with those that environments show.
  func sources(in environments: [(viewport: Viewport, environment: Environment)]) -> [ImageSources] {
    var result: [ImageSources] = []
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node, .img), ReferenceCollector.hasCandidates(node, in: document) {
        let candidates = self.candidates(of: node)
        if !candidates.isEmpty {
          let shown = environments.map { choice(for: node, in: $0.viewport, $0.environment).flatMap { file($0.url) } }
          result.append(ImageSources(candidates: candidates, shown: shown.map { $0 ?? "" }))
        }
      }
      node = document.next(after: node)
    }
    return result
  }

  /// The addresses that elements with candidates show, as the page has them.
  func shown(in viewport: Viewport, _ environment: Environment) -> [(element: NodeID, url: String)] {
    var result: [(element: NodeID, url: String)] = []
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node, .img), ReferenceCollector.hasCandidates(node, in: document),
        let choice = choice(for: node, in: viewport, environment), choice.url != document.value(node, .src)
      {
        result.append((node, choice.url))
      }
      node = document.next(after: node)
    }
    return result
  }

  /// The file that a URL names and its size in pixels, where that is an image of pixels.
  func raster(_ url: String) -> (path: String, width: Int, height: Int)? {
    guard let path = file(url), let size = pixelSize(ofFile: path) else { return nil }
    return (path, size.width, size.height)
  }

  /// The size in pixels of a file of the site, where that is an image of pixels.
  func pixelSize(ofFile path: String) -> (width: Int, height: Int)? {
    let image = cache.image(path, in: files)
    guard !image.isVector, let width = image.size?.naturalWidth, let height = image.size?.naturalHeight, width >= 1,
      height >= 1
    else { return nil }
    return (Int(width), Int(height))
  }

  /// The files that an `<img>` may show.
  private func candidates(of element: NodeID) -> [String] { mentionedFiles(of: element).map(\.path) }

  /// The files that an `<img>` and the sources of its `<picture>` name, with how often they do.
  func mentionedFiles(of element: NodeID) -> [(path: String, mentions: Int)] {
    var urls: [String] = []
    let parent = document.parent(element)
    if parent.exists, document.isElement(parent, .picture) {
      for source in document.children(parent) where document.isElement(source, .source) {
        urls += SourceSet.urls(document.value(source, .srcset) ?? "")
      }
    }
    urls += SourceSet.urls(document.value(element, .srcset) ?? "")
    if let url = document.value(element, .src) { urls.append(url) }
    var result: [(path: String, mentions: Int)] = []
    var places: [String: Int] = [:]
    for path in urls.compactMap(file) {
      if let place = places[path] {
        result[place].mentions += 1
      } else {
        places[path] = result.count
        result.append((path, 1))
      }
    }
    return result
  }

  /// The file of the site that a URL names.
  private func file(_ url: String) -> String? {
    guard case .local(let target, _) = SiteReference(url, from: documentBase, prefix: base), files.contains(target)
    else {
      return nil
    }
    return target
  }

  // MARK: Choosing a source (HTML, 4.8.4.3.5)

  /// The candidate that an `<img>` shows: of the first `<source>` of its `<picture>` that holds, or its own.
  private func choice(
    for element: NodeID, in viewport: Viewport, _ environment: Environment
  ) -> (url: String, density: Double)? {
    let parent = document.parent(element)
    if parent.exists, document.isElement(parent, .picture) {
      for source in document.children(parent) {
        if source == element { break }
        guard document.isElement(source, .source), let candidates = document.value(source, .srcset) else { continue }
        if let type = document.value(source, .type), !PictureSource.isKnown(type) { continue }
        if let media = document.value(source, .media), !MediaQueryList(text: media).matches(environment) { continue }
        let sizes = document.value(source, .sizes)
        if let choice = choose(parseSourceSet(candidates), sizes: sizes, viewport, environment) { return choice }
      }
    }
    guard let text = document.value(element, .srcset) else {
      // OPTIMIZATION: most images have one address and no candidates to choose among.
      return document.value(element, .src).flatMap { $0.isEmpty ? nil : ($0, 1) }
    }
    var candidates = parseSourceSet(text)
    let hasWidths = candidates.contains { if case .width = $0.descriptor { true } else { false } }
    if !hasWidths, !candidates.contains(where: { $0.descriptor == .density(1) }),
      let url = document.value(element, .src), !url.isEmpty
    {
      candidates.append(ImageCandidate(url: url))
    }
    return choose(candidates, sizes: document.value(element, .sizes), viewport, environment)
  }

  private func choose(
    _ candidates: [ImageCandidate], sizes: String?, _ viewport: Viewport, _ environment: Environment
  ) -> (url: String, density: Double)? {
    let sourceSize = sizes.map { Self.sourceSize($0, viewport, environment) } ?? viewport.width
    guard let chosen = chooseCandidate(among: candidates, sourceSize: sourceSize, scale: viewport.scale) else {
      return nil
    }
    return (candidates[chosen.index].url, chosen.density)
  }

  /// The length of the first entry of `sizes` that holds, in px (HTML, 4.8.4.4.9).
  private static func sourceSize(_ text: String, _ viewport: Viewport, _ environment: Environment) -> Double {
    for entry in parseSourceSizes(text) {
      if let condition = entry.condition, !MediaQueryList(text: condition).matches(environment) { continue }
      if let length = SourceSizeLength.pixels(entry.length, viewport) { return length }
    }
    return viewport.width
  }

  // MARK: Reading sizes

  private func size(of url: String) -> StyledTree.ReplacedContent? {
    switch SiteReference(url, from: documentBase, prefix: base) {
    case .local(let target, _):
      return cache.image(target, in: files).size
    case .data: return DataURL(url).flatMap { ImageCache.Image($0.bytes).size }
    default: return nil
    }
  }
}

/// An image whose candidates have their widths from the layout.
struct PlannedImage {
  /// The `sizes` attribute.
  var sizes: String
  /// Width over height.
  var ratio: Double
}

/// The lengths that `sizes` may hold: viewport and font-relative units of the initial font, and sums of them in `calc()`.
enum SourceSizeLength {
  /// The length in px, or `nil` where it cannot be read.
  static func pixels(_ text: String, _ viewport: Viewport) -> Double? {
    let lower = text.lowercased()
    if lower.hasPrefix("calc("), lower.hasSuffix(")") {
      var sum = 0.0
      var sign = 1.0
      for word in lower.dropFirst(5).dropLast().split(whereSeparator: \.isWhitespace) {
        if word == "+" {
          sign = 1
        } else if word == "-" {
          sign = -1
        } else {
          guard let term = pixels(String(word), viewport) else { return nil }
          sum += sign * term
        }
      }
      return max(0, sum)
    }
    let digits = lower.prefix { $0.isNumber || $0 == "." || $0 == "+" || $0 == "-" }
    guard let number = Double(digits), number.isFinite, number >= 0 else { return nil }
    switch lower.dropFirst(digits.count) {
    case "px": return number
    case "vw", "svw", "lvw", "dvw", "vi": return number * viewport.width / 100
    case "vh", "svh", "lvh", "dvh", "vb": return number * viewport.height / 100
    case "vmin": return number * min(viewport.width, viewport.height) / 100
    case "vmax": return number * max(viewport.width, viewport.height) / 100
    case "em", "rem": return number * 16 * viewport.fontScale
    case "ex", "ch": return number * 8 * viewport.fontScale
    case "in": return number * 96
    case "cm": return number * 96 / 2.54
    case "mm": return number * 9.6 / 2.54
    case "pt": return number * 96 / 72
    case "pc": return number * 16
    case "" where number == 0: return 0
    default: return nil
    }
  }
}
