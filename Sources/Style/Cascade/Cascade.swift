import CSS
import CSSValues
import Diagnostics
import Names

/// Where declarations come from (CSS Cascade 5, 6.2), in ascending order for normal ones.
enum CascadeOrigin: UInt8, Comparable {
  case userAgent
  /// Attributes such as `width` and `bgcolor`: of the author's origin, below all of its rules (6.4.2).
  case presentationalHint
  case author
  /// The `style` attribute: above all layers (6.4.1).
  case inline
  /// Keyframes: above all normal declarations, below important ones.
  case animation

  static func < (left: CascadeOrigin, right: CascadeOrigin) -> Bool { left.rawValue < right.rawValue }

  /// Whether `revert` treats it as the author's.
  var isAuthor: Bool { self != .userAgent }
}

/// A block of declarations that applies to an element.
struct AppliedBlock: Hashable {
  /// The index among the resolver's blocks.
  var block: UInt32
  var origin: CascadeOrigin
  /// The rank of the layer; higher wins among normal declarations.
  var layer: UInt32
}

/// The blocks that presentational hints stand for, by their text: they are the same for every page.
struct HintBlocks {
  fileprivate(set) var blocks: [DeclarationBlock] = []
  fileprivate var places: [String: Int] = [:]
}

/// The blocks that a page's elements can have: the user agent's, the author's, those of hints, the page's own.
///
/// OPTIMIZATION: a class, so that nothing is counted where it is handed on; one thread has it.
final class PageBlocks {
  private let userAgent: [DeclarationBlock]
  private let author: [DeclarationBlock]
  /// What presentational hints add, which pages with the same rules share.
  @exclusivity(unchecked) private(set) var hints: HintBlocks
  /// What `style` attributes and animations of the page add.
  @exclusivity(unchecked) private var own: [DeclarationBlock] = []

  /// Where the numbers of the author's blocks start.
  let authorStart: UInt32
  private var hintStart: Int { userAgent.count + author.count }
  /// Where the numbers of the page's own blocks start: far above those of any that memory holds.
  private static let ownStart: UInt32 = 1 << 31

  init(_ userAgent: RuleSet, _ author: RuleSet, _ hints: HintBlocks) {
    self.userAgent = userAgent.blocks
    self.author = author.blocks
    self.hints = hints
    authorStart = UInt32(truncatingIfNeeded: userAgent.blocks.count)
  }

  /// Whether a block belongs to this page only.
  func isOfPage(_ number: UInt32) -> Bool { number >= Self.ownStart }

  subscript(number: UInt32) -> DeclarationBlock {
    if number >= Self.ownStart { return own[Int(number - Self.ownStart)] }
    let index = Int(number)
    if index < userAgent.count { return userAgent[index] }
    return index < hintStart ? author[index - userAgent.count] : hints.blocks[index - hintStart]
  }

  /// Adds a block of the page's; its number.
  func append(_ block: DeclarationBlock) -> UInt32 {
    own.append(block)
    return Self.ownStart + UInt32(own.count - 1)
  }

  /// The number of the block that hints stand for.
  func number(ofHints text: String) -> UInt32 {
    if let known = hints.places[text] { return UInt32(hintStart + known) }
    var options = ParsingOptions()
    options.isQuirks = true
    var ignored = DiagnosticSink(limit: 0)
    hints.places[text] = hints.blocks.count
    hints.blocks.append(
      DeclarationBlock.parse(attribute: Array(text.utf8), options: options, diagnostics: &ignored))
    return UInt32(hintStart + hints.blocks.count - 1)
  }
}

/// The declarations that apply to one element, in cascade order, and the winner of each property.
struct CascadedDeclarations {
  /// One declaration in its place of the order, in plain integers.
  struct Item {
    var property: DeclaredProperty
    /// The place of the value in the storage of the rule's block.
    var value: UInt32
    /// The rule's block.
    var block: UInt32
    var layer: UInt32
    var origin: CascadeOrigin
    /// The item before it of the same property, or of one that may stand for the same, -1 for none.
    var previous: Int32
  }

  /// Ascending: the last one wins.
  private(set) var items: [Item] = []
  /// For each longhand by raw value, the index of its last item, -1 for none.
  private(set) var winners: [Int32]
  /// The longhands that have a winner, in the order of their first item.
  private(set) var touched: [PropertyID] = []
  /// The indices of the last items of custom properties.
  private(set) var customWinners: [Name: Int32] = [:]
  /// The CSS-wide keywords that items came to by substitution.
  private var substituted: [Int32: WideKeyword] = [:]
  /// By family of longhands, the index of its last item, -1 for none.
  private var lastOfFamily: [Int32]
  /// Whether there were more declarations than one element may have.
  private(set) var isCut = false

  /// By longhand, a number that it has in common with those that it stands for in some writing mode and direction.
  ///
  /// OPTIMIZATION: `revert` and the like look only through the items of a family.
  private static let families: [Int32] = {
    var families = (0..<PropertyID.longhandCount).map { Int32($0) }
    let modes: [WritingMode] = [.horizontalTB, .verticalRL, .verticalLR, .sidewaysRL, .sidewaysLR]
    for definition in PropertyTable.definitions where definition.property.isLogical {
      for mode in modes {
        for direction in [Direction.ltr, .rtl] {
          let own = families[Int(definition.property.rawValue)]
          let other = families[Int(definition.property.physical(mode, direction).rawValue)]
          if own != other { families = families.map { $0 == other ? own : $0 } }
        }
      }
    }
    return families
  }()

