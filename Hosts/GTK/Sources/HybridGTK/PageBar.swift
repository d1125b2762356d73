import GTKShims
import HostCore
import JSONValues

/// What a Token page says of the window's bar: its colors, and its buttons as GTK's own.
@MainActor final class PageBar {
  let content: NavigationBar
  private var items: [(view: GTKView, content: NavigationBar.Item)] = []

  init(_ content: NavigationBar, in tree: HostTree<GTKAdapter>) {
    self.content = content
    for item in content.items {
      guard let node = tree.view(of: item.node) else { continue }
      let view = GTKView(.button, tree.adapter)
      view.assign(node)
      view.update(node)
      items.append((view, item))
    }
  }

  /// Puts the buttons into a window's bar and colors it.
  func enter(_ window: HVHandle) {
    // Those at the end are put in from the window's edge on.
    for item in items.filter(\.content.isAtStart) + items.filter({ !$0.content.isAtStart }).reversed() {
      hv_box_set_size(item.view.widget, item.content.frame.width, item.content.frame.height)
      hv_window_add_item(window, item.view.widget, item.content.isAtStart)
    }
    hv_window_set_bar_style(window, rules)
    Trace.note("bar", [("titles", .array(content.items.map { .string($0.look.title) })), ("style", .string(rules))])
  }

  /// Takes the buttons out of the bar.
  func leave() { for item in items { hv_remove(item.view.widget) } }

  /// It is needed no more.
  func end() {
    for item in items { item.view.end() }
    items = []
  }

  private var rules: String {
    var rules = ""
    if let color = content.background { rules += "headerbar { background: \(color.rule); }" }
    if let color = content.titleColor { rules += "headerbar .title { color: \(color.rule); }" }
    if let color = content.backArrowColor { rules += ".hybrid-back { color: \(color.rule); }" }
    return rules
  }
}
