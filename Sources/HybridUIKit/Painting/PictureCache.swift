#if canImport(CoreGraphics) && canImport(CoreText) && canImport(ImageIO)
  import CoreGraphics
  import Foundation
  import HostCore
  import HybridClient
  import ImageIO

  /// The images of a release: read and decoded off the main thread, kept up to a bound.
  @MainActor public final class PictureCache {
    private let content: WebContent
    private var pictures: [ImageAddress: Picture?] = [:]
    private var order: [ImageAddress] = []
    private var bytes = 0
    private var waiting: [ImageAddress: [() -> Void]] = [:]
    /// The most bytes of decoded images that are kept.
    private static let limit = 64 << 20

    /// An image that was decoded. Never written once it is made.
    public struct Picture: @unchecked Sendable {
      /// The pixels.
      public let image: CGImage
      /// CSS px.
      public let width: Double
      /// CSS px.
      public let height: Double
    }

    /// The images that a release answers.
    public init(_ content: WebContent) { self.content = content }

    /// An image, where it is decoded; where it is not, `whenReady` is called once it is.
    public func picture(_ address: ImageAddress, whenReady: @escaping () -> Void) -> Picture? {
      if let known = pictures[address] { return known }
      if waiting[address] != nil {
        waiting[address]?.append(whenReady)
        return nil
      }
      waiting[address] = [whenReady]
      let content = content
      Task {
        let picture = await Task.detached { Self.read(address, from: content) }.value
        keep(picture, address)
      }
      return nil
    }

    private func keep(_ picture: Picture?, _ address: ImageAddress) {
      pictures[address] = .some(picture)
      order.append(address)
      bytes += Self.cost(picture)
      while bytes > Self.limit, order.count > 1 {
        bytes -= Self.cost(pictures.removeValue(forKey: order.removeFirst()) ?? nil)
      }
      for call in waiting.removeValue(forKey: address) ?? [] { call() }
    }

    private static func cost(_ picture: Picture?) -> Int {
      picture.map { $0.image.width * $0.image.height * 4 } ?? 0
    }

    /// The largest side of a decoded image in pixels.
    private nonisolated static let largestSide = 4_096

    /// Reads and decodes an image; `nil` for what is missing, damaged or not an image.
    nonisolated static func read(_ address: ImageAddress, from content: WebContent) -> Picture? {
      let path: String
      switch address {
      case .inline(let image): return decode(image.bytes)
      case .file(let file): path = file
      }
      let answer = content.response(
        to: WebRequest(url: path.hasPrefix("/") ? path : "/" + path, headers: ["Accept": "image/*"]))
      return answer.status == 200 ? decode(answer.body) : nil
    }

    /// Decodes a file as its EXIF data turn it, smaller where it is very large.
    nonisolated static func decode(_ bytes: [UInt8]) -> Picture? {
      let options: [CFString: Any] = [
        kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
        kCGImageSourceThumbnailMaxPixelSize: largestSide, kCGImageSourceShouldCacheImmediately: true,
      ]
      guard let source = CGImageSourceCreateWithData(Data(bytes) as CFData, nil),
        let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
      else { return nil }
      return Picture(image: image, width: Double(image.width), height: Double(image.height))
    }
  }
#endif
