/// A range of lines and columns in a file; all count from 1, columns in Unicode scalars, the end is past the last one.
public struct SourceLocation: Hashable, Sendable, Codable {
  /// The path relative to the site's root.
  public var file: String
  /// The line of the first character.
  public var line: Int
  /// The column of the first character.
  public var column: Int
  /// The line of the end.
  public var endLine: Int
  /// The column past the last character.
  public var endColumn: Int

  /// The place of a range of bytes in a source.
  public init(in source: SourceFile, _ range: Range<Int>) {
    let (source, range) = source.written(range)
    let start = source.position(at: range.lowerBound)
    let end = source.position(at: max(range.upperBound, range.lowerBound))
    self.init(file: source.path, line: start.line, column: start.column, endLine: end.line, endColumn: end.column)
  }

  /// A place that is known already; a whole file is line 1, column 1.
  public init(file: String, line: Int = 1, column: Int = 1, endLine: Int? = nil, endColumn: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.endLine = endLine ?? line
    self.endColumn = endColumn ?? column
  }
}

/// A problem: what kind, where, what is the matter and how to mend it.
public struct Diagnostic: Hashable, Sendable {
  /// The kind.
  public var code: DiagnosticCode
  /// The severity that counts, with the configuration's changes.
  public var severity: Severity
  /// One sentence without a full stop that names what was found.
  public var message: String
  /// The place, or `nil` for a problem of the whole run.
  public var location: SourceLocation?
  /// The source line at the place, kept so that a replayed diagnostic needs no file; of a long line a part.
  public var sourceLine: String?
  /// The column of the first character of ``sourceLine``.
  public var sourceLineColumn = 1
  /// What to do about it.
  public var help: String?
  /// Further facts, such as the other place of a conflict.
  public var notes: [String]
  /// Further places of a problem that is reported once for all of them: the first ``mostOthers``.
  public private(set) var others: [SourceLocation] = []
  /// How many further places there are.
  public private(set) var otherCount = 0

  /// At most this many further places are kept: a page may have a million.
  public static let mostOthers = 1_000

  /// A problem at a place that is known already.
  public init(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation? = nil, sourceLine: String? = nil,
    severity: Severity? = nil, help: String? = nil, notes: [String] = []
  ) {
    self.code = code
    self.severity = severity ?? code.severity
    self.message = message
    self.location = location
    self.sourceLine = sourceLine
    self.help = help
    self.notes = notes
  }

  /// A problem at a range of bytes of a source.
  public init(
    _ code: DiagnosticCode, _ message: String, in source: SourceFile, at range: Range<Int>,
    severity: Severity? = nil, help: String? = nil, notes: [String] = []
  ) {
    let (source, range) = source.written(range)
    let location = SourceLocation(in: source, range)
    let excerpt = source.excerpt(line: location.line, around: location.column)
    self.init(
      code, message, at: location, sourceLine: excerpt.text, severity: severity, help: help, notes: notes)
    sourceLineColumn = excerpt.column
  }

  /// A problem that several elements of a source have, reported at the first one.
  ///
  /// - Parameters:
  ///   - code: the kind.
  ///   - message: what was found.
  ///   - source: the source.
  ///   - first: the range of the first element.
  ///   - others: the ranges of the others, in order.
  ///   - help: what to do about it.
  ///   - notes: further facts, before the number of the other elements.
  public init(
    _ code: DiagnosticCode, _ message: String, in source: SourceFile, at first: Range<Int>, others: [Range<Int>],
    help: String? = nil, notes: [String] = []
  ) {
    self.init(code, message, in: source, at: first, help: help, notes: notes)
    setOthers(others.prefix(Self.mostOthers).map { SourceLocation(in: source, $0) }, count: others.count)
    if let note = othersNote { self.notes.append(note) }
  }

  /// Sets the further places as they were read from a cache.
  public mutating func setOthers(_ others: [SourceLocation], count: Int) {
    self.others = others
    otherCount = max(count, others.count)
  }

  private var othersNote: String? {
    switch otherCount {
    case 0: nil
    case 1: "so it is for one other element of the page"
    default: "so it is for \(otherCount) other elements of the page"
    }
  }

