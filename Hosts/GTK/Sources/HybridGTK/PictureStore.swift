import Foundation
import HostCore
import HybridClient

/// The images of a page: read and decoded off the main thread, and kept up to a bound with the pixels that are shown of them. What
/// a view draws lives as long as the view, so that a bound for what is kept would not bound it.
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
      if let data = InlineImage(source) { return data.bytes }
      guard !source.contains(":"), let url = URL(string: source, relativeTo: URL(string: "page:/\(folder)")) else {
        return nil
      }
      let path = url.absoluteURL.path
      return try? release.contents(of: "web" + (path.hasPrefix("/") ? path : "/" + path))
    }
  }

  /// A width and a height in pixels.
  typealias Size = (width: Double, height: Double)

  /// An image, where it is decoded; where it is not, `whenReady` is called once it is.
  ///
  /// - Parameters:
  ///   - source: its address, as the page writes it.
  ///   - shown: how large an image of a size is shown, in pixels.
  ///   - whenReady: called once there is one, or one with more pixels.
  func picture(
    _ source: String, shown: @escaping @Sendable (Size) -> Size, whenReady: @escaping () -> Void
  ) -> Picture? {
    let known = pictures[source]
    if let known {
      guard let picture = known, !picture.suffices(for: shown(picture.size)) else { return known }
    }
    if waiting[source] != nil {
      waiting[source]?.append(whenReady)
      return known ?? nil
    }
    waiting[source] = [whenReady]
    let contents = contents
    Task {
      let picture = await Task.detached {
        contents(source).flatMap { Picture(file: $0) }.map { $0.reduced(to: shown($0.size)) }
      }.value
      keep(picture, source)
    }
    return known ?? nil
  }

  private func keep(_ picture: Picture?, _ source: String) {
    if let known = pictures.updateValue(picture, forKey: source) {
      bytes -= known?.cost ?? 0
      order.removeAll { $0 == source }
    }
    order.append(source)
    bytes += picture?.cost ?? 0
    while bytes > Self.limit, order.count > 1 {
      bytes -= pictures.removeValue(forKey: order.removeFirst())??.cost ?? 0
    }
    for call in waiting.removeValue(forKey: source) ?? [] { call() }
  }
}
