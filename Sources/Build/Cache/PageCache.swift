import Compiler
import Composition
import Manifest
import Platform

/// The results of pages and assets by what they were made from.
///
/// A page's inputs are known only once it is compiled. So an entry's key is the hash of the tool, the configuration and the
/// page's own bytes, and the entry holds results with the state of every input that each was made from, files that were
/// looked for and not there included: a result holds where all of them are what they were.
final class PageCache: Sendable {
  /// What an input was: its bytes' hash, or why there were none.
  enum InputState: Hashable, Sendable {
    case content(ContentHash)
    /// It is there, and its bytes did not count.
    case present
    /// There is none, and why.
    case absent(String)
  }

  /// A result and what it was made from.
  struct Record: Sendable {
    var inputs: [(path: String, state: InputState)]
    var page: BuiltPage
  }

  /// Results of one page that are kept side by side: a branch and the next, an edit and its undoing.
  private static let recordLimit = 4

  let folder: CacheFolder
  let remote: RemoteCache?
  private let digests: FileDigests
  let tool: ToolFingerprint
  let site: Site
  /// The path prefix of absolute references.
  private let base: String
  /// Whether style sheets are written shorter.
  private let minifiesStyles: Bool
  /// The pages that are written otherwise because of the configuration's routes.
  private let pagesShownElsewhere: Set<String>
  /// The hash of all that pages have in common.
  let common: ContentHash
  private let stamps: [String: SystemFile.Stamp]
  /// The pages that were compiled in this run: what a remote cache does not have.
  let compiled = Mutex<Set<String>>([])
  /// The assets that were packed in this run.
  let packed = Mutex<Set<String>>([])
  private let fetched = Mutex<[ContentHash: [Record]]>([:])

  init(
    folder: CacheFolder, remote: RemoteCache?, digests: FileDigests, tool: ToolFingerprint, options: CompilerOptions,
    site: Site
  ) {
    self.folder = folder
    self.remote = remote
    self.digests = digests
    self.tool = tool
    self.site = site
    base = options.base
    minifiesStyles = options.minifiesStyles
    pagesShownElsewhere = options.pagesShownElsewhere
    var stamps: [String: SystemFile.Stamp] = [:]
    for file in site.pages { stamps[file.path] = file.stamp }
    for file in site.assets + site.fragments { stamps[file.path] = file.stamp }
    self.stamps = stamps
    var writer = ByteWriter()
    writer.append(tool.digest.digest)
    // Of these a page's own part is in its key.
    var shared = options
    shared.pagesShownElsewhere = []
    writer.write(CanonicalText.of(shared))
    writer.write(site.composition.fingerprint)
    writer.write(site.filterFingerprint)
    // The configuration's fonts and dictionaries measure every page, whether it names them or not.
    let dictionaries = options.hyphenation.sorted { $0.key < $1.key }
    for (family, path) in options.fonts.sorted(by: { $0.key < $1.key }) + dictionaries {
      writer.write(family)
      let digest = stamps[path].flatMap { digests.digest(of: path, in: site, expecting: $0) }
      writer.write(digest?.digest ?? [])
    }
    common = ContentHash(of: writer.bytes)
  }

  /// The key of a page's entry; `nil` where its file changed since the walk.
  func key(ofPage path: String) -> ContentHash? {
    guard case .content(let digest) = state(of: path, isContent: true) else { return nil }
    var writer = ByteWriter()
    writer.write("page")
    writer.append(common.digest)
    writer.write(path)
    if pagesShownElsewhere.contains(path) { writer.write("shown elsewhere") }
    writer.write(site.composition.fingerprint(of: path))
    writer.append(digest.digest)
    return ContentHash(of: writer.bytes)
  }

  /// The state of an input now; `nil` where a file changed since the walk, so that it belongs to no moment.
  private func state(of path: String, isContent: Bool) -> InputState? {
    guard let stamp = stamps[path] else { return .absent(site.reasonOfAbsence(path)) }
    guard isContent else { return .present }
    // A page that is made from another file has that file's bytes.
    let file = site.composition.derived[path]?.source ?? path
    return digests.digest(of: file, in: site, expecting: stamp).map { .content($0) }
  }

  /// The result that holds for a page as everything is now, or `nil`.
  func page(_ path: String, key: ContentHash) -> BuiltPage? {
    if let page = records(key).first(where: { $0.page.path == path && holds($0) })?.page {
      folder.countHit()
      return page
    }
    if let record = fetched.withLock({ $0[key] })?.first(where: { $0.page.path == path && holds($0) }) {
      folder.countRemoteHit()
      folder.write(Self.encode([record] + records(key).prefix(Self.recordLimit - 1)), for: key)
      return record.page
    }
    folder.countMiss()
    return nil
  }

