import Diagnostics
import HTML

/// Where a piece or an expression is: the file that it is in, with what was given to that file, and the names that it sees.
struct Context {
  var frame: Frame
  var scope: Scope

  var fragment: Fragment { frame.fragment }
  var scan: MarkupScan { frame.fragment.scan }
  var source: SourceFile { frame.fragment.source }

  /// The same file with other names.
  func seeing(_ scope: Scope) -> Context { Context(frame: frame, scope: scope) }
}

/// A file in which pieces are, with what was given to it.
final class Frame {
  let fragment: Fragment
  let parent: Frame?
  /// What fills the slots; `nil` for a page, whose `<slot>`s are its own.
  let slots: [String: SlotContents]?
  /// A partial or component, whose styles and scripts are collected.
  let collects: Bool
  /// The component's tag, where its markup is marked for scoped styles.
  let mark: String?
  /// The tag or attribute in the parent's file that uses the fragment.
  let use: Range<Int>

  init(
    _ fragment: Fragment, parent: Frame?, use: Range<Int> = 0..<0, slots: [String: SlotContents]?, collects: Bool,
    mark: String? = nil
  ) {
    self.use = use
    self.fragment = fragment
    self.parent = parent
    self.slots = slots
    self.collects = collects
    self.mark = mark
  }

  /// The files from the page to this one.
  var trail: [String] { (parent?.trail ?? []) + [fragment.path] }

  /// The files from the page to one that this one uses, as messages show them.
  func trail(to path: String) -> String { (trail + [path]).joined(separator: " → ") }
}

/// The names that expressions see.
struct Scope {
  var values: [String: StaticValue] = [:]
  /// Names that a loop of the client takes.
  var dynamic: Set<String> = []
  /// Parameters whose values are wrong or missing, which was reported: nothing more is said where they are used.
  var failed: Set<String> = []

  /// Gives a parameter its value; one that is nothing for a reason that was reported has failed.
  mutating func set(_ name: String, _ value: StaticValue, isReported: Bool) {
    values[name] = value
    if isReported, value == .null { failed.insert(name) }
  }

  /// Gives a name to a value of the build, whatever had the name before.
  mutating func bind(_ name: String, _ value: StaticValue) {
    values[name] = value
    dynamic.remove(name)
    failed.remove(name)
  }
}
