import Diagnostics

/// A page as composition leaves it, and what it was made from.
package struct ComposedPage: Sendable {
  /// The composed text; `nil` where the page stays as it is written.
  package var source: SourceFile?
  /// The problems, in the order in which they were found.
  package var diagnostics = DiagnosticSink()
  /// The files that the page was put together from; empty where it stays as it is written.
  package var inputs: [CompositionInput] = []
  /// What the page depends on, beside its own file.
  package var dependencies: [CompositionDependency] = []
  /// The placeholders of fragments that nothing filled.
  package var unfilled: [UnfilledPlaceholder] = []
  /// The bytes of the files and data that it was put together from, but no more than the text has; 0 where it stays as it is
  /// written.
  package var inputSize = 0
  /// Whether the page grew beyond its limits: the text is cut.
  package var isStopped = false
}

/// A file that a page was composed from, and why.
public struct CompositionInput: Hashable, Sendable {
  /// The site path.
  public var path: String
  /// What it is for the page: `page`, `layout`, `include`, `component`, `data`, `messages`, …
  public var role: String

  /// A file and what it is for a page.
  package init(path: String, role: String) {
    self.path = path
    self.role = role
  }
}

/// A file on which a composed page depends.
package struct CompositionDependency: Hashable, Sendable {
  /// The site path.
  package var path: String
  /// Whether the file is there: its bytes count then, else its coming would change the page.
  package var exists: Bool
  /// Whether the page refers to it, so that it counts as used.
  package var isReference: Bool
}

/// A placeholder of a partial, layout or component that stayed, and what used that file.
package struct UnfilledPlaceholder: Sendable {
  /// Where it is written.
  package struct Place: Hashable, Sendable {
    package var file: String
    /// The byte of its first brace.
    package var offset: Int

    /// A place in a file.
    package init(file: String, offset: Int) {
      self.file = file
      self.offset = offset
    }
  }

  /// What the note of a place that uses the file begins with.
  package static let noteStart = "used at "

  package var place: Place
  /// The name that it begins with.
  package var name: String
  /// The tag that uses the file.
  package var source: SourceFile
  package var range: Range<Int>
  package var help: String
}
