/// Why an archive was refused or could not be written, and where.
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rule that was broken. Raw values are stable: programs match them.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The file ends before its end record, or is not an archive at all.
    case endRecordMissing
    /// The end record counts disks: a part of a split archive.
    case spanned
    /// The end record has a comment, or bytes follow it.
    case trailingBytes
    /// Bytes come before the first entry.
    case prefix
    /// Two entries have bytes between them that belong to neither.
    case gap
    /// Two entries use the same bytes.
    case overlap
    /// The ZIP64 records contradict the plain ones, or each other, or are there without need.
    case zip64
    /// The central directory does not end where it says.
    case centralDirectory
    /// The number of entries is not what was declared, or more than allowed.
    case entryCount
    /// The unpacked size is not what was declared, or more than allowed.
    case unpackedSize
    /// A header's signature is missing.
    case signature
    /// A local header says something else than the central directory.
    case localHeader
    /// The entry is encrypted.
    case encrypted
    /// The entry uses a feature that packages do not: a data descriptor, a version, a flag, a comment, an extra field.
    case feature
    /// The compression method is neither stored nor deflate.
    case method
    /// The entry is a symbolic link, or another special file.
    case link
    /// The entry is a directory.
    case directory
    /// The name is not UTF-8, or not marked as such.
    case nameEncoding
    /// The name is empty or longer than allowed, or a part of it is longer than file systems take.
    case nameLength
    /// The name begins with `/` or a drive letter.
    case nameAbsolute
    /// A part of the name is `.` or `..` or empty.
    case nameTraversal
    /// The name has a backslash.
    case nameBackslash
    /// The name has a NUL or another control character, or one that is invisible or reverses the direction of text.
    case nameControl
    /// The name has a character that some file systems refuse or change: `< > : " | ? *`.
    case nameReserved
    /// A part of the name is a device on some system (`CON`, `nul.txt`), or ends in a dot or a space.
    case nameDevice
    /// Two names are the same after Unicode normalisation and case folding.
    case duplicate
    /// One name is a file and another's folder.
    case fileIsFolder
    /// The compressed bytes break the rules of deflate, or end too early, or bytes follow them.
    case deflate
    /// The entry has more or fewer bytes than declared.
    case size
    /// The checksum of the bytes is another.
    case checksum
    /// There is no entry of that name.
    case noSuchEntry
    /// The file could not be read or written.
    case inputOutput
  }

  /// The rule that was broken.
  public var kind: Kind
  /// The entry's name as far as it could be read.
  public var entry: String?
  /// The place in the archive's file, in bytes from its begin.
  public var offset: UInt64?
  /// What should be there.
  public var expected: String?
  /// What is there.
  public var found: String?

  /// An error from its parts.
  public init(
    _ kind: Kind, entry: String? = nil, offset: UInt64? = nil, expected: String? = nil, found: String? = nil
  ) {
    self.kind = kind
    self.entry = entry
    self.offset = offset
    self.expected = expected
    self.found = found
  }

  /// One line for people: rule, entry, offset, expected, found.
  public var description: String {
    var text = kind.rawValue
    if let entry { text += " in entry `\(entry)`" }
    if let offset { text += " at byte \(offset)" }
    if let expected { text += ": expected \(expected)" }
    if let found { text += (expected == nil ? ": found " : ", found ") + found }
    return text
  }
}
