import Foundation
import HybridClient

/// The images of a page: read and decoded off the main thread, kept up to a bound.
@MainActor final class PictureStore {
  private let contents: @Sendable (String) -> [UInt8]?
  private var pictures: [String: Picture?] = [:]
  private var order: [String] = []
  private var bytes = 0
  private var waiting: [String: [() -> Void]] = [:]
  /// The most bytes of decoded images that are kept.
  private static let limit = 64 << 20

  /// - Parameters:
  ///   - release: where the images are.
  ///   - page: the page's path, from whose folder they are named.
  init(_ release: OpenedRelease, page: String) { contents = Self.contents(of: release, page: page) }

  /// The bytes of a file by its address in a page; nothing outside of the release is read.
  nonisolated static func contents(of release: OpenedRelease, page: String) -> @Sendable (String) -> [UInt8]? {
    let folder = page.lastIndex(of: "/").map { String(page[...$0]) } ?? ""
    return { source in
      guard !source.contains(":"), let url = URL(string: source, relativeTo: URL(string: "page:/\(folder)")) else {
        return nil
      }
      let path = url.absoluteURL.path
      return try? release.contents(of: "web" + (path.hasPrefix("/") ? path : "/" + path))
    }
  }

  /// An image, where it is decoded; where it is not, `whenReady` is called once it is.
  func picture(_ source: String, whenReady: @escaping () -> Void) -> Picture? {
    if let known = pictures[source] { return known }
    if waiting[source] != nil {
      waiting[source]?.append(whenReady)
      return nil
    }
    waiting[source] = [whenReady]
    let contents = contents
    Task {
      let picture = await Task.detached { contents(source).flatMap { Picture(file: $0) } }.value
      keep(picture, source)
    }
    return nil
  }

  private func keep(_ picture: Picture?, _ source: String) {
    pictures[source] = .some(picture)
    order.append(source)
    bytes += picture?.cost ?? 0
    while bytes > Self.limit, order.count > 1 {
      bytes -= pictures.removeValue(forKey: order.removeFirst())??.cost ?? 0
    }
    for call in waiting.removeValue(forKey: source) ?? [] { call() }
  }
}
