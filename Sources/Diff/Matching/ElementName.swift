import Page

/// The names by which an element stays itself from release to release.
struct ElementName: Hashable, Sendable {
  /// What the node is.
  var kind: PageNodeKind
  /// The tag; empty for texts.
  var tag: String
  /// The `id`; empty for none.
  var id: String
  /// The classes in the order of the source.
  var classes: [String]

  /// A name like a selector's: `#nav`, `.card`, `h2`.
  var label: String {
    if !id.isEmpty { return "#" + id }
    if !classes.isEmpty { return "." + classes.joined(separator: ".") }
    switch kind {
    case .before: return "::before"
    case .after: return "::after"
    case .marker: return "::marker"
    default: return tag.isEmpty ? "text" : tag
    }
  }
}
