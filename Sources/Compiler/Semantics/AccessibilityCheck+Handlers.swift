import HTML
import Names
import Semantics

// WCAG 2.1.1 and 2.1.2: handlers in the markup that keep the focus, or give it away. What scripts of their own do is not known.
extension AccessibilityCheck {
  private static let names: [Name] = ["onblur", "onfocusout", "onfocus", "onkeydown"]

  /// Looks at the handlers of elements that take the focus, or hold such elements.
  mutating func checkHandlers(_ tree: SemanticTree) {
    var holders: Set<NodeID> = []
    var focusable: Set<NodeID> = []
    for node in tree.nodes where node.states.contains(.focusable) && !node.states.contains(.disabled) {
      focusable.insert(node.source)
      var element = node.source
      while element.exists, holders.insert(element).inserted { element = document.parentElement(element) }
    }
    for element in holders.sorted() {
      for name in Self.names {
        guard let text = document.value(element, name) else { continue }
        let script = HandlerScript(text)
        // What an element in it does reaches `onfocusout` and `onkeydown` of the elements around.
        let isOwn = focusable.contains(element)
        switch name {
        case "onblur" where isOwn && script.focusesItself,
          "onfocusout" where isOwn ? script.focusesItself : script.focusesTarget:
          note(
            .keyboardTrap, element, "`\(name.string)` takes the focus back: the keyboard cannot leave",
            help: "report what is wrong beside the field, and let the focus go")
        case "onfocus" where isOwn && script.blursItself:
          note(
            .keyboardTrap, element, "`onfocus` gives the focus away: the keyboard cannot reach the element",
            help: "let the element keep the focus, or give it `tabindex=\"-1\"`")
        case "onkeydown" where script.dropsEveryKey || script.dropsTab:
          note(
            .keyboardTrap, element,
            script.dropsTab ? "`onkeydown` drops the tab key" : "`onkeydown` drops every key, the tab key too",
            help: "look at `event.key` first, and let `Tab` pass")
        default: break
        }
      }
    }
  }
}
