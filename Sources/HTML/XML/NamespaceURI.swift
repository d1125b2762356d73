/// The names of the namespaces that are known (Infra, section 8).
enum NamespaceURI {
  static let html = "http://www.w3.org/1999/xhtml"
  static let svg = "http://www.w3.org/2000/svg"
  static let mathML = "http://www.w3.org/1998/Math/MathML"
  static let xlink = "http://www.w3.org/1999/xlink"
  static let xml = "http://www.w3.org/XML/1998/namespace"
  static let xmlns = "http://www.w3.org/2000/xmlns/"

  /// What a prefix is bound to that a page uses without declaring it, such as `t` in `t:for`.
  static func undeclared(_ prefix: String) -> String { "urn:hybrid:prefix:\(prefix)" }
}
