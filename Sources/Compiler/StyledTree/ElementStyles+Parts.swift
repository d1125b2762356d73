import CSSValues
import HTML
import Style

extension ElementStyles {
  /// The most parts of long values, for each element and generated box: a list of a few bytes each takes its time for every
  /// box that has it.
  static let maximumParts = 3_000_000

  /// Counts the parts of long values over a document's elements. Where they are too many, the values are taken off, so that
  /// nothing that comes after takes long, and the element with the most parts is noted: ``elementBeyondParts``.
  mutating func boundParts() {
    let counts = portable.map(Self.parts)
    guard counts.contains(where: { $0 > 0 }) else { return }
    // The first style is not an element's, and has no portable form.
    func parts(of style: Int32) -> Int { style > 0 && style <= counts.count ? counts[Int(style) - 1] : 0 }
    var ofPseudos: [NodeID: Int] = [:]
    for (node, style) in pseudos.values.joined() where parts(of: style) > 0 {
      ofPseudos[node, default: 0] += parts(of: style)
    }
    var total = 0
    var most: (node: NodeID, parts: Int)?
    for (index, style) in elements.enumerated() {
      let node = NodeID(UInt32(index))
      let parts = parts(of: style) + (ofPseudos[node] ?? 0)
      total += parts
      if parts > most?.parts ?? 0 { most = (node, parts) }
    }
    guard total > Self.maximumParts, let most else { return }
    elementBeyondParts = most.node
    let initial = ComputedStyle()
    for (index, portable) in portable.enumerated() where counts[index] > 0 {
      for entry in portable.entries where Self.parts(entry) > 0 {
        guard case .property(let property) = entry.field else { continue }
        styles[index + 1].copy(property, from: initial)
      }
    }
  }

  private static func parts(_ style: PortableStyle) -> Int {
    // Entries are read where they are: copies would count references to what they hold.
    style.entries.withUnsafeBufferPointer { entries in
      var count = 0
      for index in entries.indices { count += parts(entries[index]) }
      return count
    }
  }

  private static func parts(_ entry: PortableStyle.Entry) -> Int {
    guard case .property(let property) = entry.field else { return 0 }
    return entry.value.longPartCount(of: property)
  }
}
