import Archive

extension ArchiveError.Kind {
  /// What an archive of a release has where this rule is kept, in words for people.
  var expectation: String {
    switch self {
    case .endRecordMissing: "a zip archive with its end record"
    case .spanned: "an archive of one part"
    case .trailingBytes: "nothing behind the end record"
    case .prefix: "the first entry at byte 0"
    case .gap: "no bytes between two entries"
    case .overlap: "entries that share no bytes"
    case .zip64: "ZIP64 records that agree with the plain ones"
    case .centralDirectory: "a central directory that ends where it says"
    case .entryCount: "the declared number of entries"
    case .unpackedSize: "the declared unpacked size"
    case .signature: "a header's signature"
    case .localHeader: "a local header as in the central directory"
    case .encrypted: "an entry that is not encrypted"
    case .feature: "an entry without data descriptor, comment and extra fields"
    case .method: "an entry that is stored or deflated"
    case .link: "a file, not a link"
    case .directory: "a file, not a folder"
    case .nameEncoding: "a name in UTF-8"
    case .nameLength: "a name of 1 to \(EntryName.maximumLength) bytes"
    case .nameAbsolute: "a relative name"
    case .nameTraversal: "a name without empty, `.` and `..` parts"
    case .nameBackslash: "a name without backslashes"
    case .nameControl: "a name without control characters"
    case .nameReserved: "a name without < > : \" | ? *"
    case .nameDevice: "a name that no system takes for a device"
    case .duplicate: "names that differ in more than case"
    case .fileIsFolder: "a name that is not another's folder"
    case .deflate: "sound deflate data"
    case .size: "as many bytes as declared"
    case .checksum: "bytes with the declared checksum"
    case .noSuchEntry: "an entry of this name"
    case .inputOutput: "a file that can be read"
    }
  }
}
