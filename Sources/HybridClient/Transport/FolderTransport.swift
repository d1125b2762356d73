import Archive

/// Fetches a release's files from a folder: the copy in an app's bundle, and tests.
///
/// ```swift
/// let client = UpdateClient(store: store, transport: FolderTransport(folder: "dist"), settings: settings)
/// ```
public struct FolderTransport: Transport {
  /// The folder with `latest.json`.
  public let folder: String

  /// A transport from the folder.
  public init(folder: String) { self.folder = folder }

  /// Reads the file from the byte on.
  public func fetch(
    _ path: String, from offset: UInt64, to end: UInt64?, isFresh: Bool,
    onResponse: @Sendable (TransportResponse) throws -> Void, onBytes: @Sendable ([UInt8]) throws -> Void
  ) async throws {
    let source: ByteSource
    do {
      source = try ByteSource(path: folder + "/" + path)
    } catch {
      throw TransportError(.refused, url: path, detail: error.description)
    }
    let start = min(offset, source.count)
    let stop = max(start, min(end ?? source.count, source.count))
    try onResponse(TransportResponse(offset: start, length: stop - start))
    var position = start
    while position < stop {
      try Task.checkCancellation()
      let length = Int(min(stop - position, 1 << 16))
      do {
        try onBytes(try source.read(position, length))
      } catch let error as ArchiveError {
        throw TransportError(.connection, url: path, detail: error.description)
      }
      position += UInt64(length)
    }
  }
}
