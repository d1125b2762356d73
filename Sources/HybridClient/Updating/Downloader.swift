import Archive
import Files
import Manifest
import Platform

/// Fetches files of a release: with resuming, retries and a check of each file's size and hash.
struct Downloader: Sendable {
  var transport: any Transport
  var store: ReleaseStore
  var attempts: Int
  var pause: Double

  /// A small file of unknown size, such as `latest.json`; `nil` when the server has none.
  func fetchSmall(_ path: String, limit: Int) async throws -> [UInt8]? {
    do {
      return try await retrying { try await body(of: path, isFresh: true, limit: limit) }
    } catch ClientError.transport(let error) where error.kind == .refused {
      return nil
    }
  }

  /// A file whose size and hash are known, in memory: manifests, of which several processes may fetch one at a time.
  func fetchInMemory(_ file: ReleaseFileReference) async throws -> [UInt8] {
    let bytes = try await retrying {
      let bytes = try await body(of: file.url, isFresh: false, limit: Int(clamping: file.size))
      guard UInt64(bytes.count) == file.size else {
        throw TransportError(.connection, url: file.url, detail: "the answer ended too early")
      }
      return bytes
    }
    do {
      try file.check(bytes, rule: .manifestFile)
      return bytes
    } catch {
      throw ClientError.manifest(error)
    }
  }

  private func body(of path: String, isFresh: Bool, limit: Int) async throws -> [UInt8] {
    let body = Mutex<[UInt8]>([])
    try await transport.fetch(path, from: 0, to: nil, isFresh: isFresh) { response in
      if let length = response.length, length > UInt64(limit) {
        throw TransportError(.tooLong, url: path, detail: "\(length) bytes instead of \(limit)")
      }
    } onBytes: { bytes in
      try body.withLock { body in
        guard bytes.count <= limit - body.count else {
          throw TransportError(.tooLong, url: path, detail: "more than \(limit) bytes")
        }
        body += bytes
      }
    }
    return body.withLock { $0 }
  }

  /// A file whose size and hash are known, kept in the store until it is discarded; what was fetched of it before is not
  /// fetched again. The caller holds the store's installation lock.
  ///
  /// - Returns: the open file, whose bytes are those that were checked, and how many of them were fetched now.
  func fetch(
    _ file: ReleaseFileReference, rule: ReleaseRule, onBytes: @escaping @Sendable (Int) -> Void
  ) async throws -> (source: ByteSource, received: UInt64) {
    let name = Self.name(of: file)
    // A damaged part from before is given up once; damage in a whole new download is the server's.
    var received: UInt64 = 0
    for isLast in [false, true] {
      received += try await fetchAll(of: file, 0..<file.size, to: name, onBytes: onBytes)
      let source = try open(name)
      do {
        try file.check(source, rule: rule)
        return (source, received)
      } catch let error as ManifestError {
        try? store.root.remove(name)
        if isLast { throw ClientError.manifest(error) }
      }
    }
    throw ClientError.store(path: name, detail: "cannot be fetched")
  }

  private func open(_ name: String) throws -> ByteSource {
    try ByteSource(ReleaseStore.storing { () throws(FileError) in try store.root.file(name) })
  }

  /// A part of a file, kept in the store until its path is removed; what was fetched of it before is not fetched again. Its
  /// bytes are those that the server sent: nothing is known of them.
  ///
  /// - Returns: the name of a file of the store with only the part, and how many of its bytes were fetched now.
  /// - Throws: ``ClientError``; also when the server does not send parts.
  func fetchPart(
    of file: ReleaseFileReference, _ range: Range<UInt64>, onBytes: @escaping @Sendable (Int) -> Void
  ) async throws -> (name: String, received: UInt64) {
    let name = Self.name(of: file) + ".\(range.lowerBound)-\(range.upperBound)"
    return (name, try await fetchAll(of: file, range, to: name, onBytes: onBytes))
  }

  private static func name(of file: ReleaseFileReference) -> String { "downloads/" + file.hash.name }

  /// The bytes of a regular file of the store; 0 when nothing is there, or something else.
  private func size(_ name: String) -> UInt64 {
    guard let status = try? store.root.status(name), status.kind == .file else { return 0 }
    return status.size
  }

