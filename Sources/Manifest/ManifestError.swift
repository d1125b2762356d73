/// Why a manifest, an envelope, a root or a release was refused, and where.
public struct ManifestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rule that was broken. Raw values are stable: programs match them.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A file is not there.
    case missing
    /// The text is not JSON.
    case json
    /// A member is missing, or of another type or form than it must be.
    case member
    /// The format's version is newer than this reader.
    case version
    /// The file has another size than declared.
    case size
    /// The file has another hash than declared.
    case hash
    /// A path leaves the release's folder or host.
    case path
    /// The envelope's type is not that of its payload.
    case payloadType
    /// Too few of the known keys have signed.
    case signature
    /// A root does not follow from the one before.
    case root
    /// The sequence is lower than one seen before: an old release is replayed.
    case rollback
    /// The time until which the release may be installed has passed.
    case expired
    /// The sequence of the manifest and of `latest.json` differ.
    case sequence
    /// The id is not that of the entries.
    case identity
    /// The index and the archive differ.
    case index
    /// An archive breaks a rule of archives.
    case archive
    /// A page or layout file breaks a rule of its format.
    case page
    /// A patch cannot be applied, or gives something else.
    case patch
    /// The app is older than the release needs.
    case runtime
    /// A key cannot be read.
    case key
  }

  /// The rule that was broken.
  public var kind: Kind
  /// The file, such as `latest.json`.
  public var file: String?
  /// The member (`packages[0].hash`) or the entry.
  public var entry: String?
  /// The place in bytes.
  public var offset: UInt64?
  /// What should be there.
  public var expected: String?
  /// What is there.
  public var found: String?
  /// The rule that was broken: a ``ReleaseRule``, or, where ``kind`` is `archive`, one of archives. Stable, for programs.
  public var rule: String?

  /// An error from its parts.
  public init(
    _ kind: Kind, file: String? = nil, entry: String? = nil, offset: UInt64? = nil, expected: String? = nil,
    found: String? = nil, rule: ReleaseRule? = nil
  ) {
    self.kind = kind
    self.rule = rule?.rawValue
    self.file = file
    self.entry = entry
    self.offset = offset
    self.expected = expected
    self.found = found
  }

  /// One line for people.
  public var description: String {
    var text = file.map { "\($0): " } ?? ""
    text += kind.rawValue
    if let entry { text += " in \(entry)" }
    if let offset { text += " at byte \(offset)" }
    if let expected { text += ": expected \(expected)" }
    if let found { text += (expected == nil ? ": found " : ", found ") + found }
    return text
  }

  /// The same error with its file named.
  public func inFile(_ file: String) -> ManifestError {
    var error = self
    if error.file == nil { error.file = file }
    return error
  }
}
