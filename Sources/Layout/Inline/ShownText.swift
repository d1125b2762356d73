import CSSValues

/// Texts in the form in which they are shown.
public enum ShownText {
  /// A text after `text-transform`.
  public static func transformed(_ text: String, in style: ComputedStyle) -> String {
    let transform = style.text.textTransform.subtracting(.mathAuto)
    guard !transform.isEmpty else { return text }
    var transformed = TextTransformation(transform, language: style.text.language, previous: 0x20)
    Array(text.utf16).withUnsafeBufferPointer { transformed.run($0) }
    return String(decoding: transformed.units, as: UTF16.self)
  }
}
