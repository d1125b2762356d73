import Build
import Diagnostics

/// A problem as one JSON object.
enum JSONDiagnostics {
  /// The object on one line; a problem of the whole run is at `.`, line 1, column 1.
  static func line(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location ?? SourceLocation(file: ".")
    var members: [(key: String, value: JSONText)] = [
      ("code", .string(diagnostic.code.name)),
      ("severity", .string(diagnostic.severity.rawValue)),
      ("message", .string(diagnostic.message)),
      ("file", .string(place.file)),
      ("line", .integer(place.line)),
      ("column", .integer(place.column)),
      ("endLine", .integer(place.endLine)),
      ("endColumn", .integer(place.endColumn)),
    ]
    if let help = diagnostic.help { members.append(("help", .string(help))) }
    members.append(("notes", .array(diagnostic.notes.map { .string($0) })))
    if !diagnostic.others.isEmpty {
      let others = diagnostic.others.map { place in
        JSONText.object([
          ("file", .string(place.file)), ("line", .integer(place.line)), ("column", .integer(place.column)),
          ("endLine", .integer(place.endLine)), ("endColumn", .integer(place.endColumn)),
        ])
      }
      members.append(("others", .array(others)))
    }
    return JSONText.object(members).compact
  }
}
