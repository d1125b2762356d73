import Archive
import Compiler
import Manifest

/// What a key of the configuration takes: the one description from which values are checked, the JSON Schema is written
/// and the reference in `docs/` is made.
indirect enum ConfigurationShape: Sendable {
  case string(StringForm)
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// A number; a `nil` bound is open.
  case number(ClosedRange<Double>)
  case boolean
  case choice([String])
  case list(ConfigurationShape, unique: Bool)
  case object([ConfigurationKey])
  /// Any keys, with values of one shape.
  case dictionary(ConfigurationShape)
  /// A size in bytes: a number, or a text such as `500 kB`.
  case size
  /// A text of the first shape, or anything else of the second.
  case either(ConfigurationShape, ConfigurationShape)
  /// An object of the first shape, or `true` or `false`.
  case objectOrBoolean([ConfigurationKey])
  /// A list of the first shape, or anything else of the second.
  case listOr(ConfigurationShape, ConfigurationShape)
  case anything

  /// A form that texts take.
  enum StringForm: Sendable {
    case any
    /// Anything but the empty text.
    case filled
    /// Semantic Versioning 2.0.0.
    case semanticVersion
    /// A viewport's or package's name, which becomes the name of a file.
    case fileName
    /// A URL path that begins and ends with `/`.
    case pathPrefix
    /// A path of the site: relative, with `/`, no `..`.
    case sitePath
    case glob
    /// Characters as `unicode-range` has them.
    case characters
  }
}

/// A key of the configuration.
struct ConfigurationKey: Sendable {
  /// As it is written.
  var name: String
  /// What it takes.
  var shape: ConfigurationShape
  /// Whether its object is of no use without it.
  var isRequired = false
  /// The default as JSON, for the reference and the schema.
  var defaultText: String?
  /// One or two sentences for the reference and the schema.
  var summary: String

  init(
    _ name: String, _ shape: ConfigurationShape, required isRequired: Bool = false, default defaultText: String? = nil,
    _ summary: String
  ) {
    self.name = name
    self.shape = shape
    self.isRequired = isRequired
    self.defaultText = defaultText
    self.summary = summary
  }
}

extension ConfigurationShape.StringForm {
  /// What a text should be, after "expected", or `nil` where it has the form.
  func fault(in text: String) -> String? {
    switch self {
    case .any: nil
    case .filled: text.isEmpty ? "a text that is not empty" : nil
    case .semanticVersion: SemanticVersion.isSound(text) ? nil : "a version such as 1.4.0 or 2.0.0-beta.1"
    case .fileName where EntryName.isDevice(text):
      "a name that is not a device of Windows, with or without an extension"
    case .fileName:
      Self.isFileName(text) ? nil : "1 to 64 letters, digits or the signs . _ @ + -, beginning with a letter or digit"
    case .pathPrefix:
      Self.isPathPrefix(text) ? nil : "a path that begins and ends with /, or a URL such as https://example.org/app/"
    case .sitePath: Self.isSitePath(text) ? nil : "a path inside the site, such as fonts/Inter.ttf"
    case .characters:
      Self.isCharacters(text) ? nil : "true, false or characters such as U+20-7E, U+A0-FF"
    case .glob: GlobPattern.fault(in: text)
    }
  }

  /// The same rule as a regular expression for the JSON Schema, where one says it.
  var pattern: String? {
    switch self {
    case .any, .glob: nil
    case .characters:
      "^ *[Uu]\\+[0-9A-Fa-f?]{1,6}(-[0-9A-Fa-f]{1,6})?( *, *[Uu]\\+[0-9A-Fa-f?]{1,6}(-[0-9A-Fa-f]{1,6})?)* *$"
    case .filled: "^[\\s\\S]+$"
    case .semanticVersion:
      "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"
    case .fileName:
      "^(?!([Cc][Oo][Nn]|[Pp][Rr][Nn]|[Aa][Uu][Xx]|[Nn][Uu][Ll]|([Cc][Oo][Mm]|[Ll][Pp][Tt])[0-9])(\\.|$))[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$"
    case .pathPrefix: "^(https?://[^/?#@]+)?/(.*/)?$"
    case .sitePath: "^(?!/)(?!(.*/)?\\.\\.?(/|$)).+$"
    }
  }

  private static func isPathPrefix(_ text: String) -> Bool {
    guard text.hasSuffix("/") else { return false }
    for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
      let host = text.dropFirst(scheme.count).prefix { $0 != "/" }
      return !host.isEmpty && !host.contains { "?#@\\ ".contains($0) }
    }
    return text.hasPrefix("/")
  }

  private static func isFileName(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, bytes.count <= 64 else { return false }
    func isAlphanumeric(_ byte: UInt8) -> Bool {
      (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
    }
    return isAlphanumeric(first) && bytes.allSatisfy { isAlphanumeric($0) || "._@+-".utf8.contains($0) }
  }

  private static func isCharacters(_ text: String) -> Bool {
    let ranges = UnicodeRanges.read(text)
    return !ranges.isEmpty && ranges.count == text.split(separator: ",", omittingEmptySubsequences: false).count
      && ranges.allSatisfy { $0.upperBound <= 0x10FFFF }
  }

  private static func isSitePath(_ text: String) -> Bool {
    !text.isEmpty
      && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && $0 != "." && $0 != ".."
      }
  }
}
