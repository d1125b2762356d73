import Compiler

/// What `hybrid fonts capture` does: a metrics file made of a font file.
public enum FontCapture {
  /// What came of it.
  public enum Failure: Error, Sendable {
    /// The font's file cannot be read.
    case noInput(String)
    /// The file is no font that can be used.
    case unusable(String)
    /// The metrics file cannot be written.
    case cannotWrite(String)
  }

  /// No font is larger, in bytes.
  private static let maximumSize = 256 << 20

  /// Captures a font.
  /// - Parameters:
  ///   - font: The path of the font file.
  ///   - out: The path of the metrics file.
  ///   - face: The face in a collection, from 0.
  ///   - family: The family that pages call it by; the font's own name by default.
  /// - Returns: The metrics file's size in bytes.
  public static func capture(_ font: String, to out: String, face: Int, family: String?) throws(Failure) -> Int {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SystemFile.read(font, limit: maximumSize)
    } catch {
      throw .noInput(error.reason)
    }
    let text: String
    do throws(FontMetricsCapture.Failure) {
      text = try FontMetricsCapture.text(of: bytes, face: face, family: family)
    } catch {
      throw .unusable(error.text)
    }
    do throws(SystemError) {
      try SystemFile.replace(Array(text.utf8), at: out)
    } catch {
      throw .cannotWrite(error.reason)
    }
    return text.utf8.count
  }
}
