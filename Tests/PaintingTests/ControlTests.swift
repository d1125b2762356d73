import Testing

/// The colours of controls, and which controls have the platform's look.
@Suite struct ControlTests {
  private func dump(_ control: String, _ style: String = "") throws -> String {
    try PaintedPage(control, style: style).dump()
  }

  @Test func controlsOfADarkSchemeAreDark() throws {
    let dump = try dump("<input type=checkbox checked>", "html{color-scheme:dark}")
    #expect(dump.contains("rgb(153, 200, 255)") && dump.contains("rgb(59, 59, 59)"))
  }

  @Test func anAccentThatCannotBeToldApartTakesTheOtherScheme() throws {
    let orange = try dump("<input type=checkbox checked style=\"accent-color:orange\">")
    #expect(orange.contains("rgb(59, 59, 59)") && !orange.contains("rgb(255, 255, 255)"))
    let green = try dump("<input type=checkbox checked style=\"accent-color:green\">")
    #expect(green.contains("rgb(255, 255, 255)") && !green.contains("rgb(59, 59, 59)"))
  }

  /// What is translucent is mixed with the canvas: nothing shines through, and the mark is told apart from what shows.
  @Test func translucentAccentsAreMixedWithTheCanvas() throws {
    let light = try dump("<input type=checkbox checked style=\"accent-color:rgb(0 128 0/.5)\">")
    #expect(light.contains("rgb(128, 19"), "\(light)")
    #expect(light.contains("rgb(59, 59, 59)"))
  }

  /// HTML, 4.10.18.5: a `<fieldset>` disables what is in it, except its first legend.
  @Test func fieldsetsDisableTheirControls() throws {
    func isAccented(_ inside: String) throws -> Bool {
      try dump("<fieldset disabled>\(inside)</fieldset>").contains("rgb(0, 117, 255)")
    }
    #expect(try !isAccented("<p><input type=checkbox checked></p>"))
    #expect(try isAccented("<legend><input type=checkbox checked></legend>"))
    #expect(try !isAccented("<legend>a</legend><legend><input type=checkbox checked></legend>"))
  }

  @Test(arguments: ["", "disabled", "disabled checked"])
  func onlyWhereTheAccentShowsTheOtherSchemeIsTaken(state: String) throws {
    for type in ["checkbox", "radio"] {
      let accented = try dump("<input type=\(type) \(state) style=\"accent-color:#fde047\">")
      #expect(try accented == dump("<input type=\(type) \(state)>"))
    }
  }

  @Test func progressWithoutAnEndHasAFifthOfItsBar() throws {
    let dump = try dump("<progress style=\"width:100px;height:20px\"></progress>")
    #expect(dump.components(of: " 20 10] rgb(0, 117, 255)") == 1)
  }

  @Test(arguments: ["border-width:6px", "border-color:red", "background:#fff", "border-radius:3px"])
  func buttonsThatAPageStyledHaveNoLookOfThePlatform(style: String) throws {
    let own = try dump("<button style=\"\(style)\">x</button>")
    let native = try dump("<button>x</button>")
    #expect(native.contains("fill ring") && native.contains("rgb(118, 118, 118)"))
    #expect(!own.contains("rgb(118, 118, 118)"))
  }
}
