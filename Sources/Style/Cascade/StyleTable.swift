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
  /// Those of the styles, equal ones once.
  var custom = CustomPropertyTable()
  /// By style, the first that differs in custom properties at most.
  private(set) var looks: [UInt32] = [0]
  private var looksByHash: [Int: UInt32] = [:]
  /// By style that is the first of its look, the one before it with the same hash, `UInt32.max` where there is none; that for all other
  /// styles, too.
  private var sameLookHash: [UInt32] = [.max]
  /// By style, the first of those under which the same declarations come to the same style, where none asks for what does not
  /// inherit.
  private(set) var faces: [UInt32] = [0]
  private var facesByHash: [Int: UInt32] = [:]
  /// As ``sameLookHash``.
  private var sameFaceHash: [UInt32] = [.max]

  /// The index of a style, an equal one's where there is one.
  ///
  /// - Parameter parent: the style that it inherits from.
  mutating func intern(_ record: StyleRecord, under parent: Int) -> UInt32 {
    let groups = record.style.groupHashes(under: styles[parent], groupHashes[parent])
    let lookHash = Self.lookHash(record, groups)
    var hasher = Hasher()
    hasher.combine(lookHash)
    hasher.combine(ObjectIdentifier(record.custom))
    let hash = hasher.finalize()
    let last = byHash[hash] ?? .max
    var known = last
    while known != .max {
      if customProperties[Int(known)] === record.custom, looksLike(record, at: Int(known)) { return known }
      known = sameHash[Int(known)]
    }
    let index = UInt32(styles.count)
    let look = look(of: record, lookHash)
    // OPTIMIZATION: what looks the same is held once.
    let (style, origin) = look.map { (styles[Int($0)], origins[Int($0)]) } ?? (record.style, record.origins)
    styles.append(style)
    customProperties.append(record.custom)
    dependencies.append(record.dependencies)
    fontSizeKeywords.append(record.fontSizeKeyword)
    layoutDisplays.append(record.layoutDisplay)
    isDark.append(record.isDark)
    origins.append(origin)
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
    looks.append(look ?? index)
    sameLookHash.append(look == nil ? looksByHash[lookHash] ?? .max : .max)
    if look == nil { looksByHash[lookHash] = index }
    addFace(of: index)
    return index
  }

  private static func lookHash(_ record: StyleRecord, _ groups: ComputedStyle.GroupHashes) -> Int {
    var hasher = Hasher()
    hasher.combine(groups)
    hasher.combine(record.fontSizeKeyword)
    hasher.combine(record.layoutDisplay)
    hasher.combine(record.isDark)
    hasher.combine(record.dependencies)
    hasher.combine(record.origins)
    return hasher.finalize()
  }

  /// Whether a style of the table is the record's except for custom properties. A style's dependencies are its own, whatever other
  /// pages made an equal one from.
  private func looksLike(_ record: StyleRecord, at index: Int) -> Bool {
    // The first style is not an element's.
    index > 0 && fontSizeKeywords[index] == record.fontSizeKeyword
      && layoutDisplays[index] == record.layoutDisplay && isDark[index] == record.isDark
      && dependencies[index] == record.dependencies && origins[index] == record.origins
      && styles[index] == record.style
  }

  private func look(of record: StyleRecord, _ hash: Int) -> UInt32? {
    var known = looksByHash[hash] ?? .max
    while known != .max {
      if looksLike(record, at: Int(known)) { return known }
      known = sameLookHash[Int(known)]
    }
    return nil
  }

  // MARK: What children see

  /// Finds what the style looks like to the styles under it.
  private mutating func addFace(of style: UInt32) {
    let index = Int(style)
    var hasher = Hasher()
    styles[index].hashInherited(groupHashes[index], into: &hasher)
    hasher.combine(ObjectIdentifier(customProperties[index]))
    hasher.combine(fontSizeKeywords[index])
    hasher.combine(layoutDisplays[index])
    hasher.combine(isDark[index])
    let hash = hasher.finalize()
    let last = facesByHash[hash] ?? .max
    var known = last
    while known != .max {
      if hasFace(index, of: Int(known)) {
        faces.append(known)
        sameFaceHash.append(.max)
        return
      }
      known = sameFaceHash[Int(known)]
    }
    faces.append(style)
    sameFaceHash.append(last)
    facesByHash[hash] = style
  }

  /// Whether two styles are the same in all that fix-ups and the computation of inherited and relative values ask of a parent.
  private func hasFace(_ left: Int, of right: Int) -> Bool {
    func legacy(_ style: ComputedStyle) -> AlignmentValue? {
      style.alignment.justifyItems.isLegacy ? style.alignment.justifyItems : nil
    }
    return customProperties[left] === customProperties[right] && fontSizeKeywords[left] == fontSizeKeywords[right]
      && layoutDisplays[left] == layoutDisplays[right] && isDark[left] == isDark[right]
      && legacy(styles[left]) == legacy(styles[right]) && styles[left].inheritsAlike(styles[right])
  }

  /// The portable form of a style, made once for all pages that share the table.
  mutating func portable(_ style: Int) -> PortableStyle {
    let style = Int(looks[style])
    if let known = portable[style] { return known }
    let made = PortableStyle(styles[style], origins[style], &portableMemory)
    portable[style] = made
    return made
  }
}

/// Styles by what they were computed from: elements to which the same blocks apply share one under parents that look the same to
/// them, or are the same.
struct StyleSharing {
  struct Key: Hashable {
    /// The parent's style, or what that looks like to styles under it.
    var parent: UInt32
    /// Whether it is the style.
    var isExact: Bool
    var kind: UInt32
    var container: Int32
    var language: Int32
    /// The style of the document's root, which `rem` counts from; `UInt32.max` for the root itself.
    var root: UInt32
  }
  private struct Entry {
    var key: Key
    var applied: [AppliedBlock]
    /// `UInt32.max` where the parent's style itself decides.
    var style: UInt32
    /// What it took to compute it.
    var cost: StyleWork.Cost
    /// The next entry of the same hash, -1 for none.
    var next: Int32
  }
  private var entries: [Entry] = []
  private var slots: [Int32] = [Int32](repeating: -1, count: 1024)

  private func hash(_ key: Key, _ applied: [AppliedBlock]) -> UInt64 {
    var hash = (UInt64(key.parent) << 1 | (key.isExact ? 1 : 0)) &* 0x9E37_79B9_7F4A_7C15
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
