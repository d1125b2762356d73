#if !canImport(CoreText)
  import Foundation

  /// The family names in a font file (OpenType, `name` table, names 1 and 16), read without a font library. Nothing of a
  /// file is trusted: places are checked, counts are bounded, and only the tables' directory and names are read.
  enum FontNames {
    /// A table of names that is larger is not read.
    private static let maximumTable = 1 << 20
    private static let maximumFaces = 256

    /// The families of a file's faces; none where the file is not a font.
    static func families(ofFile path: String) -> Set<String> {
      guard let file = FileHandle(forReadingAtPath: path) else { return [] }
      defer { try? file.close() }
      return families { offset, count in
        guard (try? file.seek(toOffset: UInt64(offset))) != nil, let data = try? file.read(upToCount: count),
          data.count == count
        else { return nil }
        return [UInt8](data)
      }
    }

    /// The families of a font whose bytes a closure reads; it answers `nil` beyond the end.
    static func families(_ read: (_ offset: Int, _ count: Int) -> [UInt8]?) -> Set<String> {
      guard let head = read(0, 12) else { return [] }
      var families: Set<String> = []
      guard head.starts(with: Array("ttcf".utf8)) else {
        addFamilies(ofFaceAt: 0, read, to: &families)
        return families
      }
      let count = min(maximumFaces, word(head, 8))
      guard let offsets = read(12, count * 4) else { return [] }
      for face in 0..<count { addFamilies(ofFaceAt: word(offsets, face * 4), read, to: &families) }
      return families
    }

    private static func addFamilies(
      ofFaceAt offset: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]?, to families: inout Set<String>
    ) {
      guard let head = read(offset, 12), [0x0001_0000, 0x4F54_544F, 0x7472_7565].contains(word(head, 0)) else { return }
      let count = half(head, 4)
      guard count <= 256, let directory = read(offset + 12, count * 16) else { return }
      for row in 0..<count where word(directory, row * 16) == 0x6E61_6D65 {  // name
        let length = word(directory, row * 16 + 12)
        guard length >= 6, length <= maximumTable, let table = read(word(directory, row * 16 + 8), length) else {
          continue
        }
        addNames(of: table, to: &families)
      }
    }

    private static func addNames(of table: [UInt8], to families: inout Set<String>) {
      let count = min(half(table, 2), (table.count - 6) / 12)
      let storage = half(table, 4)
      for row in 0..<count {
        let record = 6 + row * 12
        let platform = half(table, record)
        let name = half(table, record + 6)
        guard name == 1 || name == 16 else { continue }
        let start = storage + half(table, record + 10)
        let end = start + half(table, record + 8)
        guard end <= table.count, start < end, end - start <= 1024 else { continue }
        let bytes = table[start..<end]
        let text: String
        switch platform {
        case 0, 3:
          let units = stride(from: start, to: end - 1, by: 2).map { UInt16(half(table, $0)) }
          text = String(decoding: units, as: UTF16.self)
        // Mac OS Roman: other scripts have a name in Unicode besides.
        case 1 where bytes.allSatisfy { $0 < 0x80 }: text = String(decoding: bytes, as: UTF8.self)
        default: continue
        }
        if !text.isEmpty { families.insert(text) }
      }
    }

    private static func half(_ bytes: [UInt8], _ offset: Int) -> Int {
      offset + 2 <= bytes.count ? Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) : 0
    }

    private static func word(_ bytes: [UInt8], _ offset: Int) -> Int {
      half(bytes, offset) << 16 | half(bytes, offset + 2)
    }
  }
#endif
