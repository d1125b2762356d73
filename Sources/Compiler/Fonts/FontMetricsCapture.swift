import Text

/// Reads a font where it is licensed and keeps its measures alone, for builds on machines without it.
public enum FontMetricsCapture {
  /// Why a font cannot be captured.
  public struct Failure: Error, Sendable {
    /// What is wrong, for people.
    public let text: String
  }

  /// The text of a metrics file.
  /// - Parameters:
  ///   - bytes: A font file: TrueType, OpenType, a collection, WOFF or WOFF2.
  ///   - face: The face in a collection, from 0.
  ///   - family: The family that pages call it by; the font's own name by default.
  public static func text(of bytes: [UInt8], face: Int, family: String?) throws(Failure) -> String {
    do throws(FontFileError) {
      return try FontMetricsFile(capturing: FontFile(bytes: bytes), faceIndex: face, family: family).text
    } catch {
      throw Failure(text: error.text)
    }
  }
}
