import CSS
import CSSValues
import HTML

extension StyleResolver {
  /// The declarations of a property that apply to an element, the one that counts first; without one where the element inherits
  /// the property or has its initial value. After ``resolve()``.
  ///
  /// - Parameters:
  ///   - property: a longhand or a custom property. Logical properties count for the physical ones that they stand for.
  ///   - node: the element.
  public func declarations(of property: DeclaredProperty, for node: NodeID) -> [CascadedDeclaration] {
    let element = tree.element(of: node)
    guard element >= 0, elementStyles[element] != .max else { return [] }
    let ancestors = enterAncestors(of: element)
    defer { for ancestor in ancestors { collector.leave(ancestor) } }
    collectBlocks(element)
    var matches: [UInt32: RuleCollector.Match] = [:]
    for match in collector.matches { matches[blocks.authorStart + match.block] = match }
    let style = table.styles[Int(elementStyles[element])]
    func isSame(_ other: DeclaredProperty) -> Bool {
      if case .known(let longhand) = other {
        return DeclaredProperty.known(longhand.physical(style.text.writingMode, style.text.direction)) == property
      }
      return other == property
    }
    var cascaded = CascadedDeclarations()
    cascaded.add(current.applied, blocks)
    let items = cascaded.items.indices.filter { isSame(cascaded.items[$0].property) }
    guard let last = items.last else { return [] }
    let counting = cascaded.settled(Int32(last), blocks, isSame: isSame)
    // What `revert` takes out comes after what counts.
    let order = (counting >= 0 ? [Int(counting)] : []) + items.reversed().filter { $0 != Int(counting) }
    return order.compactMap { index in
      let item = cascaded.items[index]
      let block = blocks[item.block]
      guard
        let place = block.places.first(where: { block.storage.written[$0].values.contains(Int(item.value)) })
      else { return nil }
      let match = item.origin == .author ? matches[item.block] : nil
      let origin: CascadedDeclaration.Origin =
        switch item.origin {
        case .userAgent: .userAgent
        case .presentationalHint: .attribute
        case .author: .author
        case .inline, .animation: .style
        }
      return CascadedDeclaration(
        origin: origin, isImportant: block.storage.written[place].isImportant,
        specificity: Specificity(rawValue: match?.specificity ?? 0), layer: match?.layer ?? 0,
        proximity: match?.proximity ?? .max, block: block, place: place)
    }
  }
}
