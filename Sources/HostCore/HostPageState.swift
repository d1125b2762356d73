import HybridClient
import JSONValues
import PageFormat

/// What a reader entered into a control.
public struct EnteredValue: Hashable, Sendable {
  /// The property that holds it.
  public var property: String
  /// The value.
  public var value: String
  /// The generation of the node, as `LivePage` counts them.
  public var generation: Int
  /// Whether it was typed where the control hides it, as fields for passwords do.
  public var isSecure: Bool
}

/// Where a page is and what was entered on it: kept while the page is made again.
public struct HostPageState: Sendable {
  /// How far something is scrolled, in CSS px.
  public struct Offset: Hashable, Sendable {
    /// To the right.
    public var x: Double
    /// Downwards.
    public var y: Double
    /// The row at the upper edge, of a list whose rows are made on demand: how far down it is was partly a guess.
    var row: Row?

    /// An offset.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// A row of a list.
    struct Row: Hashable, Sendable {
      /// Where it is in terms of the data; `nil` where its item is like others.
      var place: NodePlace?
      /// Which one it is of all rows.
      var number: Int
      /// How far below the upper edge it begins, in CSS px.
      var y: Double
    }

    /// Whether this is nearly the same.
    func isNear(_ other: Offset) -> Bool { abs(x - other.x) + abs(y - other.y) <= 1 }
  }

  /// What the bindings are filled with.
  public var data: JSONValue
  /// Of the page.
  public var offset: Offset
  /// By node. Numbers below 0, here and below, stand for what the page has not shown yet.
  public var offsets: [Int: Offset]
  /// By node.
  public var entered: [Int: EnteredValue]
  /// The node with the keyboard.
  public var focused: Int?
  /// Whether that is a field that hides what is typed, of those not shown yet.
  var isFocusSecure = false
  /// Where the nodes are that the rest names by their numbers, which are other nodes' in another release.
  public var places: [Int: NodePlace] = [:]
}

/// What belongs to parts of a page that it does not show yet: a script may still have to read their data.
struct AwaitedParts {
  /// Something that waits.
  struct Part {
    enum What {
      case value(EnteredValue)
      /// How far it was scrolled, and how far it is by now; `nil` where it is not there.
      case offset(HostPageState.Offset, reached: HostPageState.Offset?)
      /// The keyboard, and whether what was typed was hidden.
      case keyboard(isSecure: Bool)
    }

    /// `nil` for the page itself.
    var place: NodePlace?
    var what: What
  }

  var parts: [Part] = []
  /// How often they are still looked for when views are made.
  var roundsLeft = 0

  /// A reader does something: nothing moves any more by itself.
  mutating func keepValuesOnly() {
    parts.removeAll { if case .value = $0.what { false } else { true } }
  }

  /// Puts what waits into the state of a page that is made once more.
  func add(to state: inout HostPageState) {
    for (number, part) in parts.enumerated() {
      let number = -1 - number
      state.places[number] = part.place
      switch part.what {
      case .value(let value): state.entered[number] = value
      case .offset(let offset, let reached):
        let known = part.place.flatMap { place in state.offsets.keys.first { state.places[$0] == place } }
        let start = HostPageState.Offset(x: 0, y: 0)
        let now = part.place == nil ? state.offset : known.flatMap { state.offsets[$0] } ?? start
        // A reader went elsewhere meanwhile.
        if let reached, !reached.isNear(now) { continue }
        if part.place == nil {
          state.offset = offset
        } else {
          if let known { state.offsets[known] = nil }
          state.offsets[number] = offset
        }
      case .keyboard(let isSecure):
        guard state.focused == nil else { continue }
        state.focused = number
        state.isFocusSecure = isSecure
      }
    }
  }
}

extension HostPage {
  /// Goes to where the page was, and enters what was entered: in another size, rotated, or in a newer release. Controls are found by
  /// their `id`, else by what they are bound to, else by their component and attributes, and those in lists by their items
  /// (`ItemPlace`); what belongs to none of them is dropped. What was typed into a field that hides it is entered only where it is
  /// hidden again. Lists that scripts show later are waited for.
  public func restore(_ state: HostPageState) {
    var places = NodePlaces(self)
    var nodes: [Int: Int] = [:]
    for (number, place) in state.places.sorted(by: { $0.key < $1.key }) {
      // A row that is not in the tree now comes back with what was entered in it.
      if let node = places.node(at: place), live.source(of: node) != nil { nodes[number] = node }
    }
    live.flush()
    var parts: [AwaitedParts.Part] = []
    for (number, value) in state.entered.sorted(by: { $0.key < $1.key }) {
      let place = state.places[number]
      if let node = nodes[number] {
        enter(value, in: node)
      } else if place?.items.isEmpty == false {
        parts.append(AwaitedParts.Part(place: place, what: .value(value)))
      }
    }
    live.flush()
    for (number, offset) in state.offsets.sorted(by: { $0.key < $1.key }) {
      guard let place = state.places[number] else { continue }
      let what = scroll(nodes[number].flatMap { tree.view(of: $0) }, to: offset, &places)
      if let what { parts.append(AwaitedParts.Part(place: place, what: what)) }
    }
    if state.offset.x != 0 || state.offset.y != 0, let what = scrollPage(to: state.offset) {
      parts.append(AwaitedParts.Part(place: nil, what: what))
    }
    if let number = state.focused, let place = state.places[number] {
      let isSecure = state.entered[number]?.isSecure ?? state.isFocusSecure
      if let node = nodes[number] {
        focus(node, isSecure: isSecure)
      } else if !place.items.isEmpty {
        parts.append(AwaitedParts.Part(place: place, what: .keyboard(isSecure: isSecure)))
      }
    }
    awaited = AwaitedParts(parts: parts, roundsLeft: 20)
  }

