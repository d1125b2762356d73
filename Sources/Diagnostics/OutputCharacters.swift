extension Unicode.Scalar {
  /// Whether a character steers what shows it rather than being shown: controls (C0, DEL, C1), line and paragraph
  /// separators, controls of writing direction, and invisible marks that serve no script.
  public var steersOutput: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      true
    default: false
    }
  }
}
