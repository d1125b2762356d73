import Compiler

/// What `hybrid fonts capture` does: a metrics file made of a font file.
public enum FontCapture {
  /// What came of it.
  public enum Failure: Error, Sendable {
    /// A font's file cannot be read.
    case noInput(file: String, String)
    /// The file is not a font that can be used.
    case unusable(file: String, String)
    /// The metrics file cannot be written.
    case cannotWrite(String)
  }

  /// No font is larger, in bytes.
  private static let maximumSize = 256 << 20

  /// Whether a text is one of ranges of characters, as `unicode-range` has them, or empty.
  public static func isRanges(_ characters: String) -> Bool { FontMetricsCapture.isRanges(characters) }

  /// Captures fonts into one metrics file: the faces of a family.
  /// - Parameters:
  ///   - fonts: The paths of the font files.
  ///   - out: The path of the metrics file.
  ///   - face: The face in a collection, from 0.
  ///   - family: The family that pages call it by; the font's own name by default.
  ///   - weights: The weights at which variable fonts are captured; their default where none are.
  ///   - characters: The characters that are kept, as `unicode-range` has them; empty for all.
  /// - Returns: The metrics file's size in bytes.
  public static func capture(
    _ fonts: [String], to out: String, face: Int, family: String?, weights: [Int] = [], characters: String = ""
  ) throws(Failure) -> Int {
    do throws(SystemError) {
      try OutputFile.check(out)
    } catch {
      throw .cannotWrite(error.reason)
    }
    var faces: [String] = []
    for font in fonts {
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try SystemFile.read(font, limit: maximumSize)
      } catch {
        throw .noInput(file: font, error.reason)
      }
      do throws(FontMetricsCapture.Failure) {
        // A face that is there already, as that of a font whose weight does not vary, is written once.
        for captured in try FontMetricsCapture.faces(
          of: bytes, face: face, family: family, weights: weights, characters: characters)
        where !faces.contains(captured) {
          faces.append(captured)
        }
      } catch {
        throw .unusable(file: font, error.text)
      }
    }
    let text = faces.joined()
    do throws(SystemError) {
      try SystemFile.replace(Array(text.utf8), at: out)
    } catch {
      throw .cannotWrite(error.reason)
    }
    return text.utf8.count
  }
}
