import CSSValues
import HostCore
import HybridClient
import PageFormat
import Testing

/// What hosts read from properties, and where things are.
@Suite struct HostValuesTests {
  private func view(_ component: String, _ properties: [String: String]) throws -> HostView {
    let tree = HostTree(RecordingAdapter())
    tree.apply(
      [
        .create(node: 1, component: component),
        .setFrame(node: 1, frame: LayoutRect(x: 0, y: 0, width: 80, height: 40)),
      ]
        + properties.map { .setProperty(node: 1, name: $0.key, value: $0.value) })
    return try #require(tree.view(of: 1))
  }

  @Test func looksAreRead() throws {
    let look = ViewLook(
      of: try view(
        "label",
        [
          "backgroundColor": "rgba(255, 0, 0, 0.5)", "borderWidth": "2px", "borderRadius": "50%", "opacity": "7",
          "fontSize": "20px", "fontFamily": "\"Helvetica Neue\", sans-serif", "fontWeight": "700",
          "textAlign": "center",
          "color": "#0f0",
        ]))
    #expect(look.background == ViewLook.Color(1, 0, 0, 0.5))
    #expect(look.borderWidth == 2 && look.radius == 20 && look.opacity == 1)
    #expect(look.fontSize == 20 && look.families == ["Helvetica Neue", "sans-serif"] && look.fontWeight == 700)
    #expect(look.alignment == 0.5 && look.color == ViewLook.Color(0, 1, 0))
    let plain = ViewLook(of: try view("view", ["backgroundColor": "transparent", "fontSize": "nan", "opacity": "x"]))
    #expect(plain.background == nil && plain.fontSize == 1 && plain.opacity == 1)
  }

  @Test func fieldsHaveAllAttributes() throws {
    let field = FieldAttributes(
      of: try view(
        "input",
        [
          "type": "password", "text": "abcdef", "maxlength": "4", "placeholder": "Word", "returnType": "Next",
          "required": "true", "clearOnBegin": "1", "autocapitalize": "none",
        ]))
    #expect(field.isSecure && field.isRequired && field.clearsOnBegin && field.isEditable)
    #expect(field.text == "abcd" && field.bounded("uvwxyz") == "uvwx")
    #expect(field.purpose == .password && field.returnKey == .next && field.capitalization == .none)
    #expect(FieldAttributes(of: try view("input", ["keyboardType": "emailaddress"])).purpose == .email)
    #expect(FieldAttributes(of: try view("input", ["type": "tel"])).purpose == .phone)
    #expect(FieldAttributes(of: try view("input", ["keyboardType": "Number"])).purpose == .digits)
    #expect(!FieldAttributes(of: try view("textArea", ["editable": "no"])).isEditable)
    #expect(FieldAttributes(of: try view("input", ["maxlength": "-3"])).maximumLength == 0)
    #expect(FieldAttributes.titles("One, Two ,\"Three\"") == ["One", "Two", "Three"])
    #expect(FieldAttributes.titles("['a','b']") == ["a", "b"])
  }

  /// The JavaScript client has the same (primitives.test.js).
  @Test(arguments: [
    (#"["Hamburg, DE","Lisbon, PT"]"#, ["Hamburg, DE", "Lisbon, PT"]),
    (#" ["a", 2, null, ""] "#, ["a", "2", "", ""]), ("One,,Three", ["One", "", "Three"]),
    ("东京，大阪", ["东京", "大阪"]), ("'A','B'", ["A", "B"]), ("[a, b]", ["a", "b"]),
    ("One,Two, ", ["One", "Two"]), ("", []), ("5", ["5"]),
  ])
  func titlesKeepTheirNumbers(_ text: String, _ wanted: [String]) { #expect(FieldAttributes.titles(text) == wanted) }

  @Test func fieldsSayWhatIsAroundThem() throws {
    let field = FieldAttributes(
      of: try view(
        "textArea",
        ["borderStyle": "roundedRect", "cursorColor": "rgb(255, 0, 0)", "selectable": "no", "showClear": "true"]))
    #expect(field.border == .rounded && field.outline?.radius == 6 && field.cursorColor == ViewLook.Color(1, 0, 0))
    #expect(!field.isSelectable && field.showsClear && !field.showsCancel)
    let plain = FieldAttributes(of: try view("searchBar", ["borderStyle": "dotted", "showsCancelButton": "1"]))
    #expect(plain.border == .none && plain.outline == nil && plain.cursorColor == nil)
    #expect(plain.isSelectable && plain.showsCancel)
  }

  @Test func buttonsLookAsTheirStateSays() throws {
    var properties = [
      "title": "Send", "highlightTitle": "Sending", "selectedTitle": "Sent", "selectedTitleColor": "rgb(0, 255, 0)",
      "highlightTitleColor": "rgb(255, 0, 0)", "selectedBackgroundColor": "rgb(0, 0, 255)", "image": "a.png",
      "selectedImage": "b.png",
    ]
    let plain = ButtonLook(of: try view("button", properties))
    #expect(plain.title == "Send" && plain.color == .black && plain.background == nil && plain.image == "a.png")
    let held = ButtonLook(of: try view("button", properties), isPressed: true)
    #expect(held.title == "Sending" && held.color == ViewLook.Color(1, 0, 0) && held.image == "a.png")
    properties["selected"] = "true"
    let selected = ButtonLook(of: try view("button", properties))
    #expect(selected.title == "Sent" && selected.color == ViewLook.Color(0, 1, 0) && selected.image == "b.png")
    #expect(selected.background == ViewLook.Color(0, 0, 1) && selected.strokes.isEmpty)
    #expect(ButtonLook(of: try view("button", properties), isPressed: true).title == "Sending")
    // A sign in place of a text: a ring and what is in it.
    #expect(ButtonLook(of: try view("button", ["type": "contactAdd"])).strokes.count == 3)
    #expect(ButtonLook(of: try view("button", ["type": "contactAdd", "title": "Add"])).strokes.isEmpty)
  }

  @Test func imagesArePlaced() {
    func place(_ mode: String) -> LayoutRect { ImagePlacement.place((200, 100), in: (100, 100), mode: mode) }
    #expect(place("scaleToFill") == LayoutRect(x: 0, y: 0, width: 100, height: 100))
    #expect(place("aspectfit") == LayoutRect(x: 0, y: 25, width: 100, height: 50))
    #expect(place("scaleAspectFill") == LayoutRect(x: -50, y: 0, width: 200, height: 100))
    #expect(place("topRight") == LayoutRect(x: -100, y: 0, width: 200, height: 100))
    #expect(ImagePlacement.place((0, 5), in: (1, 1), mode: "center") == .zero)
  }

  @Test func whatSticksFollowsTheEdgeAndLeavesWithItsSection() {
    #expect(StickyPosition.shift(top: 100, height: 20, end: 400, offset: 50) == 0)
    #expect(StickyPosition.shift(top: 100, height: 20, end: 400, offset: 250) == 150)
    #expect(StickyPosition.shift(top: 100, height: 20, end: 400, offset: 395) == 280)
    #expect(StickyPosition.offset(showing: 500, 30, in: 200, from: 0) == 330)
    #expect(StickyPosition.offset(showing: 100, 30, in: 200, from: 150) == 100)
    #expect(StickyPosition.offset(showing: 160, 30, in: 200, from: 150) == 150)
    #expect(StickyPosition.clamped(900, area: 500, screen: 200) == 300)
  }
}