  init() {
    winners = [Int32](repeating: -1, count: PropertyID.longhandCount)
    lastOfFamily = winners
  }

  /// Forgets everything but the space.
  mutating func removeAll() {
    for property in touched {
      winners[Int(property.rawValue)] = -1
      lastOfFamily[Int(Self.families[Int(property.rawValue)])] = -1
    }
    isCut = false
    items.removeAll(keepingCapacity: true)
    touched.removeAll(keepingCapacity: true)
    if !customWinners.isEmpty { customWinners.removeAll(keepingCapacity: true) }
    if !substituted.isEmpty { substituted.removeAll() }
  }

  /// CSS Cascade 5, 6.1: sorts blocks, which are in ascending order of their normal declarations.
  mutating func add(_ applied: [AppliedBlock], _ blocks: PageBlocks) {
    var hasImportant = false
    for entry in applied {
      let block = blocks[entry.block]
      hasImportant = hasImportant || block.hasImportant
      if block.hasNormal { add(block, entry, important: false) }
    }
    guard hasImportant else { return }
    // Important: the order of origins and layers turns around, specificity and appearance stay.
    let authors = applied.filter { $0.origin == .author && blocks[$0.block].hasImportant }
    // Those of one layer are side by side.
    var end = authors.count
    while end > 0 {
      var start = end - 1
      while start > 0, authors[start - 1].layer == authors[start].layer { start -= 1 }
      for entry in authors[start..<end] { add(blocks[entry.block], entry, important: true) }
      end = start
    }
    for origin in [CascadeOrigin.inline, .userAgent] {
      for entry in applied where entry.origin == origin && blocks[entry.block].hasImportant {
        add(blocks[entry.block], entry, important: true)
      }
    }
  }

  private mutating func add(_ block: DeclarationBlock, _ entry: AppliedBlock, important: Bool) {
    let storage = block.storage
    let families = Self.families
    for place in block.places {
      let written = storage.written[place]
      guard written.isImportant == important else { continue }
      guard items.count < StyleWork.maximumDeclarations else {
        isCut = true
        return
      }
      for value in written.values {
        let index = Int32(items.count)
        let declared = storage.values[value].property
        let previous: Int32
        switch declared {
        case .known(let property):
          let slot = Int(property.rawValue)
          guard slot < winners.count else { continue }
          if winners[slot] < 0 { touched.append(property) }
          winners[slot] = index
          let family = Int(families[slot])
          previous = lastOfFamily[family]
          lastOfFamily[family] = index
        case .custom(let name):
          previous = customWinners.updateValue(index, forKey: name) ?? -1
        }
        items.append(
          Item(
            property: declared, value: UInt32(truncatingIfNeeded: value), block: entry.block, layer: entry.layer,
            origin: entry.origin, previous: previous))
      }
    }
  }

  /// What an item gives its property.
  func value(_ index: Int32, _ blocks: PageBlocks) -> DeclaredValue {
    if !substituted.isEmpty, let keyword = substituted[index] { return .wide(keyword) }
    let item = items[Int(index)]
    return blocks[item.block].storage.values[Int(item.value)].value
  }

  /// Lets an item be a keyword that substitution brought.
  mutating func replaceItem(_ index: Int32, _ keyword: WideKeyword) { substituted[index] = keyword }

  /// Lets logical properties and the physical ones that they stand for compete: the later in the order wins.
  mutating func mapLogicalProperties(_ writingMode: WritingMode, _ direction: Direction) {
    guard touched.contains(where: \.isLogical) else { return }
    var mapped: [PropertyID] = []
    for property in touched {
      guard property.isLogical else {
        mapped.append(property)
        continue
      }
      let slot = Int(property.rawValue)
      let physical = property.physical(writingMode, direction)
      let target = Int(physical.rawValue)
      if winners[target] < 0, !mapped.contains(physical), !touched.contains(physical) { mapped.append(physical) }
      winners[target] = max(winners[target], winners[slot])
      winners[slot] = -1
    }
    // Physical slots that only a logical property filled must be in the list to be cleared later.
    touched = mapped
  }

  /// The item that counts for a property once those that `revert`, `revert-layer` and `revert-rule` take out are gone; -1 for none.
  func settled(_ start: Int32, _ blocks: PageBlocks, isSame: (DeclaredProperty) -> Bool) -> Int32 {
    var current = start
    while current >= 0 {
      guard case .wide(let keyword) = value(current, blocks), keyword.rollsBack else { return current }
      let item = items[Int(current)]
      var next = item.previous
      while next >= 0 {
        let candidate = items[Int(next)]
        let isBelow: Bool =
          switch keyword {
          case .revert: item.origin.isAuthor && !candidate.origin.isAuthor
          case .revertRule: candidate.block != item.block
          default: !(candidate.origin == item.origin && candidate.layer == item.layer)
          }
        if isBelow, isSame(candidate.property) { break }
        next = candidate.previous
      }
      current = next
    }
    return -1
  }
}

extension WideKeyword {
  /// Whether what lower origins, layers or rules say takes its place.
  fileprivate var rollsBack: Bool { self == .revert || self == .revertLayer || self == .revertRule }
}