  private func holds(_ record: Record) -> Bool {
    record.inputs.allSatisfy { input in
      if case .content = input.state { return state(of: input.path, isContent: true) == input.state }
      return state(of: input.path, isContent: false) == input.state
    }
  }

  /// Keeps a result; one whose inputs changed while it was made is not kept.
  func store(_ page: BuiltPage, key: ContentHash) {
    compiled.withLock { _ = $0.insert(page.path) }
    guard let record = record(page) else { return }
    let others = records(key).filter { $0.inputs.map(\.path) != record.inputs.map(\.path) || !holds($0) }
    folder.write(Self.encode([record] + others.prefix(Self.recordLimit - 1)), for: key)
  }

  /// A result with the state of its inputs; `nil` where one of them changed meanwhile.
  func record(_ page: BuiltPage) -> Record? {
    guard let page = page.inMemory() else { return nil }
    var inputs: [(path: String, state: InputState)] = []
    for input in page.inputs.list {
      guard let state = state(of: input.path, isContent: input.isContent) else { return nil }
      inputs.append((input.path, state))
    }
    return Record(inputs: inputs, page: page)
  }

  private func records(_ key: ContentHash) -> [Record] {
    folder.read(key).flatMap { try? Self.decode($0) } ?? []
  }

  /// Records that came from elsewhere; each is checked as one from the folder is.
  func accept(_ records: [Record], for key: ContentHash) { fetched.withLock { $0[key, default: []] += records } }

  // MARK: Assets

  /// The hash of an asset's bytes, where the file is as the walk found it.
  func digest(ofAsset path: String) -> ContentHash? {
    guard case .content(let digest) = state(of: path, isContent: true) else { return nil }
    return digest
  }

  /// A packed asset by the hash of its bytes.
  func key(ofAsset path: String) -> ContentHash? {
    // A sheet that leads to vendored files is made of more than its own bytes.
    guard !site.composition.vendored.routedFiles.contains(path) else { return nil }
    guard case .content(let digest) = state(of: path, isContent: true) else { return nil }
    var writer = ByteWriter()
    writer.write("asset")
    writer.append(tool.digest.digest)
    writer.append(digest.digest)
    if let made = site.filtered[path] { writer.append(ContentHash(of: made).digest) }
    if PackagedFile.countsFromItself(path) {
      // What its URLs become depends on where it is.
      writer.write(path)
      writer.write(base)
    }
    if minifiesStyles, PackagedStyleSheet.isStyleSheet(path) { writer.write("minified") }
    return ContentHash(of: writer.bytes)
  }

  func asset(_ path: String, key: ContentHash) -> PackageFile? {
    guard let bytes = folder.read(key) else { return nil }
    var reader = ByteReader(bytes)
    guard var file = try? reader.file() else { return nil }
    // Two assets with the same bytes share an entry.
    file.path = "web/" + path
    file.origin = path
    return file
  }

  func store(_ file: PackageFile, key: ContentHash) {
    var writer = ByteWriter()
    writer.write(file)
    packed.withLock { _ = $0.insert(file.origin) }
    folder.write(writer.bytes, for: key)
  }

  // MARK: Coding

  static func encode(_ records: some Sequence<Record>) -> [UInt8] {
    var writer = ByteWriter()
    let records = Array(records)
    writer.write(records.count)
    for record in records {
      writer.write(record.inputs.count)
      for input in record.inputs {
        writer.write(input.path)
        switch input.state {
        case .content(let hash):
          writer.write(0)
          writer.append(hash.digest)
        case .present: writer.write(1)
        case .absent(let reason):
          writer.write(2)
          writer.write(reason)
        }
      }
      writer.write(record.page)
    }
    return writer.bytes
  }

  static func decode(_ bytes: [UInt8]) throws(ByteCodingError) -> [Record] {
    var reader = ByteReader(bytes)
    var records: [Record] = []
    for _ in 0..<(try reader.count()) {
      var inputs: [(path: String, state: InputState)] = []
      for _ in 0..<(try reader.count()) {
        let path = try reader.string()
        switch try reader.int() {
        case 0: inputs.append((path, .content(try reader.digest())))
        case 1: inputs.append((path, .present))
        case 2: inputs.append((path, .absent(try reader.string())))
        default: throw ByteCodingError()
        }
      }
      records.append(Record(inputs: inputs, page: try reader.page()))
    }
    guard reader.isAtEnd else { throw ByteCodingError() }
    return records
  }
}
