import Archive
import Compiler
import Compression
import Diagnostics
import Images
import Manifest
import Text

/// The files that are made of one image.
struct ImageVariants: Sendable {
  /// Why none are made.
  struct Reason: Error {
    var text: String
    var isDamaged = false
  }

  /// A file beside the image's own.
  struct Variant: Sendable {
    var size: ImageWidths.Size
    var bytes: [UInt8]
    /// The site path; after ``name(beside:taken:)``.
    var path = ""
  }

  /// The image's site path.
  let path: String
  /// The image's own file, in the size of its largest box.
  let fallback: PackageFile
  /// Pixels of it; `nil` where the file has as many as before.
  let fallbackWidth: Int?
  /// The other formats, the best first, each with its files, the largest first.
  private(set) var formats: [(format: ImageFile.Format, variants: [Variant])]
  /// The formats that need no `<picture>`, since all browsers read them.
  private static let readEverywhere: Set<ImageFile.Format> = [.webp]

  /// The files in other formats as they are packed.
  var files: [PackageFile] {
    formats.flatMap { format in
      format.variants.map {
        PackageFile(path: "web/" + $0.path, packing: $0.bytes, origin: $0.path, effort: .fast)
      }
    }
  }

  // MARK: Making

  /// Why a file is not written again, where that is its format.
  static func reasonOfFormat(_ bytes: [UInt8]) -> String? {
    guard let format = (try? ImageHeader(bytes: bytes))?.format, ![.png, .jpeg, .webp].contains(format) else {
      return nil
    }
    return "it is a file of the format \(format.rawValue.uppercased()), and \(ImageFile.Fault.otherFormat.rawValue)"
  }

  /// Encodes what an image's boxes need.
  static func made(
    of subject: SiteImages.Subject, _ settings: SiteConfiguration.ImageSettings, _ store: ImageStore
  ) -> Result<ImageVariants, Reason> {
    guard let original = PackedContents.bytes(of: subject.file), let hash = subject.file.packed?.hash else {
      return .failure(Reason(text: "it cannot be read"))
    }
    if ImageHeader.formatOfCutFile(original) != nil { return .failure(Reason(text: "its file is cut off")) }
    let file: ImageFile
    do {
      file = try ImageFile(original)
    } catch {
      if error == .unreadable { return .failure(Reason(text: "cannot be decoded", isDamaged: true)) }
      return .failure(Reason(text: Self.reasonOfFormat(original) ?? error.rawValue))
    }
    guard subject.uses.allSatisfy({ $0.width == file.width && $0.height == file.height }) else {
      return .failure(Reason(text: "its size is read in another way"))
    }
    let boxes = subject.uses.flatMap(\.boxes)
    // What an author lists as a candidate keeps its pixels, so that browsers choose as before.
    let keepsPixels = subject.uses.contains { $0.manner == .candidate }
    let widths = ImageWidths(
      keepsPixels ? [file.width] : boxes.map(\.pixels), tallest: boxes.map(\.height).max() ?? 0, width: file.width,
      height: file.height)
    guard let largest = widths.sizes.first else { return .failure(Reason(text: "no viewport shows it")) }
    var source = ImageSource(original, hash: hash, quality: settings.quality, store: store)
    let isWhole = largest.width == file.width
    let fallback = source.encoded(as: file.format, largest)
    if source.isDamaged { return .failure(Reason(text: "cannot be decoded", isDamaged: true)) }
    // The whole file is kept where writing it again saves little: each writing loses something.
    var own: (bytes: [UInt8], width: Int?) = (original, nil)
    if let fallback, fallback.count * 10 <= original.count * 9 { own = (fallback, isWhole ? nil : largest.width) }
    // A format of the file's own is the fallback already.
    var formats: [(format: ImageFile.Format, variants: [Variant])] = []
    // OPTIMIZATION: beside a file of two thirds no other leaves a device with less than before, and encoding takes long.
    let hasRoom =
      own.bytes.count * 3 <= original.count * 2 && subject.uses.allSatisfy { $0.manner == .source }
    for format in settings.formats where format != file.format && hasRoom {
      guard format == .webp || subject.uses.allSatisfy(\.isWrapped) else { continue }
      let variants = widths.sizes.compactMap { size in
        source.encoded(as: format, size).map { Variant(size: size, bytes: $0) }
      }
      if variants.count == widths.sizes.count { formats.append((format, variants)) }
    }
    var choices = [formats]
    if formats.count > 1 { choices += formats.map { [$0] } }
    for choice in choices where !choice.isEmpty {
      let made = ImageVariants(subject, own, choice)
      if made.mostBytes(subject) * 20 <= original.count * 19 { return .success(made) }
    }
    guard own.bytes.count < original.count else {
      return .failure(Reason(text: "files in the sizes of its boxes would not make a download smaller"))
    }
    return .success(ImageVariants(subject, own, []))
  }

