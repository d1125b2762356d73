import Compiler

/// What `hybrid fonts capture` does: a metrics file made of a font file.
public enum FontCapture {
  /// What came of it.
  public enum Failure: Error, Sendable {
    /// A font's file cannot be read.
    case noInput(file: String, String)
    /// The file is no font that can be used.
    case unusable(file: String, String)
    /// The metrics file cannot be written.
    case cannotWrite(String)
  }

  /// No font is larger, in bytes.
  private static let maximumSize = 256 << 20

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
    var text = ""
    for font in fonts {
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try SystemFile.read(font, limit: maximumSize)
      } catch {
        throw .noInput(file: font, error.reason)
      }
      do throws(FontMetricsCapture.Failure) {
        text += try FontMetricsCapture.text(
          of: bytes, face: face, family: family, weights: weights, characters: characters)
      } catch {
        throw .unusable(file: font, error.text)
      }
    }
    do throws(SystemError) {
      try SystemFile.replace(Array(text.utf8), at: out)
    } catch {
      throw .cannotWrite(error.reason)
    }
    return text.utf8.count
  }
}