  /// Restores what waits where that is shown now, unless a reader was first.
  func restoreAwaited() {
    guard !awaited.parts.isEmpty, awaited.roundsLeft > 0 else { return }
    // What is entered may make further views: nothing waits meanwhile.
    let waiting = awaited.parts
    awaited.parts = []
    awaited.roundsLeft -= 1
    var places = NodePlaces(self)
    let nodes = waiting.map { part in part.place.flatMap { places.node(at: $0) } }
    live.flush()
    var left: [AwaitedParts.Part] = []
    for (node, part) in zip(nodes, waiting) {
      switch part.what {
      case .value(let value):
        if let node {
          if entered[node]?.generation != live.generation(of: node) { enter(value, in: node) }
        } else {
          left.append(part)
        }
      case .offset(let offset, let reached):
        let view = node.flatMap { tree.view(of: $0) }
        let now = part.place == nil ? (x: tree.screen.x, y: tree.screen.y) : view?.offset
        if let reached, let now, !reached.isNear(HostPageState.Offset(x: now.x, y: now.y)) { continue }
        if let what = part.place == nil ? scrollPage(to: offset) : scroll(view, to: offset, &places) {
          left.append(AwaitedParts.Part(place: part.place, what: what))
        }
      case .keyboard(let isSecure):
        guard tree.focused == nil else { continue }
        if let node { focus(node, isSecure: isSecure) } else { left.append(part) }
      }
    }
    live.flush()
    if awaited.roundsLeft > 0 { awaited.parts += left }
  }

  private func enter(_ value: EnteredValue, in node: Int) {
    guard let view = tree.view(of: node), !value.isSecure || FieldAttributes(of: view).isSecure else { return }
    live.setProperty(value.property, to: value.value, of: node)
    entered[node] = EnteredValue(
      property: value.property, value: value.value, generation: live.generation(of: node), isSecure: value.isSecure)
  }

  private func focus(_ node: Int, isSecure: Bool) {
    // The rest of a password must not be typed where it shows.
    guard let field = tree.view(of: node), field.kind.takesText, !isSecure || FieldAttributes(of: field).isSecure else {
      return
    }
    isRestoring = true
    tree.focus(node)
    isRestoring = false
  }

  /// Scrolls a view as far as what is in it reaches.
  ///
  /// - Returns: what waits for more of it; `nil` where it is there.
  private func scroll(
    _ view: HostView?, to offset: HostPageState.Offset, _ places: inout NodePlaces<Adapter>
  ) -> AwaitedParts.Part.What? {
    guard let view else { return .offset(offset, reached: nil) }
    if let row = offset.row {
      let node = row.place.flatMap { places.node(at: $0) }
      if live.scroll(view.node, toRow: node.flatMap { live.rowNumber(of: $0) } ?? row.number, y: row.y) { return nil }
    }
    var reached = HostPageState.Offset(x: view.offset.x, y: view.offset.y)
    if let area = view.scrollArea {
      reached.x = view.clampedX(offset.x, area: area.width)
      reached.y = StickyPosition.clamped(offset.y, area: area.height, screen: view.frame.height)
      live.handle(.scroll(node: view.node, x: reached.x, y: reached.y))
      tree.scroll(view, toX: reached.x, y: reached.y)
    }
    return reached.isNear(offset) ? nil : .offset(offset, reached: reached)
  }

  /// The same for the page, whose platform knows how far it reaches.
  private func scrollPage(to offset: HostPageState.Offset) -> AwaitedParts.Part.What? {
    tree.scroll(nil, toX: offset.x, y: offset.y)
    let reached = HostPageState.Offset(x: tree.screen.x, y: tree.screen.y)
    return reached.isNear(offset) ? nil : .offset(offset, reached: reached)
  }
}
