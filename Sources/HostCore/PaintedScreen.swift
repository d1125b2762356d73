import CSSValues
import HybridClient
import PageFormat
import Painting

/// A Web page that is painted from its package until a web view has loaded it.
extension OpenedPage {
  /// Whether the page may be painted on a screen of a width: its frames are those of the device, or nearly, and its scripts
  /// do not make its first screen. A height or density beside them moves little.
  public func canBePainted(width: Double) -> Bool {
    guard let layout, layout.viewport.width == width, page.paintsFirstScreen else { return false }
    guard case .needsLayout(let reasons) = fit else { return true }
    return reasons.allSatisfy { reason in
      switch reason {
      case .height, .scale, .safeArea, .font: true
      default: false
      }
    }
  }

  /// Where the link at a point of the painted page leads, as the page writes it.
  ///
  /// - Parameters:
  ///   - x: in CSS px of the page.
  ///   - y: in CSS px of the page.
  ///   - list: what was painted of this page.
  public func link(atX x: Double, y: Double, in list: DisplayList) -> String? {
    var hits = list.nodes(atX: x, y: y)
    // Links without paint of their own are found by their frames, the innermost first.
    hits += nodes.reversed().filter { $0.tag == "a" && $0.frame?.contains(x, y) == true }.map(\.index)
    for hit in hits {
      var next: Int? = hit
      while let node = next {
        if page.tag(node) == "a", let target = page.attribute(node, "href") { return target }
        next = page.parent(node)
      }
    }
    return nil
  }
}

extension DisplayList {
  /// The addresses of the images that are painted in an area, each once: what must be decoded to show it.
  public func imageSources(touching area: LayoutRect) -> [String] {
    var seen: Set<String> = []
    var sources: [String] = []
    func add(_ source: String) { if seen.insert(source).inserted { sources.append(source) } }
    for (item, bounds) in zip(items, bounds) where bounds.touches(area) {
      switch item {
      case .image(let source, _, _, _): add(source)
      case .fill(_, .pattern(let pattern), _), .stroke(_, .pattern(let pattern), _): add(pattern.source)
      default: break
      }
    }
    // Masks have no bounds of their own.
    for case .beginGroup(let effect) in items {
      for case .pattern(let pattern) in effect.mask.map(\.paint) { add(pattern.source) }
    }
    return sources
  }
}

extension VisitError {
  /// What readers see.
  public var readerText: String {
    switch self {
    case .http(let status): "The server answered with status \(status)."
    case .network(let reason): reason
    case .pageMissing(let url): "\(url) is missing."
    case .updateRequired(let version): "The page needs version \(version) of the app."
    case .standardFormSubmission: "The form cannot be sent from here."
    case .script(let message): message
    }
  }
}
