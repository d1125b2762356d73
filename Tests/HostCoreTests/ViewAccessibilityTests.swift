import HostCore
import HybridClient
import Page
import PageFormat
import Testing

/// Roles, names and states of views as platforms get them, without a platform.
@Suite struct ViewAccessibilityTests {
  private func view(_ component: String, text: String = "", _ properties: [String: String] = [:]) -> HostView {
    let tree = HostTree(RecordingAdapter())
    var commands: [ViewCommand] = [.create(node: 1, component: component), .insert(node: 1, parent: nil, index: 0)]
    for (name, value) in properties { commands.append(.setProperty(node: 1, name: name, value: value)) }
    if !text.isEmpty { commands.append(.setText(node: 1, text: text, lines: [])) }
    tree.apply(commands)
    return tree.view(of: 1)!
  }

  @Test(arguments: [
    ("input", SemanticRole.textField), ("textArea", .textField), ("searchBar", .searchField), ("switch", .switch),
    ("slider", .slider), ("segment", .radioGroup), ("picker", .listBox), ("button", .button), ("webView", .iframe),
    ("view", .generic),
  ])
  func componentsHaveRoles(component: String, role: SemanticRole) {
    #expect(ViewAccessibility(of: view(component), semantics: nil).role == role)
  }

  @Test func thePageFileSaysMore() {
    let semantics = PageSemantics(
      node: 1, role: .heading, states: .namedByContent, name: "Old", description: "d", properties: [.init(.level, "2")])
    let heading = ViewAccessibility(of: view("label", text: " New \n one "), semantics: semantics)
    #expect(heading.role == .heading && heading.level == 2 && heading.description == "d")
    // The name follows the text; one that an attribute gave stays.
    #expect(heading.name == "New one")
    let named = PageSemantics(node: 1, role: .button, name: "Send")
    #expect(ViewAccessibility(of: view("button", text: "→"), semantics: named).name == "Send")
    #expect(ViewAccessibility(of: view("button", text: "→", ["ariaLabel": "Go"]), semantics: named).name == "Go")
  }

  @Test func textsAndWhatCanBePressed() {
    #expect(ViewAccessibility(of: view("label", text: "Hello"), semantics: nil).role == .text)
    let pressable = ViewAccessibility(of: view("label", text: "Look again"), semantics: nil, isPressable: true)
    #expect(pressable.role == .button && pressable.name == "Look again" && pressable.isPressable)
    // The platform's own controls are pressed by themselves.
    #expect(!ViewAccessibility(of: view("button", ["title": "Go"]), semantics: nil, isPressable: true).isPressable)
    #expect(ViewAccessibility(of: view("button", ["title": "Go"]), semantics: nil).name == "Go")
    #expect(ViewAccessibility(of: view("input", ["placeholder": "Name"]), semantics: nil).name == "Name")
  }

  @Test func statesFollowWhatIsSet() {
    let semantics = PageSemantics(node: 1, role: .switch, states: [.checkable, .checked, .focusable])
    #expect(!ViewAccessibility(of: view("switch", ["on": "false"]), semantics: semantics).states.contains(.checked))
    #expect(ViewAccessibility(of: view("switch", ["on": "true"]), semantics: nil).states.contains(.checked))
    #expect(ViewAccessibility(of: view("button", ["disabled": "true"]), semantics: nil).states.contains(.disabled))
  }

  @Test func liveRegionsAreNamedByWhatIsInThem() {
    let tree = HostTree(RecordingAdapter())
    tree.apply([
      .create(node: 1, component: "view"), .insert(node: 1, parent: nil, index: 0),
      .create(node: 2, component: "label"), .insert(node: 2, parent: 1, index: 0),
      .setText(node: 2, text: "Saved", lines: []), .create(node: 3, component: "label"),
      .insert(node: 3, parent: 1, index: 1), .setText(node: 3, text: "at noon", lines: []),
      .create(node: 4, component: "label"), .insert(node: 4, parent: 1, index: 2),
      .setText(node: 4, text: "secret", lines: []), .setProperty(node: 4, name: "hidden", value: "true"),
    ])
    let semantics = PageSemantics(node: 1, role: .status, properties: [.init(.live, "polite")])
    let status = ViewAccessibility(of: tree.view(of: 1)!, semantics: semantics)
    #expect(status.live == .polite && status.name == "Saved at noon")
  }
}
