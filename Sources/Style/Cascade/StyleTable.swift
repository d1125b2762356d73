import CSS
import CSSValues
import Names

/// A computed style with what goes with it.
struct StyleRecord {
  var style: ComputedStyle
  var custom: CustomProperties
  var dependencies: StyleDependencies
  /// The keyword that the font size goes back to, 1 for `xx-small` to 8 for `xxx-large`; 0 where a length set it.
  var fontSizeKeyword: UInt8
  /// The inner display type that children are laid out by: that of the nearest ancestor that is not `contents`.
  var layoutDisplay: Display
  /// Whether the element's used colour scheme is dark.
  var isDark: Bool
  /// What the values were computed from; empty where that is not asked for.
  var origins: ValueOrigins
}

/// The distinct styles of a page.
struct StyleTable {
  var styles: [ComputedStyle] = [ComputedStyle()]
  var customProperties: [CustomProperties] = [.none]
  var dependencies: [StyleDependencies] = [[]]
  var fontSizeKeywords: [UInt8] = [4]
  var layoutDisplays: [Display] = [.block]
  var isDark: [Bool] = [false]
  var origins: [ValueOrigins] = [ValueOrigins()]
  /// What page files hold of each style, where a page asked for it.
  private var portable: [PortableStyle?] = [nil]
  private var portableMemory = PortableStyleMemory()
  var isListItem: [Bool] = [false]
  /// Whether `content` gives a pseudo-element something to show.
  var hasContent: [Bool] = [false]
  /// The last style of each hash, and behind each the one before it of the same hash; `UInt32.max` is none.
  private var byHash: [Int: UInt32] = [:]
  private var sameHash: [UInt32] = [.max]
  private var groupHashes = [ComputedStyle.initialGroupHashes]

  /// The index of a style, an equal one's where there is one.
  ///
  /// - Parameter parent: the style that it inherits from.
  mutating func intern(_ record: StyleRecord, under parent: Int) -> UInt32 {
    let groups = record.style.groupHashes(under: styles[parent], groupHashes[parent])
    let hash = Self.hash(record, groups)
    let last = byHash[hash] ?? .max
    var known = last
    while known != .max {
      if holds(record, at: Int(known)) { return known }
      known = sameHash[Int(known)]
    }
    let index = UInt32(styles.count)
    styles.append(record.style)
    customProperties.append(record.custom)
    dependencies.append(record.dependencies)
    fontSizeKeywords.append(record.fontSizeKeyword)
    layoutDisplays.append(record.layoutDisplay)
    isDark.append(record.isDark)
    origins.append(record.origins)
    groupHashes.append(groups)
    portable.append(nil)
    if case .box(_, _, listItem: true) = record.style.box.display {
      isListItem.append(true)
    } else {
      isListItem.append(false)
    }
    if case .items = record.style.content.content { hasContent.append(true) } else { hasContent.append(false) }
    byHash[hash] = index
    sameHash.append(last)
    return index
  }

  private static func hash(_ record: StyleRecord, _ groups: ComputedStyle.GroupHashes) -> Int {
    var hasher = Hasher()
    hasher.combine(groups)
    hasher.combine(ObjectIdentifier(record.custom))
    hasher.combine(record.fontSizeKeyword)
    hasher.combine(record.layoutDisplay)
    hasher.combine(record.isDark)
    hasher.combine(record.dependencies)
    hasher.combine(record.origins)
    return hasher.finalize()
  }

  /// Whether a style of the table is the record's. A style's dependencies are its own, whatever other pages made an equal
  /// one from.
  private func holds(_ record: StyleRecord, at index: Int) -> Bool {
    // The first style is not an element's.
    index > 0 && customProperties[index] === record.custom && fontSizeKeywords[index] == record.fontSizeKeyword
      && layoutDisplays[index] == record.layoutDisplay && isDark[index] == record.isDark
      && dependencies[index] == record.dependencies && origins[index] == record.origins
      && styles[index] == record.style
  }

  /// The portable form of a style, made once for all pages that share the table.
  mutating func portable(_ style: Int) -> PortableStyle {
    if let known = portable[style] { return known }
    let made = PortableStyle(styles[style], origins[style], &portableMemory)
    portable[style] = made
    return made
  }
}

/// Styles by what they were computed from: elements under equal parents that the same blocks apply to share one.
struct StyleSharing {
  struct Key: Hashable {
    var parent: UInt32
    var kind: UInt32
    var container: Int32
    var language: Int32
    /// The style of the document's root, which `rem` counts from; `UInt32.max` for the root itself.
    var root: UInt32
  }
  private struct Entry {
    var key: Key
    var applied: [AppliedBlock]
    var style: UInt32
    /// What it took to compute it.
    var cost: StyleWork.Cost
    /// The next entry of the same hash, -1 for none.
    var next: Int32
  }
  private var entries: [Entry] = []
  private var slots: [Int32] = [Int32](repeating: -1, count: 1024)

  private func hash(_ key: Key, _ applied: [AppliedBlock]) -> UInt64 {
    var hash = UInt64(key.parent) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ UInt64(key.kind)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ UInt64(UInt32(bitPattern: key.container))) &* 0x94D0_49BB_1331_11EB
    hash = (hash ^ UInt64(key.root)) &* 0xD6E8_FEB8_6659_FD93
    hash = (hash ^ UInt64(UInt32(bitPattern: key.language))) &* 0x9E37_79B9_7F4A_7C15
    for block in applied { hash = (hash ^ UInt64(block.block)) &* 0x1000_0000_01B3 }
    return hash ^ (hash >> 29)
  }

  /// The place of the style that was computed from the same.
  func find(_ key: Key, _ applied: [AppliedBlock]) -> Int32? {
    var index = slots[Int(truncatingIfNeeded: hash(key, applied) % UInt64(slots.count))]
    while index >= 0 {
      if entries[Int(index)].key == key, entries[Int(index)].applied == applied { return index }
      index = entries[Int(index)].next
    }
    return nil
  }

  func style(_ place: Int) -> UInt32 { entries[place].style }
  func cost(_ place: Int) -> StyleWork.Cost { entries[place].cost }

  /// Keeps a style; its place.
  mutating func insert(_ key: Key, _ applied: [AppliedBlock], _ style: UInt32, _ cost: StyleWork.Cost) -> Int32 {
    if entries.count > slots.count { grow() }
    let slot = Int(truncatingIfNeeded: hash(key, applied) % UInt64(slots.count))
    entries.append(Entry(key: key, applied: applied, style: style, cost: cost, next: slots[slot]))
    slots[slot] = Int32(entries.count - 1)
    return slots[slot]
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    for index in entries.indices {
      let slot = Int(truncatingIfNeeded: hash(entries[index].key, entries[index].applied) % UInt64(slots.count))
      entries[index].next = slots[slot]
      slots[slot] = Int32(index)
    }
  }
}
