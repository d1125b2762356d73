import Archive
import JSONValues

/// A release as an Expo Updates client reads it (Expo Updates v1): a manifest, and every entry as a file of its own.
///
///     expo/manifest.json              the manifest's body, replaced in one step
///     expo/manifest.multipart         the same as a part of a multipart response, with its signature
///     expo/assets/<hash><extension>   the entries, uncompressed, which never change
public struct ExpoRelease: Sendable {
  /// The address that the release's folder is served at, with a slash at its end; empty for relative addresses.
  public var baseURL = ""
  /// The moment that clients order updates by.
  public var created: Timestamp
  /// Who signs the manifest (Expo's code signing); `nil` leaves it unsigned.
  public var signer: Signer?
  /// The entry that clients open first; `nil` for `web/index.html`, or the first page.
  public var launch: String?

  /// Makes the signature that an app checks with the certificate that it was built with.
  public struct Signer: Sendable {
    /// The certificate's name in the app (`codeSigningMetadata.keyid`).
    public var keyID: String
    /// The RSASSA-PKCS1-v1_5 signature with SHA-256 of some bytes.
    public var sign: @Sendable (_ bytes: [UInt8]) throws -> [UInt8]

    /// A signer from its parts.
    public init(keyID: String, sign: @escaping @Sendable (_ bytes: [UInt8]) throws -> [UInt8]) {
      self.keyID = keyID
      self.sign = sign
    }
  }

  /// The manifest's file.
  public static let manifestPath = "expo/manifest.json"

  /// What is between the parts of `expo/manifest.multipart`. The parts are canonical JSON, which has no line ends: it
  /// cannot occur in them.
  public static let boundary = "hybrid-expo-update"

  /// A release of the given moment.
  public init(created: Timestamp) { self.created = created }

  /// The moment that stands for a sequence: the sequence itself where it counts seconds since 1970 (as
  /// `git log -1 --format=%ct` does), otherwise so many seconds after the begin of 2020, so that it grows with it.
  public static func moment(ofSequence sequence: UInt64) -> Timestamp {
    let seconds = Int64(clamping: sequence)
    return Timestamp(
      seconds: (1_000_000_000..<100_000_000_000).contains(seconds) ? seconds : 1_577_836_800 + seconds % 100_000_000_000
    )
  }

  /// An update's id: the first 16 bytes of the release's, with the bits of a UUID of version 8 (RFC 9562).
  static func identifier(_ id: ContentHash) -> String {
    var bytes = Array(id.digest.prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]].map { $0.joined() }
      .joined(separator: "-")
  }

  static func fileExtension(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    let ending = name[dot...]
    return ending.utf8.count <= 16
      && ending.utf8.dropFirst().allSatisfy {
        $0 < 0x80 && (Character(Unicode.Scalar($0)).isLetter || Character(Unicode.Scalar($0)).isNumber)
      }
      ? String(ending) : ""
  }

  static func file(_ entry: PackageIndexEntry) -> String {
    "expo/assets/\(entry.hash.name)\(fileExtension(entry.path))"
  }

  private func json(_ entry: PackageIndexEntry) -> JSONValue {
    let ending = Self.fileExtension(entry.path)
    return .object(of: [
      ("hash", .string(entry.hash.name)), ("key", .string(entry.path)), ("contentType", .string(entry.contentType)),
      ("fileExtension", ending.isEmpty ? nil : .string(ending)), ("url", .string(baseURL + Self.file(entry))),
    ])
  }

  /// The manifest's body; `nil` when nothing could be launched.
  func manifest(
    of release: ReleaseManifest, _ file: ReleaseFileReference, channel: String?, entries: [PackageIndexEntry]
  ) -> JSONValue? {
    let launchPath = launch ?? "web/index.html"
    let first =
      entries.first { $0.path == launchPath }
      ?? (launch == nil ? entries.first { $0.contentType.hasPrefix("text/html") } : nil)
    guard let first else { return nil }
    return .object(of: [
      ("id", .string(Self.identifier(release.id))), ("createdAt", .string(milliseconds)),
      ("runtimeVersion", .string(release.runtimeVersion ?? "")), ("launchAsset", json(first)),
      ("assets", .array(entries.filter { $0.path != first.path }.map(json))),
      ("metadata", .object(of: [("channel", channel.map { .string($0) })])),
      (
        "extra",
        .object(of: [
          (
            "hybrid",
            .object(of: [
              ("id", .string(release.id.description)), ("name", .string(release.name)),
              ("version", .string(release.version)), ("sequence", .integer(Int64(clamping: release.sequence))),
              ("manifest", file.json),
            ])
          )
        ])
      ),
    ])
  }

  /// With milliseconds, as JavaScript writes moments.
  private var milliseconds: String { created.description.replacing("Z", with: ".000Z") }
}

