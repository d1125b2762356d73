/// A place in a script.
struct ScriptPlace: Equatable {
  /// The script: what it was run as.
  var source: String
  /// From 1.
  var line: Int
  /// From 1.
  var column: Int

  /// The places of a stack as JavaScriptCore writes it, innermost first: `name@source:line:column`, one a line. Calls
  /// without a place, such as `[native code]`, are left out.
  static func places(inStack stack: String) -> [ScriptPlace] {
    stack.split(separator: "\n").prefix(64).compactMap { call in
      let place = call.firstIndex(of: "@").map { call[call.index(after: $0)...] } ?? call
      let parts = place.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count >= 3, let column = Int(parts[parts.count - 1]), let line = Int(parts[parts.count - 2]) else {
        return nil
      }
      return ScriptPlace(source: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
    }
  }
}
