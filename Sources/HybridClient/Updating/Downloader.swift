import Manifest
import Synchronization

/// Fetches files of a release into the store: with resuming, retries and a check of each file's size and hash.
struct Downloader: Sendable {
  var transport: any Transport
  var store: ReleaseStore
  var attempts: Int
  var pause: Double

  /// A small file of unknown size, such as `latest.json`; `nil` when the server has none.
  func fetchSmall(_ path: String, limit: Int) async throws -> [UInt8]? {
    try await retrying {
      let body = Mutex<[UInt8]>([])
      do {
        try await transport.fetch(path, from: 0, isFresh: true, onResponse: { _ in }) { bytes in
          try body.withLock { body in
            guard body.count + bytes.count <= limit else {
              throw TransportError(.tooLong, url: path, detail: "more than \(limit) bytes")
            }
            body += bytes
          }
        }
      } catch let error as TransportError where error.kind == .refused {
        return nil
      }
      return body.withLock { $0 }
    }
  }

  /// A file whose size and hash are known; what was fetched of it before is not fetched again.
  ///
  /// - Returns: the bytes, and how many of them were fetched now.
  func fetch(
    _ file: ReleaseFileReference, onBytes: @escaping @Sendable (Int) -> Void
  ) async throws -> (bytes: [UInt8], received: UInt64) {
    let path = store.folder + "/downloads/" + file.hash.name
    let received = Atomic<UInt64>(0)
    // A damaged part from before is given up once; damage in a whole new download is the server's.
    for isLast in [false, true] {
      try await retrying {
        let have = FileSystem.size(path) ?? 0
        if have > file.size { FileSystem.remove(path) }
        if have == file.size { return }
        let position = Mutex<UInt64>(have)
        try await transport.fetch(file.url, from: have, isFresh: false) { response in
          guard response.offset == have || response.offset == 0 else {
            throw TransportError(.refused, url: file.url, detail: "an answer from byte \(response.offset) on")
          }
          if response.offset == 0, have > 0 {
            FileSystem.remove(path)
            position.withLock { $0 = 0 }
          }
          if let length = response.length, response.offset + length > file.size {
            throw TransportError(.tooLong, url: file.url, detail: "\(length) bytes instead of \(file.size)")
          }
        } onBytes: { bytes in
          try position.withLock { position in
            guard UInt64(bytes.count) <= file.size - position else {
              throw TransportError(.tooLong, url: file.url, detail: "more than \(file.size) bytes")
            }
            try FileSystem.append(path, bytes)
            position += UInt64(bytes.count)
          }
          received.add(UInt64(bytes.count), ordering: .relaxed)
          onBytes(bytes.count)
        }
        guard position.withLock({ $0 }) == file.size else {
          throw TransportError(.connection, url: file.url, detail: "the answer ended too early")
        }
      }
      if file.size == 0 { return ([], 0) }
      let bytes = FileSystem.read(path) ?? []
      do {
        try file.check(bytes)
        return (bytes, received.load(ordering: .relaxed))
      } catch {
        FileSystem.remove(path)
        if isLast { throw ClientError.manifest(error) }
      }
    }
    throw ClientError.store(path: path, detail: "cannot be fetched")
  }

  /// Removes a file that has been used.
  func discard(_ file: ReleaseFileReference) { FileSystem.remove(store.folder + "/downloads/" + file.hash.name) }

  private func retrying<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    var attempt = 1
    while true {
      do {
        return try await body()
      } catch let error as TransportError {
        guard error.isTransient, attempt < attempts else { throw ClientError.transport(error) }
        try Task.checkCancellation()
        // Twice as long each time, with up to a half more by chance, so that many phones do not come back at once.
        let seconds = pause * Double(1 << (attempt - 1)) * Double.random(in: 1...1.5)
        try await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
        attempt += 1
      } catch let error as PublishError {
        throw ClientError.store(path: error.path, detail: error.description)
      } catch is CancellationError {
        throw ClientError.cancelled
      }
    }
  }
}
