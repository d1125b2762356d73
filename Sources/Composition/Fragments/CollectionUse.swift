import Diagnostics
import HTML

/// Whether files ask for collections: only then the site's pages are listed, and `page` and `site` are names of the build.
public enum CollectionUse {
  /// Whether an expression of a page or fragment asks for `collections` or `site.collections`. A text or a title with the word,
  /// such as the name of Python's module, asks for nothing.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - path: its site path.
  public static func isAsked(in bytes: [UInt8], path: String) -> Bool {
    let scan = MarkupScan(SourceFile(path: path, bytes: FragmentAddresses.text(bytes)), keepsCase: false)
    var isAsked = false
    func look(_ found: FileExpressions.Found) {
      switch found {
      case .expression(let expression): isAsked = isAsked || expression.asksForCollections
      // It is reported when the page is composed.
      case .unreadable(let name): isAsked = isAsked || name == "collections"
      }
    }
    FileExpressions.visit(scan, look)
    // The attributes of a page are parameters of its layout.
    for piece in scan.pieces where piece.kind == .startTag && piece.name == .html && !isAsked {
      guard scan.attribute(piece, .layout) != nil else { continue }
      for index in piece.attributes { FileExpressions.visit(scan.value(scan.attributes[index])[...], look) }
    }
    return isAsked
  }
}

extension Expression {
  fileprivate var asksForCollections: Bool {
    switch self {
    case .literal: false
    case .path("collections", _): true
    case .path(let root, let steps):
      root == "site" && steps.first?.namesCollections == true || steps.contains(where: \.asksForCollections)
    case .not(let inner): inner.asksForCollections
    case .and(let left, let right), .or(let left, let right), .compare(_, let left, let right):
      left.asksForCollections || right.asksForCollections
    }
  }
}

extension Expression.Step {
  /// Whether it leads from `site` to the collections.
  fileprivate var namesCollections: Bool {
    switch self {
    case .name(let name): name == "collections"
    // What is in brackets is known when the page is composed.
    case .index: true
    }
  }

  fileprivate var asksForCollections: Bool {
    if case .index(let inner) = self { inner.asksForCollections } else { false }
  }
}
