/// The form of a release's version.
public enum SemanticVersion {
  /// Whether a text is a version by semver.org, "Backus–Naur Form Grammar for Valid SemVer Versions", with numbers of at most 18 digits.
  public static func isSound(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let buildStart = bytes.firstIndex(of: UInt8(ascii: "+")) ?? bytes.count
    let preStart = bytes[..<buildStart].firstIndex(of: UInt8(ascii: "-")) ?? buildStart
    func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    func isNumber(_ part: ArraySlice<UInt8>) -> Bool {
      !part.isEmpty && part.count <= 18 && part.allSatisfy(isDigit) && (part.count == 1 || part.first != 0x30)
    }
    func isIdentifier(_ part: ArraySlice<UInt8>) -> Bool {
      !part.isEmpty
        && part.allSatisfy { isDigit($0) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || $0 == UInt8(ascii: "-") }
    }
    let core = bytes[..<preStart].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard core.count == 3, core.allSatisfy(isNumber) else { return false }
    if preStart < buildStart {
      let parts = bytes[(preStart + 1)..<buildStart].split(
        separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.allSatisfy({ isIdentifier($0) && (!$0.allSatisfy(isDigit) || isNumber($0)) }) else { return false }
    }
    if buildStart < bytes.count {
      let parts = bytes[(buildStart + 1)...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.allSatisfy(isIdentifier) else { return false }
    }
    return true
  }
}
