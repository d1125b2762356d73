import Diagnostics
import Files
import Foundation
import Manifest
import Transfers

/// Fetches a release from its host into a folder, as apps would, and looks at how it is served.
///
/// Everything has a limit: the time of each file, the bytes of each file (what the manifest says) and of all together.
public struct ReleaseDownload {
  /// Why nothing could be fetched.
  public enum Failure: Error, Sendable {
    /// The text is not the address of a release.
    case address(String)
    /// The host has no `latest.json`, or gives none.
    case noRelease(url: String, reason: String)
    /// The release has more bytes than are fetched.
    case tooLarge(UInt64)
    /// The folder cannot be written.
    case folder(SystemError)
  }

  /// What came of it.
  public struct Outcome: Sendable {
    /// What is wrong with files that could not be fetched: what the verifier says of them, in better words.
    public var absent: [String: String] = [:]
    /// How files are served, where that hurts.
    public var warnings: [ServedFile.Warning] = []
    /// How many files were fetched.
    public var files = 0
    /// The bytes of these files.
    public var bytes: UInt64 = 0
  }

  /// Seconds that a host may be silent, and that one file may take.
  private static let (pause, longest) = (30.0, 600.0)
  /// The most bytes of all files together.
  public static let mostBytes: UInt64 = 8 << 30

  /// The address of the folder with `latest.json`, with a slash at its end.
  public let base: String
  private let transfers = HTTPTransfers(certificates: EnvironmentVariable.certificates.value())
  private let folder: String
  private var outcome = Outcome()
  private var fetched: Set<String> = []
  private var served: [ServedFile] = []

  /// A download of the release at an address, of its folder or of `latest.json` itself.
  public init(_ address: String, to folder: String) throws(Failure) {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host?.isEmpty == false, url.query == nil, url.fragment == nil
    else { throw .address(address) }
    var base = url.absoluteString
    if base.hasSuffix("/latest.json") { base.removeLast("latest.json".count) }
    self.base = base.hasSuffix("/") ? base : base + "/"
    self.folder = folder
  }

  /// Fetches the current release.
  public mutating func run() throws(Failure) -> Outcome {
    switch try fetch("latest.json", limit: ReleaseLimits.envelopeSize) {
    case .fetched: break
    case .absent(let reason): throw .noRelease(url: base + "latest.json", reason: reason)
    }
    try fetchRoots()
    _ = try fetch("manifest.json", limit: ReleaseLimits.manifestSize)
    guard let latest = latest() else { return finished() }
    _ = try fetch(latest.manifest)
    guard let bytes = FileSystem.read(folder + "/" + latest.manifest.url, limit: ReleaseLimits.manifestSize),
      let manifest = try? ReleaseManifest(decoding: bytes)
    else { return finished() }
    let files =
      manifest.packages.flatMap { [$0.index, $0.archive] } + manifest.patches.map(\.file)
    let total = files.map(\.size).saturatingSum
    guard total <= Self.mostBytes else { throw .tooLarge(total) }
    for file in files { _ = try fetch(file) }
    if let largest = manifest.packages.map(\.archive).max(by: { $0.size < $1.size }), largest.size > 1 {
      askForPart(of: largest.url)
    }
    return finished()
  }

  private mutating func finished() -> Outcome {
    outcome.warnings = ServedFile.warnings(of: served) + outcome.warnings
    return outcome
  }

  private func latest() -> LatestRelease? {
    guard let bytes = FileSystem.read(folder + "/latest.json", limit: ReleaseLimits.envelopeSize),
      let envelope = try? Envelope(decoding: bytes, payloadType: LatestRelease.payloadType)
    else { return nil }
    return try? LatestRelease(decoding: envelope.payload)
  }

  /// Roots follow one another from the first; the host has none after the last.
  private mutating func fetchRoots() throws(Failure) {
    for version in 1...ReleaseLimits.rootCount {
      let file = "roots/\(version).root.json"
      guard case .fetched = try fetch(file, limit: ReleaseLimits.envelopeSize) else {
        outcome.absent[file] = nil
        return
      }
    }
  }

  // MARK: One file

  private enum Answer {
    case fetched
    case absent(String)
  }

  private mutating func fetch(_ file: ReleaseFileReference) throws(Failure) -> Answer {
    // A file of many bytes more than declared is damaged after the first of them.
    try fetch(file.url, limit: Int(clamping: min(file.size, Self.mostBytes)) + 1)
  }

  private mutating func fetch(_ file: String, limit: Int) throws(Failure) -> Answer {
    guard fetched.insert(file).inserted else { return .fetched }
    let path = folder + "/" + file
    do throws(SystemError) {
      if let slash = path.lastIndex(of: "/") { try SystemFile.makeFolder(String(path[..<slash])) }
    } catch {
      throw .folder(error)
    }
    // The kind of `Cache-Control` that apps ask with; what caches keep shows in the answer.
    let request = HTTPRequest(
      url: base + file, headers: [("Accept-Encoding", "identity")], pause: Self.pause, longest: Self.longest)
    let receiver: DownloadedFile
    do throws(SystemError) {
      receiver = try DownloadedFile(path, limit: limit)
    } catch {
      throw .folder(error)
    }
    let fault = transfers.run(request, to: receiver)
    let (head, size, failure) = receiver.finish()
    if let failure { throw .folder(failure) }
    func absent(_ reason: String) -> Answer {
      try? GivenPath.remove(path)
      outcome.absent[file] = reason
      return .absent(reason)
    }
    guard let head else { return absent(fault?.description ?? "no HTTP answer") }
    guard head.status == 200 else { return absent("HTTP status \(head.status)") }
    // What is longer than it may be is cut, and the verifier says so.
    if let fault, size < limit { return absent(fault.description) }
    outcome.files += 1
    outcome.bytes += UInt64(size)
    served.append(ServedFile(path: file, url: base + file, head: head))
    return .fetched
  }

  /// Asks for the second byte of a file.
  private mutating func askForPart(of file: String) {
    guard outcome.absent[file] == nil else { return }
    let request = HTTPRequest(
      url: base + file, headers: [("Accept-Encoding", "identity"), ("Range", "bytes=1-1")], pause: Self.pause,
      longest: Self.longest)
    let receiver = HeadOfAnswer()
    _ = transfers.run(request, to: receiver)
    guard let head = receiver.head, head.status != 206 else { return }
    outcome.warnings.append(
      ServedFile.Warning(
        code: .servedWithoutRanges, file: file,
        message: "a request for a part is answered with status \(head.status) instead of 206",
        help: "switch ranges on, so that downloads go on where they were cut off"))
  }
}