extension ExpoRelease {
  /// The manifest as a `multipart/mixed` response (RFC 2046, 5.1; Expo Updates 1, “Response”): its signature is in the
  /// part's own header, so that a static host can give it.
  func multipart(_ body: [UInt8]) throws -> [UInt8] {
    var fields: [String] = []
    if let signer {
      let signature = Base64.encode(try signer.sign(body))
      let name = signer.keyID.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      fields = ["expo-signature: sig=\"\(signature)\", keyid=\"\(name)\", alg=\"rsa-v1_5-sha256\""]
    }
    return Self.head("manifest", fields) + Self.afterHead(body)
  }

  private static func head(_ name: String, _ fields: [String]) -> [UInt8] {
    let lines =
      ["--\(boundary)", "Content-Disposition: form-data; name=\"\(name)\"", "Content-Type: application/json"]
      + fields + ["", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  /// What follows the head of the part `manifest`: its body and the other part.
  private static func afterHead(_ body: [UInt8]) -> [UInt8] {
    let extensions = JSONValue.object(of: [("assetRequestHeaders", .object(of: []))]).canonicalBytes
    let lineEnd = Array("\r\n".utf8)
    return body + lineEnd + head("extensions", []) + extensions + lineEnd + Array("--\(boundary)--\r\n".utf8)
  }

  /// Whether bytes are the multipart response of a body, with whatever signature.
  static func isMultipart(_ bytes: [UInt8], of body: [UInt8]) -> Bool {
    let head = head("manifest", []).dropLast(2)
    let rest = afterHead(body)
    guard bytes.starts(with: head), bytes.count >= head.count + 2 + rest.count,
      bytes.suffix(rest.count).elementsEqual(rest)
    else { return false }
    let lineEnd = Array("\r\n".utf8)
    var fields = bytes[head.count..<bytes.count - rest.count]
    guard fields.suffix(2).elementsEqual(lineEnd) else { return false }
    fields = fields.dropLast(2)
    if fields.isEmpty { return true }
    // One line: expo-signature: sig="…", keyid="…", alg="rsa-v1_5-sha256".
    let (begin, end) = (Array("expo-signature: sig=\"".utf8), Array("\", alg=\"rsa-v1_5-sha256\"\r\n".utf8))
    guard fields.starts(with: begin), fields.count >= begin.count + end.count,
      fields.suffix(end.count).elementsEqual(end),
      !fields.dropLast(2).contains(0x0d), !fields.dropLast(2).contains(0x0a)
    else { return false }
    let signature = fields.dropFirst(begin.count).prefix { $0 != UInt8(ascii: "\"") }
    guard fields[signature.endIndex...].starts(with: Array("\", keyid=\"".utf8)) else { return false }
    return Base64.decode(String(decoding: signature, as: UTF8.self))?.isEmpty == false
  }
}

extension ReleasePublisher {
  /// Writes the current release for Expo Updates clients beside its packages.
  ///
  /// Packages that are installed on demand are left out: Expo clients fetch all assets of an update at once.
  ///
  /// - Returns: the number of assets.
  /// - Throws: ``PublishError``, ``ManifestError`` or `ArchiveError`.
  public func writeExpo(_ expo: ExpoRelease) throws -> Int {
    guard let latest = currentLatest() else {
      throw PublishError(.noRelease, path: folder, detail: "it holds no latest.json of a release")
    }
    let lock = try FolderLock(path(Self.lock), waits: true)
    defer { withExtendedLifetime(lock) {} }
    let manifest = try readManifest(latest.manifest.url)
    guard manifest.runtimeVersion?.isEmpty == false else {
      throw ManifestError(.runtime, entry: "runtimeVersion", expected: "a version, which Expo clients compare")
    }
    var entries: [String: PackageIndexEntry] = [:]
    for package in manifest.packages where package.load == .install {
      let (index, archive) = try openPackage(package)
      for entry in index.entries where entries[entry.path] == nil {
        entries[entry.path] = entry
        let file = ExpoRelease.file(entry)
        if let there = try? ByteSource(path: path(file)), (try? ContentHash(of: there)) == entry.hash { continue }
        try writeImmutable(file, try archive.contents(of: entry.path))
      }
    }
    let sorted = entries.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    guard let body = expo.manifest(of: manifest, latest.manifest, channel: latest.channel, entries: sorted) else {
      throw ManifestError(.missing, entry: expo.launch ?? "web/index.html", expected: "a page to launch")
    }
    try replace("expo/manifest.multipart", try expo.multipart(body.canonicalBytes))
    try replace(ExpoRelease.manifestPath, body.canonicalBytes)
    pruneExpo()
    return sorted.count
  }

  /// Removes the assets that no kept release has.
  private func pruneExpo() {
    var needed: Set<String> = []
    for url in previousManifests() {
      guard let manifest = try? readManifest(url) else { return }
      for package in manifest.packages {
        guard let bytes = FileSystem.read(path(package.index.url)), let index = try? PackageIndex(decoding: bytes)
        else {
          return
        }
        for entry in index.entries { needed.insert(ExpoRelease.file(entry)) }
      }
    }
    for name in FileSystem.names(in: path("expo/assets")) ?? [] where !needed.contains("expo/assets/" + name) {
      FileSystem.remove(path("expo/assets/" + name))
    }
  }
}
