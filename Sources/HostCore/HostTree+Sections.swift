import PageFormat

// The headers of table sections: the one of the section that is seen stays at the upper edge of its table.
extension HostTree {
  /// Whether the section views of a table stay at its upper edge: not those of groups, which are apart from each other.
  private func keepsHeaders(_ table: HostView) -> Bool {
    table.component == "table" && table["displayStyle"]?.lowercased() != "group"
  }

  /// Places the section views of a table by how far it is scrolled.
  ///
  /// - Returns: whether one that the platform has no view of is at the edge now.
  @discardableResult func placeSections(of table: HostView) -> Bool {
    let sections = table.sections
    guard !sections.isEmpty else { return false }
    let keeps = keepsHeaders(table)
    let last = table.scrollArea?.height ?? table.frame.height
    var isMissing = false
    for (place, section) in sections.enumerated() {
      let frame = section.frame
      let end = place + 1 < sections.count ? sections[place + 1].frame.y : last
      // What is above the table's begin or below its end belongs to the platform's bouncing.
      let shift =
        keeps && !section.isHidden && table.offset.y < end
        ? StickyPosition.shift(top: frame.y, height: frame.height, end: end, offset: table.offset.y) : 0
      guard shift != section.shift.y else { continue }
      let wasRaised = section.shift.y > 0
      section.shift.y = shift
      section.extent = nil
      if let own = platformView(of: section.node) {
        adapter.setFrame(section.platformPlace, of: own)
        if wasRaised != (shift > 0) { adapter.raise(own, shift > 0) }
      } else if shift > 0 {
        isMissing = true
      }
    }
    return isMissing
  }
}
