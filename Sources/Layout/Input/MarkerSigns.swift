import Page

extension PageRole {
  /// The characters that stand for the signs of markers: • ◦ ▪ ▾ ▸.
  static let signs: [UInt16] = [0x2022, 0x25E6, 0x25AA, 0x25BE, 0x25B8]
}
