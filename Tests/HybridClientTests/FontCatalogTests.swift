#if !canImport(CoreText)
  import Foundation
  import HybridClient
  import TestSupport
  import Testing

  /// The families of font files in folders.
  struct FontCatalogTests {
    private static func half(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
    private static func word(_ value: Int) -> [UInt8] { half(value >> 16) + half(value) }

    /// A font that has only a table of names: the platform, the name's number and the text of each.
    private static func font(_ names: [(platform: Int, number: Int, text: String)], at offset: Int = 0) -> [UInt8] {
      var records: [UInt8] = []
      var storage: [UInt8] = []
      for name in names {
        let bytes = name.platform == 1 ? Array(name.text.utf8) : name.text.utf16.flatMap { half(Int($0)) }
        records += half(name.platform) + half(1) + half(0) + half(name.number) + half(bytes.count) + half(storage.count)
        storage += bytes
      }
      let table = half(0) + half(names.count) + half(6 + records.count) + records + storage
      return word(0x0001_0000) + half(1) + half(0) + half(0) + half(0)
        + Array("name".utf8) + word(0) + word(offset + 28) + word(table.count) + table
    }

    @Test func familiesAreReadFromFilesInFolders() throws {
      let folder = try TemporaryFolder()
      let nested = folder.path + "/truetype/brand"
      try FileManager.default.createDirectory(atPath: nested, withIntermediateDirectories: true)
      func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: name))
      }
      try write(nested + "/a.ttf", Self.font([(3, 1, "Brand Sans Light"), (3, 16, "Brand Sans"), (3, 4, "Full Name")]))
      try write(folder.path + "/b.OTF", Self.font([(1, 1, "Plain"), (3, 1, "Größe")]))
      let head = Array("ttcf".utf8) + Self.word(0x0001_0000) + Self.word(1) + Self.word(16)
      try write(folder.path + "/c.ttc", head + Self.font([(0, 1, "Collected")], at: 16))
      try write(folder.path + "/d.ttf", Array("no font".utf8))
      try write(folder.path + "/e.txt", Self.font([(3, 1, "Other")]))
      let catalog = FontCatalog(folders: [folder.path, folder.path + "/gone"])
      for family in ["brand sans", "Brand Sans Light", "PLAIN", "größe", "Collected", "monospace"] {
        #expect(catalog.contains(family: family), "\(family)")
      }
      for family in ["Full Name", "Other", "no font", ""] { #expect(!catalog.contains(family: family), "\(family)") }
      #expect(catalog.count == 5)
    }

    /// Every damage of a font is read without harm.
    @Test func damagedFontsGiveNothing() throws {
      let folder = try TemporaryFolder()
      let whole = Self.font([(3, 1, "Brand Sans"), (1, 16, "Brand")])
      let path = folder.path + "/a.ttf"
      for length in 0..<whole.count {
        try Data(whole.prefix(length)).write(to: URL(fileURLWithPath: path))
        _ = FontCatalog(folders: [folder.path])
      }
      for position in whole.indices {
        var damaged = whole
        damaged[position] = 0xFF
        try Data(damaged).write(to: URL(fileURLWithPath: path))
        _ = FontCatalog(folders: [folder.path])
      }
    }

    @Test func theSystemsFontsAreRead() {
      let hasFonts =
        (try? FileManager.default.contentsOfDirectory(atPath: "/usr/share/fonts/truetype").isEmpty) == false
      #expect(FontCatalog.system().count > 0 || !hasFonts)
    }
  }
#endif
