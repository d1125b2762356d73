import CFontconfig
import Foundation

/// The names of families that fontconfig's rules may ask about.
///
/// OPTIMIZATION: applying the rules to a request takes half a million instructions, and pages may name 100,000 families.
/// A name that is in no rule and that no font has is answered without them.
struct RuledFamilies {
  /// Configuration files are a few kilobytes. A larger one is not searched.
  private static let largestFile = 1 << 20

  private var names: Set<String> = []

  /// `nil` where the rules can act on names that they do not contain, or cannot be read.
  ///
  /// - Parameter configure: the family that the rules put first for a request.
  init?(_ configuration: OpaquePointer, configure: (String) -> String?) {
    guard let files = FcConfigGetConfigFiles(configuration) else { return nil }
    defer { FcStrListDone(files) }
    while let name = FcStrListNext(files) {
      guard let path = String(validatingCString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self)),
        let file = FileHandle(forReadingAtPath: path),
        let data = try? file.read(upToCount: Self.largestFile + 1), data.count <= Self.largestFile,
        let text = String(data: data, encoding: .utf8), insertTexts(of: text)
      else { return nil }
    }
    // Rules may also hold for all names but some.
    let unknown = "hybrid made-up family"
    guard !contains(unknown), configure(unknown) == unknown else { return nil }
  }

  /// Whether a rule may ask about a family.
  func contains(_ family: String) -> Bool { names.contains(Self.folded(family)) }

  /// fontconfig compares families without case and blanks.
  private static func folded(_ family: String) -> String { family.lowercased().filter { $0 != " " } }

  /// Takes every text between two tags for a name. Returns whether the rules compare only whole names.
  private mutating func insertTexts(of file: String) -> Bool {
    // References other than those of XML itself, and CDATA sections, could hide a name.
    if file.contains("<![CDATA[") || file.contains("<!ENTITY") || file.contains("&#") { return false }
    if file.contains("\"contains\"") || file.contains("'contains'") { return false }
    for part in file.utf8.split(separator: UInt8(ascii: ">")) {
      let text = part.prefix { $0 != UInt8(ascii: "<") }
      if text.isEmpty || text.allSatisfy({ $0 <= 0x20 }) { continue }
      var name = String(Substring(text)).trimmingCharacters(in: .whitespacesAndNewlines)
      for (reference, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      where name.contains("&") {
        name = name.replacingOccurrences(of: reference, with: character)
      }
      names.insert(Self.folded(name))
    }
    return true
  }
}
