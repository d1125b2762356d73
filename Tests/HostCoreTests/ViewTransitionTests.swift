import CSSValues
import HybridClient
import PageFormat
import Testing

@testable import HostCore

@Suite struct TimingFunctionTests {
  @Test func functionsAreThoseOfTheStandard() {
    func at(_ text: String, _ time: Double) -> Double { TimingFunction(text)?.output(at: time) ?? .nan }
    #expect(at("linear", 0.3) == 0.3)
    // Values of browsers.
    #expect(abs(at("ease", 0.5) - 0.8024) < 0.001 && abs(at("ease-in", 0.5) - 0.3154) < 0.001)
    #expect(abs(at("ease-out", 0.5) - 0.6846) < 0.001 && abs(at("ease-in-out", 0.25) - 0.1291) < 0.001)
    #expect(at("cubic-bezier(0.5, 0, 0.5, 1)", 0) == 0 && at("cubic-bezier(0.5, 0, 0.5, 1)", 1) == 1)
    #expect(at("cubic-bezier(0.3, -1, 0.7, 2)", 0.1) < 0)
    #expect(
      try at("steps(4)", 0.49) == 0.25 && at("steps(4, start)", 0.49) == 0.5 && at("steps(4, jump-none)", 0.49) == 1 / 3
    )
    #expect(at("steps(3, jump-both)", 0.5) == 0.5 && at("steps(1)", 0.99) == 0 && at("steps(2)", 1) == 1)
    #expect(abs(at("linear(0 0%, 0.5 25%, 1 100%)", 0.625) - 0.75) < 1e-9)
    for wrong in [
      "", "fast", "cubic-bezier(2, 0, 1, 1)", "cubic-bezier(1)", "steps(0)", "steps(1, jump-none)", "steps(2, up)",
      "linear()",
    ] {
      #expect(TimingFunction(wrong) == nil, "\(wrong)")
    }
  }
}

@Suite struct ViewTransitionTests {
  private func tree(_ properties: [(String, String)]) throws -> (HostTree<RecordingAdapter>, HostView) {
    let tree = HostTree(RecordingAdapter())
    tree.setScreen(width: 100, height: 100)
    var commands: [ViewCommand] = [
      .create(node: 1, component: "view"), .insert(node: 1, parent: nil, index: 0),
      .setFrame(node: 1, frame: LayoutRect(x: 0, y: 0, width: 50, height: 50)),
    ]
    for (name, value) in properties { commands.append(.setProperty(node: 1, name: name, value: value)) }
    tree.apply(commands)
    return (tree, try #require(tree.view(of: 1)))
  }

  private func set(_ name: String, _ value: String?, _ tree: HostTree<RecordingAdapter>) {
    tree.apply([.setProperty(node: 1, name: name, value: value)])
  }

  private func opacity(_ view: HostView) -> Double { (ViewLook(of: view).opacity * 1_000).rounded() / 1_000 }

  @Test func opacityGoesOverTime() throws {
    let (tree, view) = try tree([
      ("opacity", "0"), ("transitionDuration", "2s"), ("transitionTimingFunction", "linear"),
    ])
    var begun = 0
    tree.onMotion = { begun += 1 }
    #expect(opacity(view) == 0 && tree.moving.isEmpty)
    tree.drawFrame(at: 100)
    set("opacity", "1", tree)
    #expect(begun == 1 && opacity(view) == 0)
    // Frames may have come long ago: the way begins with the first one after.
    #expect(tree.drawFrame(at: 500) && opacity(view) == 0)
    #expect(tree.drawFrame(at: 500.5) && opacity(view) == 0.25)
    let updates = tree.adapter.updates
    #expect(tree.drawFrame(at: 501) && opacity(view) == 0.5 && tree.adapter.updates > updates)
    #expect(!tree.drawFrame(at: 502) && opacity(view) == 1 && view["opacity"] == "1")
    // Another way, which the page takes back.
    set("opacity", nil, tree)
    #expect(tree.moving.isEmpty)
  }

  /// CSS Transitions 1, 3.1: a way back from a quarter takes a quarter of the time.
  @Test func theWayBackIsAsLong() throws {
    let (tree, view) = try tree([
      ("opacity", "0"), ("transitionDuration", "1s"), ("transitionTimingFunction", "linear"),
    ])
    set("opacity", "1", tree)
    tree.drawFrame(at: 10)
    tree.drawFrame(at: 10.25)
    #expect(opacity(view) == 0.25)
    set("opacity", "0", tree)
    tree.drawFrame(at: 10.25)
    #expect(tree.drawFrame(at: 10.375) && opacity(view) == 0.125)
    #expect(!tree.drawFrame(at: 10.5) && opacity(view) == 0)
  }

  @Test func coloursAreMixedPremultiplied() throws {
    let (tree, view) = try tree([
      ("transitionProperty", "background-color, color"), ("transitionDuration", "1s, 500ms"),
      ("transitionTimingFunction", "linear, steps(2)"), ("transitionDelay", "0s, 1s"), ("color", "rgb(0, 0, 0)"),
    ])
    set("backgroundColor", "rgb(255, 0, 0)", tree)
    set("color", "rgb(200, 100, 0)", tree)
    set("borderColor", "rgb(1, 2, 3)", tree)
    #expect(view["borderColor"] == "rgb(1, 2, 3)")
    tree.drawFrame(at: 1)
    tree.drawFrame(at: 1.5)
    // From nothing: red all the way.
    let half = try #require(ViewLook(of: view).background)
    #expect(abs(half.alpha - 0.5) < 1e-6 && abs(half.red - 1) < 1e-6)
    #expect(ViewLook(of: view).color == ViewLook.Color(0, 0, 0))
    tree.drawFrame(at: 2.3)
    let color = ViewLook(of: view).color
    #expect(abs(color.red - 100.0 / 255) < 1e-6 && abs(color.green - 50.0 / 255) < 1e-6)
    #expect(!tree.drawFrame(at: 2.5) && view["color"] == "rgb(200, 100, 0)")
  }

  @Test func nothingMovesThatIsNotSeenOrWanted() throws {
    let rules = [("transitionDuration", "1s"), ("opacity", "0.5")]
    // In the batch that makes the view.
    let (tree, view) = try tree(rules + [("opacity", "0.7")])
    #expect(opacity(view) == 0.7 && tree.moving.isEmpty)
    tree.reducesMotion = true
    set("opacity", "1", tree)
    #expect(opacity(view) == 1 && tree.moving.isEmpty)
    tree.reducesMotion = false
    // What is gone, and its number another view's.
    set("opacity", "0", tree)
    tree.apply([.remove(node: 1), .create(node: 1, component: "view"), .insert(node: 1, parent: nil, index: 0)])
    #expect(!tree.drawFrame(at: 1))
    // Values that mean nothing are shown as they are.
    let (other, shown) = try self.tree(rules)
    set("opacity", "none", other)
    #expect(other.moving.isEmpty && shown["opacity"] == "none")
  }
}
