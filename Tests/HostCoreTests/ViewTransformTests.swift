import CSSValues
import HybridClient
import PageFormat
import Painting
import Testing

@testable import HostCore

@Suite struct TransformListTests {
  private func list(_ text: String, _ property: String = "transform") -> TransformList? {
    TransformList(property, text, width: 200, height: 100)
  }

  private func numbers(_ matrix: PaintMatrix?) -> [Double] {
    guard let matrix else { return [] }
    return [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f].map { ($0 * 1_000).rounded() / 1_000 + 0 }
  }

  @Test func functionsAreReadAsComputedValuesWriteThem() {
    #expect(numbers(list("translate(10px, 50%)")?.matrix) == [1, 0, 0, 1, 10, 50])
    #expect(numbers(list("translateX(-100%) scale(2)")?.matrix) == [2, 0, 0, 2, -200, 0])
    #expect(numbers(list("rotate(0.25turn)")?.matrix) == [0, 1, -1, 0, 0, 0])
    #expect(numbers(list("matrix(1, 2, 3, 4, 5, 6)")?.matrix) == [1, 2, 3, 4, 5, 6])
    #expect(numbers(list("skewX(45deg)")?.matrix) == [1, 0, 1, 1, 0, 0])
    #expect(numbers(list("20px 10%", "translate")?.matrix) == [1, 0, 0, 1, 20, 10])
    #expect(numbers(list("90deg", "rotate")?.matrix) == [0, 1, -1, 0, 0, 0])
    #expect(numbers(list("2 3", "scale")?.matrix) == [2, 0, 0, 3, 0, 0])
    #expect(numbers(list("none")?.matrix) == [1, 0, 0, 1, 0, 0])
  }

  @Test func transformsOutOfThePlaneAreNotRead() {
    for wrong in [
      "rotateX(10deg)", "perspective(10px)", "translateZ(4px)", "matrix3d(1)", "scale()", "rotate(10)", "scale(nan)",
      "turn", "translate(1px", String(repeating: "scale(1) ", count: 500),
    ] {
      #expect(list(wrong) == nil || wrong == "translate(1px", "\(wrong)")
    }
    #expect(list("x 10deg", "rotate") == nil && list("1px 2px 3px", "translate") == nil)
  }

  @Test func listsOfOneKindGoFunctionByFunction() throws {
    let start = try #require(list("translate(0px, 0px) rotate(0deg)"))
    let end = try #require(list("translate(100px, 20px) rotate(360deg)"))
    // A whole turn is a turn, although its matrix is where it began.
    #expect(start.toward(end, 0.25).functions == [.translate(25, 5), .rotate(90)])
    // What is missing changes nothing.
    #expect(try #require(list("none")).toward(#require(list("scale(3)")), 0.5).functions == [.scale(2, 2)])
  }

  @Test func otherListsGoAsMatrices() throws {
    let start = try #require(list("translate(10px, 0px) rotate(90deg)"))
    let end = try #require(list("translate(30px, 0px) scale(3)"))
    let half = start.toward(end, 0.5)
    #expect(half.functions.first == .translate(20, 0) && half.functions.count == 2)
    // Half of the turn, and twice as large.
    let side = 2 * 0.5.squareRoot()
    #expect(numbers(half.matrix) == numbers(PaintMatrix(side, side, -side, side, 20, 0)))
    // The ends are what they were, skewed or mirrored.
    for text in ["matrix(1, 0.5, -0.3, 2, 7, 9)", "matrix(-1, 0, 0, 1, 0, 0)", "matrix(0, -2, 3, 0.5, 0, 1)"] {
      let matrix = try #require(list(text)), other = try #require(list("rotate(10deg)"))
      #expect(numbers(matrix.toward(other, 0).matrix) == numbers(matrix.matrix), "\(text)")
      #expect(numbers(other.toward(matrix, 1).matrix) == numbers(matrix.matrix), "\(text)")
    }
    // What cannot be undone is jumped to.
    let flat = try #require(list("matrix(0, 0, 0, 0, 1, 1)"))
    #expect(flat.toward(try #require(list("rotate(1deg)")), 0.2).matrix == flat.matrix)
  }
}

