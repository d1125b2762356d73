import Diagnostics

/// Where the values of a configuration are, for problems that only the site shows: a file that is not there, a budget
/// that is passed.
public struct ConfigurationPlaces: Sendable {
  /// One step into a configuration: a key of an object, or the number of a list's element from 0.
  public enum Step: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// A key of an object.
    case key(String)
    /// An element of a list, from 0.
    case element(Int)

    /// A key.
    public init(stringLiteral key: String) { self = .key(key) }
    /// The number of an element.
    public init(integerLiteral index: Int) { self = .element(index) }
  }

  private let root: LocatedValue?
  private let source: SourceFile?

  /// The places of a value that was read; none where no file was.
  init(_ root: LocatedValue? = nil, in source: SourceFile? = nil) {
    self.root = root
    self.source = source
  }

  /// The place of the value that the steps lead to, or of the last one on the way that is there.
  public func location(of path: [Step]) -> SourceLocation? {
    guard var value = root else { return nil }
    for step in path {
      let next: LocatedValue? =
        switch step {
        case .key(let key): value[key]
        case .element(let index): value.elements.indices.contains(index) ? value.elements[index] : nil
        }
      guard let next else { break }
      value = next
    }
    return value.location
  }

  /// A problem at the value that the steps lead to.
  public func diagnostic(
    _ code: DiagnosticCode, _ message: String, at path: [Step], help: String? = nil
  ) -> Diagnostic {
    guard let location = location(of: path), let source else {
      return Diagnostic(code, message, at: source.map { SourceLocation(file: $0.path) }, help: help)
    }
    let excerpt = source.excerpt(line: location.line, around: location.column)
    var diagnostic = Diagnostic(code, message, at: location, sourceLine: excerpt.text, help: help)
    diagnostic.sourceLineColumn = excerpt.column
    return diagnostic
  }
}
