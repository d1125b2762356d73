import Diagnostics
import HTML
import Names

/// Pieces that fill a slot, with the file and the names that they see.
struct SlotContents {
  var context: Context
  var ranges: [Range<Int>]

  /// Whether there is nothing to see: white space, comments and front matter.
  var isBlank: Bool { ranges.allSatisfy { context.fragment.isBlank($0) } }
}

/// What fills the slots of a fragment, by their names; `""` is the slot without one.
struct Slots {
  private(set) var contents: [String: SlotContents] = [:]

  /// Contents by the slot that they fill: elements with `slot`, and everything else.
  init(_ ranges: [Range<Int>], in context: Context) {
    let scan = context.scan
    for range in ranges {
      var index = range.lowerBound
      while index < range.upperBound {
        let piece = scan.pieces[index]
        let end = min(range.upperBound, piece.kind == .startTag ? max(index, piece.partner) + 1 : index + 1)
        let slot = piece.kind == .startTag ? scan.value(piece, .slot) ?? "" : ""
        add(index..<max(end, index + 1), to: slot, in: context)
        index = max(end, index + 1)
      }
    }
  }

  private mutating func add(_ range: Range<Int>, to name: String, in context: Context) {
    var known = contents.removeValue(forKey: name) ?? SlotContents(context: context, ranges: [])
    if name.isEmpty, let last = known.ranges.last, last.upperBound == range.lowerBound {
      known.ranges[known.ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      known.ranges.append(range)
    }
    contents[name] = known
  }

  /// The slots that are filled with more than white space.
  var filled: [String: SlotContents] { contents.filter { !$0.value.isBlank } }

  /// Reports contents for slots that a fragment lacks, which the context uses.
  func check(against fragment: Fragment, in context: Context, _ journal: CompositionJournal) {
    for (name, contents) in contents.sorted(by: { $0.key < $1.key })
    where !fragment.slots.contains(name) && !contents.isBlank {
      let inner = contents.context.fragment
      let index = contents.ranges.joined().first { !inner.isBlank($0..<$0 + 1) } ?? 0
      let piece = inner.scan.pieces[index]
      let range = inner.scan.attribute(piece, .slot)?.sourceRange ?? piece.range
      let trail = context.frame.trail(to: fragment.path)
      let known = fragment.slots.filter { !$0.isEmpty }
      journal.report(
        .slotUnknown,
        name.isEmpty
          ? "`\(fragment.path)` has no slot without a name (\(trail))"
          : "`\(fragment.path)` has no slot `\(name)` (\(trail))", in: context, at: range,
        help: Suggestion.nearest(to: name, in: known).map { "did you mean `\($0)`?" }
          ?? (known.isEmpty
            ? "write `<slot>` where the contents go" : "it has \(known.sorted().joined(separator: ", "))"))
    }
  }
}