  /// The problem without the places that something hides: reported at the first one that is left, or `nil` where none is.
  ///
  /// A problem that moves has no ``sourceLine``.
  public func hiding(where isHidden: (SourceLocation) -> Bool) -> Diagnostic? {
    guard let location else { return self }
    let isFirstHidden = isHidden(location)
    var left = others.filter { !isHidden($0) }
    guard isFirstHidden || left.count < others.count else { return self }
    var problem = self
    problem.otherCount -= others.count - left.count
    if isFirstHidden {
      guard !left.isEmpty else { return nil }
      problem.location = left.removeFirst()
      problem.otherCount -= 1
      problem.sourceLine = nil
      problem.sourceLineColumn = 1
    }
    problem.others = left
    problem.notes.removeAll { $0 == othersNote }
    if let note = problem.othersNote { problem.notes.append(note) }
    return problem
  }
}

/// Where a stage puts the problems that it finds; one per piece of work, so that no lock is needed.
///
/// Hostile input must not fill the memory with complaints, nor may many small ones hide an error: notes and warnings share
/// one bound, errors have as much again of their own.
public struct DiagnosticSink: Sendable {
  /// The problems in the order of their discovery.
  public private(set) var diagnostics: [Diagnostic] = []
  /// At most this many notes and warnings, and as many errors, are kept.
  public let limit: Int
  /// How many were not kept.
  public private(set) var dropped = 0
  /// Whether any problem is an error, one that was not kept too.
  public private(set) var hasErrors = false
  private var errorCount = 0
  /// The gravest of what was not kept.
  private var droppedSeverity = Severity.note

  /// A sink that keeps at most `limit` notes and warnings, and `limit` errors.
  public init(limit: Int = 1_000) {
    self.limit = limit
  }

  /// Adds a problem.
  public mutating func report(_ diagnostic: Diagnostic) {
    guard keeps(diagnostic.severity) else { return drop(diagnostic.severity) }
    if diagnostic.severity == .error {
      errorCount += 1
      hasErrors = true
    }
    diagnostics.append(diagnostic)
  }

  /// Adds a problem at a range of bytes of a source. The message and the help are made only for a problem that is kept.
  public mutating func report(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String, in source: SourceFile, at range: Range<Int>,
    help: @autoclosure () -> String? = nil, notes: [String] = []
  ) {
    guard keeps(code.severity) else { return drop(code.severity) }
    report(Diagnostic(code, message(), in: source, at: range, help: help(), notes: notes))
  }

  /// Adds all problems of another sink.
  public mutating func append(_ other: DiagnosticSink) {
    for diagnostic in other.diagnostics { report(diagnostic) }
    dropped += other.dropped
    hasErrors = hasErrors || other.hasErrors
    droppedSeverity = max(droppedSeverity, other.droppedSeverity)
  }

  /// The problems except those of some kinds, by their titles.
  public func without(_ titles: Set<String>) -> DiagnosticSink {
    var sink = self
    sink.diagnostics.removeAll { titles.contains($0.code.title) && $0.severity != .error }
    return sink
  }

  /// The problems of a whole page, and last how many more there were that are not among them.
  public func diagnostics(ofPage file: String) -> [Diagnostic] {
    guard dropped > 0 else { return diagnostics }
    let rest = Diagnostic(
      .diagnosticsDropped, "\(dropped) more problem\(dropped == 1 ? " is" : "s are") not shown",
      at: SourceLocation(file: file), severity: droppedSeverity, help: "mend the first ones and run the command again")
    return diagnostics + [rest]
  }

  private func keeps(_ severity: Severity) -> Bool {
    severity == .error ? errorCount < limit : diagnostics.count - errorCount < limit
  }

  /// Counts problems that are not kept.
  ///
  /// - Parameters:
  ///   - severity: the gravest of them.
  ///   - count: how many.
  public mutating func drop(_ severity: Severity, count: Int = 1) {
    guard count > 0 else { return }
    dropped += count
    droppedSeverity = max(droppedSeverity, severity)
    if severity == .error { hasErrors = true }
  }
}