@Suite struct ViewTransformTests {
  private let adapter = RecordingAdapter()

  private func tree(_ properties: [(String, String)]) -> HostTree<RecordingAdapter> {
    let tree = HostTree(adapter)
    tree.setScreen(width: 400, height: 400)
    var commands: [ViewCommand] = [
      .create(node: 1, component: "view"), .insert(node: 1, parent: nil, index: 0),
      .setFrame(node: 1, frame: LayoutRect(x: 100, y: 100, width: 100, height: 50)),
      .create(node: 2, component: "view"), .insert(node: 2, parent: 1, index: 0),
      .setFrame(node: 2, frame: LayoutRect(x: 0, y: 0, width: 10, height: 10)),
    ]
    for (name, value) in properties { commands.append(.setProperty(node: 1, name: name, value: value)) }
    tree.apply(commands)
    return tree
  }

  @Test func hitsAndPlacesAreThoseThatAreSeen() throws {
    let tree = tree([("transform", "rotate(90deg)")])
    // About the middle (150, 125): 50 wide and 100 high.
    let view = try #require(tree.view(of: 1)), corner = try #require(tree.view(of: 2))
    let place = tree.place(of: view)
    #expect(abs(place.x - 125) < 1e-9 && abs(place.y - 75) < 1e-9)
    #expect(abs(place.width - 50) < 1e-9 && abs(place.height - 100) < 1e-9)
    #expect(tree.hit(x: 150, y: 80) === view && tree.hit(x: 110, y: 125) == nil)
    // The upper left corner is at the upper right one.
    #expect(tree.hit(x: 170, y: 80) === corner && tree.hit(x: 130, y: 80) === view)
  }

  @Test func originsAndSeparatePropertiesCount() throws {
    let view = try #require(
      tree([
        ("transformOrigin", "0px 100%"), ("scale", "2"), ("translate", "10px"), ("transform", "translateX(5px)"),
      ]).view(of: 1))
    // translate, then scale about the lower left corner, then the transform.
    let (x, y) = try #require(ViewLook(of: view).transform).apply(0, 50)
    #expect(x == 10 + 2 * 5 && y == 50)
    #expect(try #require(ViewLook(of: view).transform).apply(0, 0) == (20, -50))
  }

  @Test func transformsGoOverTime() throws {
    let tree = tree([("transitionDuration", "1s"), ("transitionTimingFunction", "linear")])
    let view = try #require(tree.view(of: 1))
    tree.apply([.setProperty(node: 1, name: "transform", value: "translateX(200%)")])
    #expect(view.transform == nil && tree.hit(x: 110, y: 110) != nil)
    tree.drawFrame(at: 5)
    #expect(tree.drawFrame(at: 5.25) && view.transform == .translation(50, 0))
    // What is on its way is hit where it is.
    #expect(tree.hit(x: 110, y: 110) == nil && tree.hit(x: 240, y: 110) === view)
    #expect(!tree.drawFrame(at: 6) && view.transform == .translation(200, 0))
    tree.reducesMotion = true
    tree.apply([.setProperty(node: 1, name: "transform", value: nil)])
    #expect(view.transform == nil && tree.moving.isEmpty)
  }

  /// A drawer beside the screen is there when it slides in, and what is hidden by its transform is not hit.
  @Test func whatIsMovedOffTheScreenComesBack() throws {
    let tree = tree([("transform", "translateX(-2000px)")])
    #expect(tree.platformView(of: 1) == nil)
    tree.apply([.setProperty(node: 1, name: "transform", value: "translateX(0px)")])
    #expect(tree.platformView(of: 1) != nil)
    tree.apply([.setProperty(node: 1, name: "transform", value: "scale(0)")])
    #expect(tree.hit(x: 150, y: 125) == nil)
  }
}
