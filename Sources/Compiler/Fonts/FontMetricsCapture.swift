import Text

/// Reads a font where it is licensed and keeps only its measures, for builds on machines without it.
public enum FontMetricsCapture {
  /// Why a font cannot be captured.
  public struct Failure: Error, Sendable {
    /// What is wrong, for people.
    public let text: String
  }

  /// Whether a text is one of ranges of characters, as `unicode-range` has them, or empty.
  public static func isRanges(_ characters: String) -> Bool {
    characters.isEmpty || !UnicodeRanges.read(characters).isEmpty
  }

  /// The texts of a metrics file's faces, which are in it one after another.
  /// - Parameters:
  ///   - bytes: A font file: TrueType, OpenType, a collection, WOFF or WOFF2.
  ///   - face: The face in a collection, from 0.
  ///   - family: The family that pages call it by; the font's own name by default.
  ///   - weights: The weights at which a variable font is captured, each a face of its own; its default where none are.
  ///   - characters: The characters that are kept, as `unicode-range` has them; empty for all.
  public static func faces(
    of bytes: [UInt8], face: Int, family: String?, weights: [Int] = [], characters: String = ""
  ) throws(Failure) -> [String] {
    let ranges = UnicodeRanges.read(characters)
    if !characters.isEmpty, ranges.isEmpty { throw Failure(text: "`\(characters)` is not a range of characters") }
    do throws(FontFileError) {
      let file = try FontFile(bytes: bytes)
      var faces: [String] = []
      for weight in weights.isEmpty ? [nil] : weights.map({ Double($0) }) {
        faces.append(
          try FontMetricsFile(
            capturing: file, faceIndex: face, family: family, weight: weight, characters: ranges
          ).text)
      }
      return faces
    } catch {
      throw Failure(text: error.text)
    }
  }
}