  /// How many bytes of a file are still to be fetched.
  func remaining(of file: ReleaseFileReference) -> UInt64 {
    let have = size(Self.name(of: file))
    return have > file.size ? file.size : file.size - have
  }

  /// Fetches a range of a file, with retries.
  ///
  /// - Returns: how many bytes came.
  private func fetchAll(
    of file: ReleaseFileReference, _ range: Range<UInt64>, to name: String,
    onBytes: @escaping @Sendable (Int) -> Void
  ) async throws -> UInt64 {
    let received = Atomic<UInt64>(0)
    try await retrying {
      try await fetchRest(of: file, range, to: name) { count in
        received.add(UInt64(count), ordering: .relaxed)
        onBytes(count)
      }
    }
    return received.load(ordering: .relaxed)
  }

  private func fetchRest(
    of file: ReleaseFileReference, _ range: Range<UInt64>, to name: String,
    onBytes: @escaping @Sendable (Int) -> Void
  ) async throws {
    let size = UInt64(range.count)
    let root = store.root
    try store.clear(name)
    if self.size(name) > size { try root.remove(name) }
    let have = self.size(name)
    let output = Mutex(try root.fileForAppending(name))
    if have == size { return }
    let start = range.lowerBound + have
    let isWhole = range == 0..<file.size
    let position = Mutex<UInt64>(have)
    try await transport.fetch(file.url, from: start, to: isWhole ? nil : range.upperBound, isFresh: false) { response in
      guard response.offset == start || isWhole && response.offset == 0 else {
        throw TransportError(
          .refused, url: file.url,
          detail: isWhole ? "an answer from byte \(response.offset) on" : "the server does not send parts of files")
      }
      if let length = response.length, response.offset > file.size || length != range.upperBound - response.offset {
        throw TransportError(
          length > range.upperBound - min(response.offset, range.upperBound) ? .tooLong : .refused, url: file.url,
          detail: "\(response.offset.addingReportingOverflow(length).partialValue) bytes instead of \(range.upperBound)"
        )
      }
      if response.offset == 0, start > 0, isWhole {
        try root.remove(name)
        let new = try root.fileForAppending(name)
        output.withLock { $0 = new }
        position.withLock { $0 = 0 }
      }
    } onBytes: { bytes in
      try position.withLock { position in
        guard UInt64(bytes.count) <= size - position else {
          throw TransportError(.tooLong, url: file.url, detail: "more than \(size) bytes")
        }
        try output.withLock { try $0.write(bytes) }
        position += UInt64(bytes.count)
      }
      onBytes(bytes.count)
    }
    guard position.withLock({ $0 }) == size else {
      throw TransportError(.connection, url: file.url, detail: "the answer ended too early")
    }
  }

  /// Removes a file that has been used.
  func discard(_ file: ReleaseFileReference) { try? store.root.remove(Self.name(of: file)) }

  /// Removes parts of files that have been used, all in one pass.
  func discardParts(of files: some Sequence<ReleaseFileReference>) {
    let used = Set(files.map(\.hash.name))
    guard let downloads = try? store.root.folder("downloads") else { return }
    for name in (try? downloads.names()) ?? [] {
      if let dot = name.firstIndex(of: "."), used.contains(String(name[..<dot])) { try? downloads.remove(name) }
    }
  }

  private func retrying<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    var attempt = 1
    do {
      while true {
        do {
          return try await body()
        } catch let error as TransportError {
          guard error.isTransient, attempt < attempts else { throw ClientError.transport(error) }
          try Task.checkCancellation()
          // Twice as long each time, with up to a half more by chance, so that many phones do not come back at once.
          let seconds = min(pause * Double(1 << min(attempt - 1, 16)), 300) * Double.random(in: 1...1.5)
          try await Task.sleep(nanoseconds: UInt64(max(0, seconds) * 1e9))
          attempt += 1
        }
      }
    } catch let error as FileError {
      throw ClientError.store(path: error.path, detail: "\(error.kind.rawValue): \(error.detail)")
    } catch is CancellationError {
      throw ClientError.cancelled
    }
  }
}
