// What the keyboard reaches, and in which order.
extension HostTree {
  /// Whether a tap on a view does something although the platform has no control for it: keys reach and press such a view, too.
  ///
  /// UNIMPLEMENTED: keys that choose one of the dots, press long and swipe.
  public func isPressable(_ view: HostView) -> Bool { !view.kind.takesTaps && hearsTaps(view) }

  /// The nodes that take the keyboard in the order of the page, what is only tapped among them: views that are hidden or take no
  /// input, or are in such, are passed over, and so are disabled ones.
  public var focusOrder: [Int] {
    stops().order.filter { node in
      guard let view = views[node] else { return false }
      return view.kind != .web && view.kind != .scroller || isPressable(view)
    }
  }

  /// Where the tab key goes: to the next of the views that take the keyboard. Web views are among them, and so is what scrolls
  /// without holding another one, which keys scroll then.
  ///
  /// - Parameters:
  ///   - node: where the keyboard is; `nil` where it is not in the page.
  ///   - forward: whether the next one is wanted, not the one before.
  /// - Returns: `nil` at the end of the page.
  public func tabStop(after node: Int?, forward: Bool = true) -> Int? {
    let (order, place) = stops(around: node)
    guard let place else { return forward ? order.first : order.last }
    let isStop = order.indices.contains(place) && order[place] == node
    let next = forward ? (isStop ? place + 1 : place) : place - 1
    return order.indices.contains(next) ? order[next] : nil
  }

  /// The field that a return key of type `next` leads to.
  public func field(after node: Int) -> Int? {
    let fields = focusOrder.filter { views[$0]?.kind.takesText == true }
    guard let place = fields.firstIndex(of: node), place + 1 < fields.count else { return nil }
    return fields[place + 1]
  }

  /// All stops in the order of the page, and the place among them of a node, which need not be one.
  private func stops(around node: Int? = nil) -> (order: [Int], place: Int?) {
    var order: [Int] = []
    var place: Int?
    func collect(_ view: HostView, depth: Int) {
      guard !view.isHidden, view.takesInput, depth < HostLimits.mostNested else { return }
      if view.node == node { place = order.count }
      let before = order.count
      if view.isEnabled, view.kind.takesTaps || isPressable(view) { order.append(view.node) }
      for child in view.children { collect(child, depth: depth + 1) }
      if order.count == before, view.scrolls { order.append(view.node) }
    }
    for root in roots { collect(root, depth: 0) }
    return (order, place)
  }
}

extension HostView {
  /// Whether there is more in the view than fits, and a reader may scroll to it.
  fileprivate var scrolls: Bool {
    guard kind == .scroller, let area = scrollArea, self["allowScroll"].map({ ViewLook.isOn($0) }) ?? true else {
      return false
    }
    return area.width > frame.width + 0.5 || area.height > frame.height + 0.5
  }
}
