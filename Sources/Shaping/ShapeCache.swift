import Platform

/// Characters to shape in one font, script and direction.
package struct ShapeKey: Hashable, Sendable {
  /// UTF-16 units.
  package var text: [UInt16]
  /// How many units at the start and end are context: they decide joining and are not measured.
  package var contextBefore = 0
  package var contextAfter = 0
  /// ISO 15924 as a tag.
  package var script: UInt32
  package var isRightToLeft: Bool
  /// BCP 47, or empty.
  package var language: String
  package var features: [ShapeFeature]

  /// A run with its context.
  package init(
    text: [UInt16], contextBefore: Int = 0, contextAfter: Int = 0, script: UInt32, isRightToLeft: Bool,
    language: String, features: [ShapeFeature]
  ) {
    self.text = text
    self.contextBefore = contextBefore
    self.contextAfter = contextAfter
    self.script = script
    self.isRightToLeft = isRightToLeft
    self.language = language
    self.features = features
  }

  /// The characters as bytes at once: hashing them one by one costs more than comparing them. Language and features count,
  /// since a page can have very many.
  package func hash(into hasher: inout Hasher) {
    text.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(script)
    hasher.combine(language)
    for feature in features {
      hasher.combine(feature.tag)
      hasher.combine(feature.value)
    }
  }
}

/// A feature with its value.
package struct ShapeFeature: Hashable, Sendable {
  package var tag: UInt32
  package var value: UInt32

  /// A feature with its value.
  package init(tag: UInt32, value: UInt32) {
    self.tag = tag
    self.value = value
  }
}

/// Glyphs of a run, as far as lines care.
package final class ShapedRun: Sendable {
  /// A UTF-16 unit's part.
  package struct Unit: Hashable, Sendable {
    /// 1/64 font units; a cluster's whole advance is at its first unit.
    package var advance: Int32
    package var isClusterStart: Bool
    package var isUnsafeToBreak: Bool
    /// The cluster has a character that the font lacks.
    package var isMissing: Bool

    /// A unit's part of a run.
    package init(advance: Int32, isClusterStart: Bool, isUnsafeToBreak: Bool, isMissing: Bool) {
      self.advance = advance
      self.isClusterStart = isClusterStart
      self.isUnsafeToBreak = isUnsafeToBreak
      self.isMissing = isMissing
    }
  }

  package let units: [Unit]

  package init(units: [Unit]) {
    self.units = units
  }
}

/// The runs that a font has shaped, bounded in memory; what it answers never depends on what it holds.
package final class ShapeCache: Sendable {
  private struct State {
    var runs: [ShapeKey: ShapedRun] = [:]
    var units = 0
  }

  /// UTF-16 units kept by one font: some 20 MB at most.
  private static let capacity = 1 << 20
  private let state = Mutex(State())

  /// No runs.
  package init() {}

  /// The runs that are kept, in no order.
  package var known: [(key: ShapeKey, run: ShapedRun)] {
    state.withLock { state in state.runs.map { (key: $0.key, run: $0.value) } }
  }

  /// Lets go of all runs.
  package func releaseAll() { state.withLock { $0 = State() } }

  package func run(for key: ShapeKey, shape: () -> ShapedRun) -> ShapedRun {
    if let known = state.withLock({ $0.runs[key] }) { return known }
    let made = shape()
    state.withLock { state in
      if state.units > Self.capacity {
        state.runs.removeAll(keepingCapacity: true)
        state.units = 0
      }
      if state.runs.updateValue(made, forKey: key) == nil { state.units += made.units.count + 16 }
    }
    return made
  }
}
