import Diagnostics

extension ByteWriter {
  mutating func write(_ diagnostic: Diagnostic) {
    write(diagnostic.code.number)
    write(diagnostic.severity.rawValue)
    write(diagnostic.message)
    write(diagnostic.location != nil)
    if let place = diagnostic.location { write(place) }
    write(diagnostic.sourceLine)
    write(diagnostic.sourceLineColumn)
    write(diagnostic.help)
    write(diagnostic.notes.count)
    for note in diagnostic.notes { write(note) }
    write(diagnostic.otherCount)
    write(diagnostic.others.count)
    for place in diagnostic.others { write(place) }
  }

  private mutating func write(_ place: SourceLocation) {
    write(place.file)
    for number in [place.line, place.column, place.endLine, place.endColumn] { write(number) }
  }

  mutating func write(_ diagnostics: [Diagnostic]) {
    write(diagnostics.count)
    for diagnostic in diagnostics { write(diagnostic) }
  }
}

extension ByteReader {
  private static let codes = Dictionary(uniqueKeysWithValues: DiagnosticCode.all.map { ($0.number, $0) })

  mutating func diagnostic() throws(ByteCodingError) -> Diagnostic {
    guard let code = Self.codes[try int()], let severity = Severity(rawValue: try string()) else {
      throw ByteCodingError()
    }
    let message = try string()
    var place: SourceLocation?
    if try bool() { place = try location() }
    let sourceLine = try optionalString()
    let sourceLineColumn = try int()
    let help = try optionalString()
    var notes: [String] = []
    for _ in 0..<(try count()) { notes.append(try string()) }
    var diagnostic = Diagnostic(
      code, message, at: place, sourceLine: sourceLine, severity: severity, help: help, notes: notes)
    diagnostic.sourceLineColumn = sourceLineColumn
    let otherCount = try int()
    var others: [SourceLocation] = []
    for _ in 0..<(try count()) { others.append(try location()) }
    diagnostic.setOthers(others, count: otherCount)
    return diagnostic
  }

  private mutating func location() throws(ByteCodingError) -> SourceLocation {
    SourceLocation(
      file: try string(), line: try int(), column: try int(), endLine: try int(), endColumn: try int())
  }

  mutating func diagnostics() throws(ByteCodingError) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for _ in 0..<(try count()) { diagnostics.append(try diagnostic()) }
    return diagnostics
  }
}
