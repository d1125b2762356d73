import FlyingFox
import Foundation
import Manifest

/// A file below a folder, or a range of it.
///
/// A file of a release has its hash in its name. It is compared with each answer's bytes: what changed since the release was
/// verified is not shown.
struct ServedFile {
  private let url: URL
  private let size: Int
  /// The hash in the file's name.
  private let hash: ContentHash?

  /// A plain file below a folder; `nil` where there is none, where a name begins with a dot, and where links lead out.
  init?(folder: String, path: String) {
    guard
      !path.split(separator: "/", omittingEmptySubsequences: false).contains(where: { $0.hasPrefix(".") || $0.isEmpty })
    else { return nil }
    let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    let file = URL(fileURLWithPath: folder + "/" + path).resolvingSymlinksInPath()
    guard file.path.hasPrefix(root == "/" ? root : root + "/"),
      let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
      attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? Int
    else { return nil }
    url = file
    self.size = size
    let parts = path.split(separator: "/").last?.split(separator: ".") ?? []
    // `base.HASH.zip` and `base.HASH.index.json`; a package's name before it may be anything.
    hash = parts.lazy.reversed().compactMap { ContentHash("sha256-" + $0) }.first
  }

  /// The file, or a range of it (RFC 9110, 14): one range; others are answered with the whole.
  func response(range header: String?) -> HTTPResponse {
    var headers = PreviewServer.headers(type: ContentType.of(url.path))
    headers[HTTPHeader("Cache-Control")] = "no-cache"
    headers[HTTPHeader("Accept-Ranges")] = "bytes"
    guard let header, let part = Self.range(header, of: size) else {
      return response(.ok, headers, 0..<size)
    }
    guard let part else {
      headers[HTTPHeader("Content-Range")] = "bytes */\(size)"
      return HTTPResponse(statusCode: HTTPStatusCode(416, phrase: "Range Not Satisfiable"), headers: headers)
    }
    headers[HTTPHeader("Content-Range")] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
    return response(HTTPStatusCode(206, phrase: "Partial Content"), headers, part)
  }

  private func response(_ status: HTTPStatusCode, _ headers: HTTPHeaders, _ part: Range<Int>) -> HTTPResponse {
    guard let handle = try? FileHandle(forReadingFrom: url) else { return PreviewServer.text(.notFound, "not found\n") }
    defer { try? handle.close() }
    do {
      if let hash {
        guard let data = try Self.verified(part, of: handle, size: size, hash) else {
          return PreviewServer.text(.notFound, "it was changed\n")
        }
        return HTTPResponse(statusCode: status, headers: headers, body: data)
      }
      try handle.seek(toOffset: UInt64(part.lowerBound))
      let data = try handle.read(upToCount: part.count) ?? Data()
      guard data.count == part.count else { return PreviewServer.text(.notFound, "it was replaced\n") }
      return HTTPResponse(statusCode: status, headers: headers, body: data)
    } catch {
      return PreviewServer.text(.notFound, "not readable\n")
    }
  }

  /// A part of a file; `nil` where the whole has another hash.
  private static func verified(
    _ part: Range<Int>, of handle: FileHandle, size: Int, _ hash: ContentHash
  ) throws -> Data? {
    var hasher = ContentHasher()
    var data = Data()
    var offset = 0
    while offset < size, let piece = try handle.read(upToCount: min(1 << 20, size - offset)), !piece.isEmpty {
      piece.withUnsafeBytes { hasher.update($0) }
      let kept = part.clamped(to: offset..<offset + piece.count)
      data += piece.dropFirst(kept.lowerBound - offset).prefix(kept.count)
      offset += piece.count
    }
    return hasher.finalize() == hash ? data : nil
  }

  /// `bytes=0-99`, `bytes=100-`, `bytes=-100`: the bytes; an inner `nil` where none of them are there, an outer one for a
  /// header that is passed over.
  static func range(_ header: String, of count: Int) -> Range<Int>?? {
    guard header.hasPrefix("bytes="), !header.contains(",") else { return nil }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    if ends[0].isEmpty {
      guard let length = Int(ends[1]), length >= 0 else { return nil }
      return .some(length == 0 || count == 0 ? nil : max(0, count - length)..<count)
    }
    guard let first = Int(ends[0]), first >= 0 else { return nil }
    guard !ends[1].isEmpty else { return .some(first < count ? first..<count : nil) }
    guard let last = Int(ends[1]), last >= first else { return nil }
    return .some(first < count ? first..<min(count, last < Int.max ? last + 1 : last) : nil)
  }
}
