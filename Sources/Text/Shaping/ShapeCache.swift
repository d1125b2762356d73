import Synchronization

/// Characters to shape in one font, script and direction.
struct ShapeKey: Hashable, Sendable {
  /// UTF-16 units.
  var text: [UInt16]
  /// How many units at the start and end are context: they decide joining and are not measured.
  var contextBefore = 0
  var contextAfter = 0
  /// ISO 15924 as a tag.
  var script: UInt32
  var isRightToLeft: Bool
  /// BCP 47, or empty.
  var language: String
  var features: [ShapeFeature]

  /// The characters as bytes at once: hashing them one by one costs more than comparing them.
  func hash(into hasher: inout Hasher) {
    text.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(script)
    hasher.combine(features.count)
  }
}

/// A feature with its value.
struct ShapeFeature: Hashable, Sendable {
  var tag: UInt32
  var value: UInt32
}

/// Glyphs of a run, as far as lines care.
final class ShapedRun: Sendable {
  /// A UTF-16 unit's part.
  struct Unit: Sendable {
    /// 1/64 font units; a cluster's whole advance stands at its first unit.
    var advance: Int32
    var isClusterStart: Bool
    var isUnsafeToBreak: Bool
    /// The cluster has a character that the font lacks.
    var isMissing: Bool
  }

  let units: [Unit]

  init(units: [Unit]) {
    self.units = units
  }
}

/// The runs that a font has shaped, bounded in memory; what it answers never depends on what it holds.
final class ShapeCache: Sendable {
  private struct State {
    var runs: [ShapeKey: ShapedRun] = [:]
    var units = 0
  }

  /// UTF-16 units kept by one font: some 20 MB at most.
  private static let capacity = 1 << 20
  private let state = Mutex(State())

  func run(for key: ShapeKey, shape: () -> ShapedRun) -> ShapedRun {
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
