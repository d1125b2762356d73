import Archive
import Compiler
import Foundation
import Manifest

extension ByteWriter {
  /// A compressed file; files without packed bytes are never cached.
  mutating func write(_ file: PackageFile?) {
    guard let file, let packed = file.packed else { return write(false) }
    write(true)
    write(file.path)
    write(file.origin)
    write(file.contentType)
    append(packed.hash.digest)
    write(packed.entry.method == .deflate)
    write(UInt64(packed.entry.checksum))
    write(packed.entry.size)
    write(packed.entry.data)
  }

  private mutating func write(_ data: EntryData) {
    if let spill {
      let offset = data.offset(in: spill)
      write(offset != nil)
      if let offset {
        write(offset)
        return write(data.count)
      }
    }
    // In memory whenever it is written: `PageCache.record` brings it back, shards never set it aside.
    write((try? data.bytes()) ?? [])
  }

  mutating func write(_ page: BuiltPage) {
    write(page.path)
    write(page.page)
    write(page.web)
    write(page.layouts.count)
    for layout in page.layouts {
      write(layout.viewport)
      write(layout.file)
    }
    write(page.title)
    write(page.diagnostics)
    write(page.inputs.list.count)
    for input in page.inputs.list {
      write(input.path)
      write(input.isThere)
    }
    write(page.inputs.list.filter(\.isContent).map(\.path))
    write(page.references)
    write(page.links)
    write(page.fonts.count)
    for font in page.fonts {
      write(font.family)
      write(font.hash)
    }
    write(page.images.count)
    for image in page.images {
      write(image.candidates)
      write(image.shown)
    }
    write(page.candidates.sorted())
    write(page.imageUses.count)
    for use in page.imageUses { write(use) }
    write(page.characters)
    write(page.measures)
    write(page.search)
    write(page.size)
    write(page.cost)
  }

  mutating func write(_ search: PageSearchText?) {
    write(search != nil)
    guard let search else { return }
    write(search.description)
    write(search.language)
    write(search.image)
    write(search.headings)
    write(search.blocks)
  }

  mutating func write(_ page: PageCharacters) {
    write(page.characters.count)
    for character in page.characters { write(UInt64(character)) }
    write(page.fonts.count)
    for font in page.fonts {
      write(font.path)
      write(font.ranges.count)
      for range in font.ranges {
        write(UInt64(range.lowerBound))
        write(UInt64(range.upperBound))
      }
      write(font.opening)
    }
  }

  mutating func write(_ links: PageLinks) {
    write(links.links.count)
    for link in links.links {
      write(link.url)
      write(link.kind.rawValue)
      write(link.file)
      write(link.start)
      write(link.end)
      write(link.action ?? "")
      write(link.action != nil)
      write(link.isPlain)
      write(link.isScripted)
    }
    write(links.anchors)
    // Hardly any page has one.
    let base = links.base.flatMap { try? JSONEncoder().encode($0) }
    write(base != nil)
    if let base { write(String(decoding: base, as: UTF8.self)) }
  }

  mutating func write(_ texts: [String]) {
    write(texts.count)
    for text in texts { write(text) }
  }
}

extension ByteReader {
  mutating func file() throws(ByteCodingError) -> PackageFile? {
    guard try bool() else { return nil }
    let path = try string()
    let origin = try string()
    let contentType = try optionalString()
    let hash = try digest()
    let method: CompressionMethod = try bool() ? .deflate : .stored
    guard let checksum = UInt32(exactly: try integer()) else { throw ByteCodingError() }
    let size = try integer()
    var entry = CompressedEntry(method: method, checksum: checksum, size: size, data: [])
    entry.data = try entryData()
    return PackageFile(
      path: path, contents: .bytes([]), origin: origin, contentType: contentType,
      packed: PackedFile(hash: hash, entry: entry))
  }

  private mutating func entryData() throws(ByteCodingError) -> EntryData {
    guard let spill, try bool() else { return EntryData(try array()) }
    let offset = try integer()
    return EntryData(in: spill, at: offset, count: try int())
  }

