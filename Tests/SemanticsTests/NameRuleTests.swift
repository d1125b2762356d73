import Compiler
import Page
import Semantics
import Testing

/// Rules of roles and names that the web platform tests showed to be missing.
@Suite struct NameRuleTests {
  private func tree(_ body: String, _ style: String = "") -> SemanticTree? {
    OnePage(markup: "<!doctype html><html lang=en><style>\(style)</style><body>\(body)").tree()
  }

  private func name(_ body: String, _ style: String = "") -> String? {
    tree(body, style)?.nodes.first { $0.role != .document && $0.role != .text }?.name
  }

  private func roles(_ body: String) -> [String] { tree(body)?.nodes.dropFirst().map(\.role.name) ?? [] }

  @Test(arguments: [
    ("inline-block", "one two"), ("inline-flex", "one two"), ("block", "one two"), ("inline", "onetwo"),
    ("contents", "onetwo"),
  ])
  func boxesSeparateWords(display: String, expected: String) {
    #expect(name("<button><span>one</span><span>two</span></button>", "span { display: \(display) }") == expected)
  }

  /// What `aria-labelledby` of a part has read is not read again in the same name.
  @Test func referencesAreReadOnce() {
    let heading = "<h3><a href=x aria-labelledby=i>one</a> <a href=y>two <img id=i alt=image src=a.png> three</a></h3>"
    let named = tree(heading)?.nodes.filter { $0.role == .heading || $0.role == .link }.map(\.name)
    #expect(named == ["image two three", "image", "two image three"])
    // A button that names itself reads itself.
    #expect(name("<button id=b aria-labelledby='b x'>Delete <span id=x>file</span></button>") == "Delete file file")
  }

  @Test(arguments: [
    "alt", "alt title=x", "alt aria-label=' '", "alt aria-labelledby=none", "alt aria-labelledby=empty",
    "alt aria-labelledby=space",
  ])
  func ornamentsStayOrnaments(attributes: String) {
    #expect(roles("<img src=a.png \(attributes)><div id=empty></div><div id=space> </div>") == [])
  }

  @Test(arguments: [
    "alt aria-label=x", "alt aria-labelledby=named", "alt tabindex=0", "alt aria-describedby=named", "",
  ])
  func otherImagesAreImages(attributes: String) {
    #expect(roles("<img src=a.png \(attributes)><div id=named>n</div>").first == "image")
  }

  @Test func namesThatReadNothingMakeNoLandmark() {
    #expect(roles("<section><aside aria-labelledby=e>x</aside></section><i id=e></i>") == ["text"])
    #expect(roles("<section><aside aria-labelledby=e>x</aside></section><i id=e>n</i>").contains("complementary"))
    #expect(roles("<section><aside title=t>x</aside></section>").contains("complementary"))
  }

  @Test func abbreviationsAreNamedByTheirTitle() {
    #expect(name("<abbr title='Web Platform Tests'>WPT</abbr>") == "Web Platform Tests")
    #expect(name("<button>the <abbr title='Web Platform Tests'>WPT</abbr></button>") == "the WPT")
  }

  @Test func partsOfImagesAreLinks() {
    let map = "<map name=m><area href=x alt=North><area alt=South></map>"
    #expect(
      tree(map + "<img usemap='#m' alt=Map src=a.png>")?.nodes.contains { $0.role == .link && $0.name == "North" }
        == true)
    #expect(roles(map) == [])
  }

  @Test func whatIsWrongIsNoted() throws {
    let wrong = try #require(
      tree("<div role=option>a</div><b role=none tabindex=0>b</b><div role=button>c <a href=x>d</a></div>"))
    #expect(wrong.misplacedRoles.map(\.role) == [.option])
    #expect(wrong.conflictingRoles.count == 1 && wrong.nestedControls.count == 1)
    let right = try #require(
      tree(
        "<div role=listbox><div role=option>a</div></div><b role=none>b</b><button>c <span tabindex=-1>d</span></button>"
      ))
    #expect(right.misplacedRoles.isEmpty && right.conflictingRoles.isEmpty && right.nestedControls.isEmpty)
  }
}
