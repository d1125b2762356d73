/// The same text for equal values in every process: what a configuration adds to a cache key.
///
/// Walks a value's stored properties, so that a property that is added to the compiler's options counts from its first
/// day; dictionaries and sets, whose order differs from run to run, are sorted.
enum CanonicalText {
  static func of(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .dictionary:
      let members = mirror.children.map { child -> String in
        let pair = Mirror(reflecting: child.value).children.map { of($0.value) }
        return pair.joined(separator: ":")
      }
      return "{" + members.sorted().joined(separator: ",") + "}"
    case .set: return "{" + mirror.children.map { of($0.value) }.sorted().joined(separator: ",") + "}"
    case .optional: return mirror.children.first.map { "some " + of($0.value) } ?? "nil"
    case .collection, .tuple: return "[" + mirror.children.map { of($0.value) }.joined(separator: ",") + "]"
    default:
      if mirror.children.isEmpty { return quoted(String(describing: value)) }
      let members = mirror.children.map { "\($0.label ?? ""):" + of($0.value) }
      return "\(mirror.subjectType)(" + members.joined(separator: ",") + ")"
    }
  }

  /// Texts are distinguished from the signs around them by their length.
  private static func quoted(_ text: String) -> String { "\(text.utf8.count)'\(text)" }
}