  mutating func digest() throws(ByteCodingError) -> ContentHash {
    guard let hash = ContentHash(digest: try raw(32)) else { throw ByteCodingError() }
    return hash
  }

  mutating func page() throws(ByteCodingError) -> BuiltPage {
    let path = try string()
    let page = try file()
    let web = try file()
    var layouts: [(viewport: String, file: PackageFile)] = []
    for _ in 0..<(try count()) {
      let viewport = try string()
      guard let layout = try file() else { throw ByteCodingError() }
      layouts.append((viewport, layout))
    }
    let title = try string()
    let diagnostics = try diagnostics()
    var inputs: [String: Bool] = [:]
    for _ in 0..<(try count()) {
      let input = try string()
      inputs[input] = try bool()
    }
    let contents = Set(try strings())
    let references = try strings()
    let links = try links()
    var fonts: [(family: String, hash: String)] = []
    for _ in 0..<(try count()) { fonts.append((try string(), try string())) }
    var images: [ImageSources] = []
    for _ in 0..<(try count()) {
      images.append(ImageSources(candidates: try strings(), shown: try strings()))
    }
    let candidates = Set(try strings())
    var uses: [ImageUse] = []
    for _ in 0..<(try count()) { uses.append(try imageUse()) }
    let characters = try characters()
    let measures = try file()
    let search = try searchText()
    let size = try int()
    return BuiltPage(
      path: path, page: page, web: web, layouts: layouts, title: title, diagnostics: diagnostics,
      inputs: PageInputs(inputs, contents: contents), references: references, links: links, fonts: fonts, size: size,
      images: images,
      candidates: candidates, imageUses: uses, characters: characters, measures: measures, search: search,
      cost: try int())
  }

  mutating func searchText() throws(ByteCodingError) -> PageSearchText? {
    guard try bool() else { return nil }
    var search = PageSearchText()
    search.description = try string()
    search.language = try string()
    search.image = try string()
    search.headings = try strings()
    search.blocks = try strings()
    return search
  }

  mutating func characters() throws(ByteCodingError) -> PageCharacters {
    func character(_ reader: inout ByteReader) throws(ByteCodingError) -> UInt32 {
      guard let value = UInt32(exactly: try reader.integer()), value <= 0x10FFFF else { throw ByteCodingError() }
      return value
    }
    var page = PageCharacters()
    for _ in 0..<(try count()) { page.characters.append(try character(&self)) }
    for _ in 0..<(try count()) {
      let path = try string()
      var ranges: [ClosedRange<UInt32>] = []
      for _ in 0..<(try count()) {
        let lower = try character(&self)
        let upper = try character(&self)
        guard lower <= upper else { throw ByteCodingError() }
        ranges.append(lower...upper)
      }
      page.fonts.append(PageCharacters.Font(path: path, ranges: ranges, opening: try string()))
    }
    return page
  }

  mutating func links() throws(ByteCodingError) -> PageLinks {
    var links = PageLinks()
    for _ in 0..<(try count()) {
      let url = try string()
      guard let kind = PageLinks.Link.Kind(rawValue: try string()) else { throw ByteCodingError() }
      let file = try optionalString()
      let start = try int()
      let end = try int()
      guard start <= end else { throw ByteCodingError() }
      var link = PageLinks.Link(url: url, kind: kind, range: start..<end)
      link.file = file
      let action = try string()
      link.action = try bool() ? action : nil
      link.isPlain = try bool()
      link.isScripted = try bool()
      links.links.append(link)
    }
    links.anchors = try strings()
    if try bool() {
      let text = try string()
      guard let base = try? JSONDecoder().decode(DocumentBase.self, from: Data(text.utf8)) else {
        throw ByteCodingError()
      }
      links.base = base
    }
    return links
  }

  mutating func strings() throws(ByteCodingError) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try count()) { texts.append(try string()) }
    return texts
  }
}
