/// The trust roots of a release's folder: `roots/1.root.json` and those that follow it.
///
/// A root that is not signed by enough keys yet is beside them as `N.root.draft.json`, which clients never ask for, so
/// that each signer can work on a machine of their own.
public struct RootFolder: Sendable {
  /// The folder with `latest.json`.
  public let folder: String

  /// The roots of a folder, which need not exist.
  public init(folder: String) { self.folder = folder }

  /// A root that was written.
  public struct Written: Sendable, Hashable {
    /// The root.
    public var root: TrustRoot
    /// Its file, relative to the folder.
    public var path: String
    /// Signatures that are still missing by keys of the root before.
    public var missingOld: Int
    /// Signatures that are still missing by its own keys.
    public var missingOwn: Int
    /// Whether it is published: nothing is missing.
    public var isComplete: Bool { missingOld == 0 && missingOwn == 0 }
  }

  private static func draftPath(_ version: UInt64) -> String { "roots/\(version).root.draft.json" }

  private func path(_ name: String) -> String { folder + "/" + name }

  private func envelope(_ name: String) throws(ManifestError) -> Envelope? {
    guard let bytes = FileSystem.read(path(name), limit: 1 << 18) else { return nil }
    do {
      return try Envelope(decoding: bytes, payloadType: TrustRoot.payloadType)
    } catch {
      throw error.inFile(name)
    }
  }

  /// The published roots in order; each follows from the one before.
  ///
  /// - Throws: ``ManifestError`` for the first that does not.
  public func chain() throws(ManifestError) -> [TrustRoot] {
    var roots: [TrustRoot] = []
    var size = 0
    while let bytes = FileSystem.read(
      path(TrustRoot.path(UInt64(roots.count) + 1)), limit: ReleaseLimits.envelopeSize)
    {
      let name = TrustRoot.path(UInt64(roots.count) + 1)
      size += bytes.count
      guard roots.count < ReleaseLimits.rootCount, size <= ReleaseLimits.rootsSize else {
        throw ManifestError(
          .root, file: name, expected: "at most \(ReleaseLimits.rootCount) roots with 16 MiB in all", found: "more",
          rule: .rootCount)
      }
      do {
        if let last = roots.last {
          roots.append(try last.next(bytes))
        } else {
          roots.append(try TrustRoot.first(bytes))
        }
      } catch {
        throw error.inFile(name)
      }
    }
    if let first = roots.first, first.version != 1 {
      throw ManifestError(.root, file: TrustRoot.path(1), entry: "version", expected: "1", found: "\(first.version)")
    }
    // A missing root would hide the roots after it, and with them the keys that count.
    let next = UInt64(roots.count) + 1
    let ending = ".root.json"
    let later = (FileSystem.names(in: path("roots")) ?? []).filter { name in
      name.hasSuffix(ending) && UInt64(name.dropLast(ending.count)).map { $0 >= next } == true
    }
    if let name = later.first {
      throw ManifestError(
        .missing, file: TrustRoot.path(next),
        expected: later.contains("\(next)\(ending)") ? "a readable file" : "the root before roots/\(name)")
    }
    return roots
  }

  /// The newest published root, or `nil`.
  ///
  /// - Throws: ``ManifestError``, as ``chain()``.
  public func newest() throws(ManifestError) -> TrustRoot? { try chain().last }

  /// The root that waits for signatures, or `nil`.
  ///
  /// - Throws: ``ManifestError`` when its file is damaged.
  public func draft() throws(ManifestError) -> TrustRoot? {
    guard let envelope = try envelope(Self.draftPath(UInt64(try chain().count) + 1)) else { return nil }
    return try TrustRoot(decoding: envelope.payload)
  }

  /// Writes the first root, or the next one, signed by the given keys; a draft that waits is replaced.
  ///
  /// - Parameters:
  ///   - keys: the root's keys.
  ///   - threshold: how many of them must sign a release, 1 to their number.
  ///   - expires: the moment from which the root is not trusted for new releases, or `nil`.
  ///   - signers: private keys, of this root or of the one before.
  /// - Throws: ``ManifestError`` or ``PublishError``.
  public func add(
    keys: [VerificationKey], threshold: Int, expires: Timestamp? = nil, signers: [SigningKey]
  ) throws -> Written {
    try ReleasePublisher(folder: folder).checkFolder()
    let chain = try chain()
    let root = TrustRoot(
      version: UInt64(chain.count) + 1, threshold: threshold, keys: keys.sorted { $0.id < $1.id }, expires: expires)
    guard Set(keys).count == keys.count else {
      throw ManifestError(.root, entry: "keys", expected: "keys that differ", found: "one twice")
    }
    guard threshold >= 1, threshold <= keys.count else {
      throw ManifestError(.root, entry: "threshold", expected: "1 to \(keys.count)", found: "\(threshold)")
    }
    return try write(root.envelope(signedBy: signers), root, after: chain.last)
  }

  /// Adds signatures to the root that waits for them.
  ///
  /// - Parameters:
  ///   - signers: private keys.
  ///   - shown: the root that the signer has seen; another one is not signed.
  /// - Throws: ``ManifestError`` when no root waits, or ``PublishError``.
  public func sign(with signers: [SigningKey], shown: TrustRoot? = nil) throws -> Written {
    let chain = try chain()
    let name = Self.draftPath(UInt64(chain.count) + 1)
    guard var envelope = try envelope(name) else {
      throw ManifestError(.missing, file: name, expected: "a root that waits for signatures")
    }
    let root = try TrustRoot(decoding: envelope.payload)
    guard root.version == UInt64(chain.count) + 1 else {
      throw ManifestError(.root, file: name, entry: "version", expected: "\(chain.count + 1)", found: "\(root.version)")
    }
    if let shown, shown != root {
      throw ManifestError(.root, file: name, expected: "the root that was shown", found: "another")
    }
    envelope.sign(with: signers)
    return try write(envelope, root, after: chain.last)
  }

  private func write(_ envelope: Envelope, _ root: TrustRoot, after previous: TrustRoot?) throws -> Written {
    var written = Written(root: root, path: Self.draftPath(root.version), missingOld: 0, missingOwn: 0)
    if let previous {
      written.missingOld = max(0, previous.threshold - envelope.validSignatureCount(by: previous.keys))
    }
    written.missingOwn = max(0, root.threshold - envelope.validSignatureCount(by: root.keys))
    if written.isComplete { written.path = TrustRoot.path(root.version) }
    try ReleasePublisher(folder: folder).checkLinks()
    try FileSystem.createFolder(path("roots"))
    try FileSystem.replace(
      path(written.path), with: envelope.encode(), temporary: path("roots/.hybrid-tmp-\(root.version)"))
    if written.isComplete { FileSystem.remove(path(Self.draftPath(root.version))) }
    return written
  }
}