  private init(
    _ subject: SiteImages.Subject, _ own: (bytes: [UInt8], width: Int?),
    _ formats: [(format: ImageFile.Format, variants: [Variant])]
  ) {
    path = subject.path
    fallback = PackageFile(path: subject.file.path, packing: own.bytes, origin: subject.path, effort: .fast)
    fallbackWidth = own.width
    self.formats = formats
  }

  /// The most bytes that a device has of the image: the file itself, what several viewports show, and what its own shows.
  private func mostBytes(_ subject: SiteImages.Subject) -> Int {
    let own = Int(fallback.packed?.entry.size ?? 0)
    var shared = 0
    var single: [String: Int] = [:]
    for index in formats.indices {
      var viewports: [Int: Set<String>] = [:]
      for (use, names) in zip(subject.uses, subject.viewports) {
        for (box, name) in zip(use.boxes, names) {
          // Color schemes of a viewport share its files.
          if let shown = shown(index, box) { viewports[shown, default: []].insert(name.replacing("+dark", with: "")) }
        }
      }
      for (place, variant) in formats[index].variants.enumerated() {
        let names = viewports[place] ?? []
        if names.count == 1, let name = names.first {
          single[name, default: 0] += variant.bytes.count
        } else {
          shared += variant.bytes.count
        }
      }
    }
    return own + shared + (single.values.max() ?? 0)
  }

  /// Names the files after the image, with names that no other file has.
  mutating func name(beside path: String, taken: inout Set<String>) {
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    for index in formats.indices {
      for place in formats[index].variants.indices {
        let ending = formats[index].format.fileExtension
        let width = formats[index].variants[place].size.width
        var name = "\(path[..<dot]).\(width)w.\(ending)"
        var number = 2
        while !taken.insert(name).inserted {
          name = "\(path[..<dot]).\(width)w-\(number).\(ending)"
          number += 1
        }
        formats[index].variants[place].path = name
      }
    }
  }

  // MARK: Pages

  /// The candidate of a format that a browser shows in a box; `nil` where the box is not there.
  private func shown(_ format: Int, _ box: ImageUse.Box) -> Int? {
    guard box.width > 0 else { return nil }
    let candidates = formats[format].variants.map { ImageCandidate(url: "", descriptor: .width($0.size.width)) }
    return chooseCandidate(among: candidates, sourceSize: box.sourceSize, scale: box.scale)?.index
  }

  /// What the markup of a use gets.
  func replacement(for use: ImageUse) -> ImageReplacement? {
    func files(_ variants: [Variant]) -> [ImageReplacement.File] {
      variants.map { ImageReplacement.File(name: SiteImages.name($0.path), width: $0.size.width) }
    }
    let own = fallbackWidth.map { [ImageReplacement.File(name: SiteImages.name(path), width: $0)] } ?? []
    if use.isWrapped, !formats.isEmpty {
      // Without a width the file itself has its own natural size.
      return ImageReplacement(
        sources: formats.map { ($0.format.mediaType, files($0.variants)) }, own: own)
    }
    if let webp = formats.first(where: { Self.readEverywhere.contains($0.format) }) {
      return ImageReplacement(own: files(webp.variants))
    }
    return own.isEmpty ? nil : ImageReplacement(own: own)
  }

  /// Which files each viewport shows for a use, for their places in packages.
  func sources(for use: ImageUse) -> [ImageSources] {
    formats.indices.filter { use.isWrapped || Self.readEverywhere.contains(formats[$0].format) }.map { index in
      let paths = formats[index].variants.map(\.path)
      return ImageSources(
        candidates: paths + [path], shown: use.boxes.map { box in shown(index, box).map { paths[$0] } ?? "" })
    }
  }
}

/// An image whose pixels are decoded when something has to be encoded from them.
struct ImageSource {
  private let bytes: [UInt8]
  private let hash: ContentHash
  private let quality: ImageFile.Quality
  private let store: ImageStore
  private var pixels: PixelImage?
  private var reduced: (size: ImageWidths.Size, image: PixelImage)?
  /// Whether the pixels cannot be read.
  private(set) var isDamaged = false

  init(_ bytes: [UInt8], hash: ContentHash, quality: ImageFile.Quality, store: ImageStore) {
    self.bytes = bytes
    self.hash = hash
    self.quality = quality
    self.store = store
  }

  /// The image in a size and format; `nil` where the format cannot hold it, or the file is damaged.
  mutating func encoded(as format: ImageFile.Format, _ size: ImageWidths.Size) -> [UInt8]? {
    let key = ImageStore.Key(
      source: hash, width: size.width, height: size.height, format: format, quality: quality)
    return store.bytes(key) { image(size)?.encoded(as: format, quality) }
  }

  private mutating func image(_ size: ImageWidths.Size) -> PixelImage? {
    if let reduced, reduced.size == size { return reduced.image }
    if pixels == nil, !isDamaged {
      pixels = try? PixelImage(decoding: bytes)
      isDamaged = pixels == nil
    }
    guard let image = pixels?.reduced(toWidth: size.width, height: size.height) else { return nil }
    reduced = (size, image)
    return image
  }
}
