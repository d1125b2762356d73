import Manifest
import Synchronization

/// Fetches files of a release: with resuming, retries and a check of each file's size and hash.
struct Downloader: Sendable {
  var transport: any Transport
  var store: ReleaseStore
  var attempts: Int
  var pause: Double

  /// A small file of unknown size, such as `latest.json`; `nil` when the server has none.
  func fetchSmall(_ path: String, limit: Int) async throws -> [UInt8]? {
    do {
      return try await retrying { try await body(of: path, 0, nil, isFresh: true, limit: limit) }
    } catch ClientError.transport(let error) where error.kind == .refused {
      return nil
    }
  }

  /// A file whose size and hash are known, in memory: manifests, of which several processes may fetch one at a time.
  func fetchInMemory(_ file: ReleaseFileReference) async throws -> [UInt8] {
    let bytes = try await retrying {
      let bytes = try await body(of: file.url, 0, nil, isFresh: false, limit: Int(clamping: file.size))
      guard UInt64(bytes.count) == file.size else {
        throw TransportError(.connection, url: file.url, detail: "the answer ended too early")
      }
      return bytes
    }
    do {
      try file.check(bytes)
      return bytes
    } catch {
      throw ClientError.manifest(error)
    }
  }

  /// A part of a file.
  ///
  /// - Throws: ``ClientError``; also when the server does not send parts.
  func fetchPart(
    of file: ReleaseFileReference, _ range: Range<UInt64>, onBytes: @escaping @Sendable (Int) -> Void
  ) async throws -> [UInt8] {
    try await retrying {
      let bytes = try await body(
        of: file.url, range.lowerBound, range.upperBound, isFresh: false, limit: range.count, onBytes: onBytes)
      guard bytes.count == range.count else {
        throw TransportError(.connection, url: file.url, detail: "the answer ended too early")
      }
      return bytes
    }
  }

  private func body(
    of path: String, _ start: UInt64, _ end: UInt64?, isFresh: Bool, limit: Int,
    onBytes: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [UInt8] {
    let body = Mutex<[UInt8]>([])
    try await transport.fetch(path, from: start, to: end, isFresh: isFresh) { response in
      guard response.offset == start else {
        throw TransportError(.refused, url: path, detail: "the server does not send parts of files")
      }
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
      onBytes(bytes.count)
    }
    return body.withLock { $0 }
  }

  /// A file whose size and hash are known, kept in the store until it is discarded; what was fetched of it before is not
  /// fetched again. The caller holds the store's installation lock.
  ///
  /// - Returns: the file's path, and how many of its bytes were fetched now.
  func fetch(
    _ file: ReleaseFileReference, onBytes: @escaping @Sendable (Int) -> Void
  ) async throws -> (path: String, received: UInt64) {
    let path = store.folder + "/downloads/" + file.hash.name
    let received = Atomic<UInt64>(0)
    // A damaged part from before is given up once; damage in a whole new download is the server's.
    for isLast in [false, true] {
      try await retrying {
        try await fetchRest(of: file, to: path) { count in
          received.add(UInt64(count), ordering: .relaxed)
          onBytes(count)
        }
      }
      do {
        try file.check(path: path)
        return (path, received.load(ordering: .relaxed))
      } catch {
        FileSystem.remove(path)
        if isLast { throw ClientError.manifest(error) }
      }
    }
    throw ClientError.store(path: path, detail: "cannot be fetched")
  }

  private func fetchRest(
    of file: ReleaseFileReference, to path: String, onBytes: @escaping @Sendable (Int) -> Void
  ) async throws {
    let have = FileSystem.size(path) ?? 0
    if have > file.size { FileSystem.remove(path) }
    if have == file.size {
      if have == 0 { try FileSystem.append(path, []) }
      return
    }
    let start = have > file.size ? 0 : have
    let position = Mutex<UInt64>(start)
    try await transport.fetch(file.url, from: start, to: nil, isFresh: false) { response in
      guard response.offset == start || response.offset == 0 else {
        throw TransportError(.refused, url: file.url, detail: "an answer from byte \(response.offset) on")
      }
      if let length = response.length, response.offset + length != file.size {
        throw TransportError(
          response.offset + length > file.size ? .tooLong : .refused, url: file.url,
          detail: "\(response.offset + length) bytes instead of \(file.size)")
      }
      if response.offset == 0, start > 0 {
        FileSystem.remove(path)
        position.withLock { $0 = 0 }
      }
    } onBytes: { bytes in
      try position.withLock { position in
        guard UInt64(bytes.count) <= file.size - position else {
          throw TransportError(.tooLong, url: file.url, detail: "more than \(file.size) bytes")
        }
        try FileSystem.append(path, bytes)
        position += UInt64(bytes.count)
      }
      onBytes(bytes.count)
    }
    guard position.withLock({ $0 }) == file.size else {
      throw TransportError(.connection, url: file.url, detail: "the answer ended too early")
    }
  }

  /// Removes a file that has been used.
  func discard(_ file: ReleaseFileReference) { FileSystem.remove(store.folder + "/downloads/" + file.hash.name) }

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
    } catch let error as PublishError {
      throw ClientError.store(path: error.path, detail: error.description)
    } catch is CancellationError {
      throw ClientError.cancelled
    }
  }
}
