import CFontconfig
import Foundation

/// The names of families by which fontconfig's rules can decide, and those of the installed families.
///
/// OPTIMIZATION: applying the rules to a name takes half a million instructions, and pages may name 100,000 families. All
/// names that are not in this table get the same answer, so that the rules run once for all of them.
struct RuledFamilies {
  /// Configuration files have a few kilobytes. Of a larger one nothing is known.
  private static let largestFile = 1 << 20

  /// Folded texts that rules compare with whole names.
  private var names: Set<String> = []
  /// Folded texts that rules look for inside names.
  private var parts: [[UInt8]] = []

  /// Reads the files of a configuration.
  ///
  /// `nil` if a file cannot be read or if its rules could compare names with something other than their own texts.
  ///
  /// - Parameter installed: the families of the installed fonts.
  init?(_ configuration: OpaquePointer, installed: some Sequence<String>) {
    guard let files = FcConfigGetConfigFiles(configuration) else { return nil }
    defer { FcStrListDone(files) }
    while let name = FcStrListNext(files) {
      let path = String(cString: name)
      var isFolder: ObjCBool = false
      // A folder of files is in the list as well as its files.
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { continue }
      guard let file = FileHandle(forReadingAtPath: path),
        let data = try? file.read(upToCount: Self.largestFile + 1) ?? Data(), data.count <= Self.largestFile,
        insert(FontconfigRules(Array(data)))
      else { return nil }
    }
    for family in installed { names.insert(Self.folded(family)) }
  }

  /// Whether a rule or a font may know a name.
  func contains(_ family: String) -> Bool {
    let folded = Self.folded(family)
    if folded.isEmpty || names.contains(folded) { return true }
    if parts.isEmpty { return false }
    let bytes = Array(folded.utf8)
    return parts.contains { Self.has(bytes, $0) }
  }

  private mutating func insert(_ rules: FontconfigRules?) -> Bool {
    guard let rules else { return false }
    for text in rules.texts {
      names.insert(Self.folded(text))
      names.insert(Self.folded(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
    parts += rules.parts.map { Array(Self.folded($0).utf8) }
    return true
  }

  private static func has(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    return bytes.indices.contains { bytes[$0] == first && bytes[$0...].starts(with: part) }
  }

  /// A name as fontconfig compares it: case folded, and without the blanks that most rules ignore.
  static func folded(_ family: String) -> String {
    guard let copy = FcStrDowncase(family) else { return "" }
    defer { FcStrFree(copy) }
    return String(cString: copy).filter { $0 != " " }
  }
}
