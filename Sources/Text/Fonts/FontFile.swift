import CHarfBuzz

/// What is wrong with a font file.
public enum FontFileError: Error, Hashable, Sendable {
  /// Not TrueType, OpenType, a collection, WOFF or WOFF2.
  case unknownFormat
  /// The tables that measuring needs are missing or damaged, or a compressed font does not unpack.
  case damaged(String)
  /// Larger than ``FontFile/maximumSize`` when unpacked.
  case tooLarge

  /// What is wrong, for people.
  public var text: String {
    switch self {
    case .unknownFormat: "not a TrueType, OpenType, WOFF or WOFF2 font"
    case .damaged(let reason): "the font is damaged: \(reason)"
    case .tooLarge: "the font is larger than \(FontFile.maximumSize >> 20) MiB unpacked"
    }
  }
}

/// The bytes of a font file: TrueType, OpenType, a collection, WOFF or WOFF2.
///
/// A file is read once and shared by every page that uses it; faces are cut from it by ``FontSet``.
public final class FontFile: Sendable {
  /// What a font may weigh unpacked, in bytes: the largest fonts in use (pan-CJK collections) have 120 MB.
  public static let maximumSize = 256 << 20

  /// The bytes as they were given: what a content hash is taken over.
  public let bytes: [UInt8]
  /// The path that the bytes came from, for messages; empty where there is none.
  public let path: String
  /// The same font as plain OpenType tables.
  let tables: FontTables

  /// Reads a font, unpacking WOFF and WOFF2.
  /// - Parameters:
  ///   - bytes: the file.
  ///   - path: where a site has it, for messages; empty for none.
  ///   - isWebFont: whether to refuse what browsers' sanitizer refuses, beyond what cannot be measured at all.
  /// - Throws: ``FontFileError``.
  public init(bytes: [UInt8], path: String = "", isWebFont: Bool = true) throws(FontFileError) {
    self.bytes = bytes
    self.path = path
    let signature = bytes.prefix(4)
    if signature.elementsEqual("wOFF".utf8) {
      tables = FontTables(owning: try decodeWOFF(bytes))
    } else if signature.elementsEqual("wOF2".utf8) {
      tables = FontTables(owning: try decodeWOFF2(bytes))
    } else if Self.isOpenType(signature) {
      guard bytes.count <= Self.maximumSize else { throw .tooLarge }
      tables = FontTables(owning: bytes)
    } else {
      throw .unknownFormat
    }
    guard FontFace(tables: tables, index: 0, origin: .shipped) != nil else { throw .damaged("no usable face") }
    if isWebFont, let fault = tables.withBytes({ FontSanitizing.fault(in: $0) }) { throw .damaged(fault) }
  }

  /// The bytes that manifests and layout files hash: the font as plain OpenType.
  public func withContent<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { tables.withBytes(body) }

  private static func isOpenType(_ signature: ArraySlice<UInt8>) -> Bool {
    signature.elementsEqual([0, 1, 0, 0]) || signature.elementsEqual("OTTO".utf8)
      || signature.elementsEqual("true".utf8) || signature.elementsEqual("ttcf".utf8)
  }
}

/// OpenType tables in memory, as HarfBuzz reads them.
final class FontTables: @unchecked Sendable {
  // HarfBuzz's blobs count their references atomically and are immutable once made.
  let blob: OpaquePointer
  /// The file that is mapped; `nil` for bytes of the process.
  private let path: String?

  /// Keeps the bytes.
  init(owning bytes: [UInt8]) {
    path = nil
    blob = bytes.withUnsafeBytes {
      hb_blob_create(
        $0.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(clamping: $0.count), HB_MEMORY_MODE_DUPLICATE, nil,
        nil)
    }
    hb_blob_make_immutable(blob)
  }

  /// Maps a file; `nil` where it cannot be read.
  init?(path: String) {
    guard let mapped = hb_blob_create_from_file_or_fail(path) else { return nil }
    blob = mapped
    self.path = path
    hb_blob_make_immutable(blob)
  }

  deinit {
    hb_blob_destroy(blob)
  }

  /// The number of faces: more than 1 in a collection, 0 where the bytes are not a font.
  var faceCount: Int { Int(hb_face_count(blob)) }

  /// The bytes, for who reads all of them once.
  ///
  /// OPTIMIZATION: what is read of a mapping stays in memory as long as the mapping does, and a font for Chinese has 20 MB. So the
  /// file is mapped once more for that time.
  func withBytesOnce<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard let path, let mapped = hb_blob_create_from_file_or_fail(path) else { return withBytes(body) }
    defer { hb_blob_destroy(mapped) }
    // Another file may have taken the place.
    guard hb_blob_get_length(mapped) == hb_blob_get_length(blob) else { return withBytes(body) }
    return Self.withBytes(of: mapped, body)
  }

  /// The bytes.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { Self.withBytes(of: blob, body) }

  private static func withBytes<Result>(
    of blob: OpaquePointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    var length: UInt32 = 0
    let start = hb_blob_get_data(blob, &length)
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(length)))
  }
}
