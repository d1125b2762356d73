import Foundation
import Testing

@testable import Text

/// The table that spares fontconfig's rules for families that neither they nor the fonts know.
@Suite struct RuledFamiliesTests {
  private static let rules = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
    <fontconfig>
      <!-- <test name="family" compare="contains"><string>In A Comment</string></test> -->
      <alias binding="same"><family>Old Name</family><prefer><family>Test</family></prefer></alias>
      <alias binding="same"><family>Stra\u{DF}e &amp; Co</family><prefer><family>Test</family></prefer></alias>
      <match>
        <test qual="all" name="family"><string>Who<!-- a comment parts no text -->le</string></test>
        <edit name="family" mode="assign" binding="same"><string>Test</string></edit>
      </match>
      <match>
        <test name="family" compare="contains"><string>Grotesk</string></test>
        <edit name="family" mode="prepend_first" binding="strong"><string>Test</string></edit>
      </match>
      <match>
        <test name="family" compare="not_eq"><string>Light Only</string></test>
        <test name="weight" compare="more"><const>bold</const></test>
        <edit name="family" mode="prepend_first" binding="strong"><string>Test</string></edit>
      </match>
    </fontconfig>
    """

  /// The file of a configuration with one font, whose rules are in a folder that it includes.
  private func configuration(_ rules: String = Self.rules) throws -> (file: String, folder: URL) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fontconfig-\(UUID().uuidString)")
    for name in ["fonts", "conf.d"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try Data(TestFont.squares(0x20...0x7E).data()).write(to: folder.appendingPathComponent("fonts/Test.ttf"))
    try Data(rules.utf8).write(to: folder.appendingPathComponent("conf.d/10-rules.conf"))
    let file = folder.appendingPathComponent("fonts.conf")
    try Data(
      """
      <fontconfig>
        <dir>\(folder.path)/fonts</dir>
        <cachedir>\(folder.path)/cache</cachedir>
        <include>\(folder.path)/conf.d</include>
      </fontconfig>
      """.utf8
    ).write(to: file)
    return (file.path, folder)
  }

  /// Asks for as many unknown families as there are before a table is made, and more.
  private func warm(_ fonts: SystemFonts, _ count: Int = 200) {
    for number in 0..<count {
      _ = fonts.match(family: "Unheard \(number)", weight: 400, stretch: 100, isItalic: false)
    }
  }

  private static let names = [
    "Test", "test", "T e s t", "Old Name", "OLD NAME", "oldname", "Old  Name", "Older Name", "Stra\u{DF}e & Co",
    "STRASSE & CO", "strasse&co", "Whole", "whole", "W hole", "Wholes", "Grotesk", "Neue grotesk 2", "Neue Gro tesk",
    "Light Only", "light only", "LightOnly", "In A Comment", "Never Heard", " ", "\u{130}", "\u{212A}", "\u{1F600}",
    "Arial", "sans", "Sans", "Georgia", "Liberation Sans",
  ]

  @Test func answersAreThoseOfTheRules() throws {
    let (file, folder) = try configuration()
    defer { try? FileManager.default.removeItem(at: folder) }
    let quick = SystemFonts(configurationFile: file)
    let plain = SystemFonts(configurationFile: file, usesTable: false)
    warm(quick)
    var found: Set<String> = []
    for name in Self.names {
      for weight in [100.0, 400, 900] {
        let answer = quick.match(family: name, weight: weight, stretch: 100, isItalic: false)
        let expected = plain.match(family: name, weight: weight, stretch: 100, isItalic: false)
        #expect(answer == expected, "\(name) \(weight)")
        if answer != nil { found.insert("\(name) \(Int(weight))") }
      }
    }
    // The rules do what they say, so that a table which knows nothing fails.
    for name in ["Old Name", "oldname", "STRASSE & CO", "Whole", "Neue grotesk 2"] {
      #expect(found.contains("\(name) 400"), "\(name)")
    }
    #expect(!found.contains("Never Heard 400") && found.contains("Never Heard 900"))
    #expect(!found.contains("light only 900"))
  }

  @Test func rulesRunOnceForNamesThatTheyDoNotKnow() throws {
    let (file, folder) = try configuration()
    defer { try? FileManager.default.removeItem(at: folder) }
    let quick = SystemFonts(configurationFile: file)
    warm(quick, 1000)
    #expect(quick.substitutionCount == 33)
    for number in 0..<50 {
      _ = quick.match(family: "Grotesk \(number)", weight: 400, stretch: 100, isItalic: false)
      _ = quick.match(family: "Another \(number)", weight: 700, stretch: 100, isItalic: true)
    }
    #expect(quick.substitutionCount == 33 + 50 + 1)
    let plain = SystemFonts(configurationFile: file, usesTable: false)
    warm(plain, 1000)
    #expect(plain.substitutionCount == 1000)
  }

  @Test func theMachinesConfiguration() {
    let quick = SystemFonts()
    let plain = SystemFonts(usesTable: false)
    warm(quick, 500)
    #expect(quick.substitutionCount <= 33)
    let own = ["Helvetica", "helvetica neue", "Times", "Bitstream Vera Sans", "DejaVuSans", "DejaVu Sans", "mono"]
    for name in Self.names + own {
      let answer = quick.match(family: name, weight: 400, stretch: 100, isItalic: false)
      #expect(answer == plain.match(family: name, weight: 400, stretch: 100, isItalic: false), "\(name)")
    }
  }

  @Test func rulesThatCouldKnowAnyNameKeepTheTableFromBeingUsed() throws {
    let (file, folder) = try configuration(
      "<fontconfig><alias><family><![CDATA[Old Name]]></family><prefer><family>Test</family></prefer></alias></fontconfig>"
    )
    defer { try? FileManager.default.removeItem(at: folder) }
    let fonts = SystemFonts(configurationFile: file)
    warm(fonts, 100)
    #expect(fonts.substitutionCount == 100)
  }

  @Test func textsOfAFile() throws {
    let rules = try #require(FontconfigRules(Array(Self.rules.utf8)))
    #expect(rules.parts == ["Grotesk"])
    #expect(Set(rules.texts).isSuperset(of: ["Old Name", "Whole", "Stra\u{DF}e & Co", "Light Only"]))
    #expect(!rules.texts.contains("In A Comment"))
  }

  @Test(arguments: [
    "<edit name='family'><plus><string>a</string><string>b</string></plus></edit>",
    "<if><contains><name>family</name><string>a</string></contains></if>",
    "<test name='family'><name>style</name></test>", "<test><name>style</name></test>",
    "<test name='fam&#105;ly' compare='contains'><string>a</string></test>",
    "<string><![CDATA[a]]></string>", "<string>&#97;</string>", "<string>&own;</string>",
    "<!DOCTYPE fontconfig [<!ATTLIST test compare CDATA 'contains'>]>", "<!ENTITY own 'a'>",
    "<?xml version='1.0' encoding='iso-8859-1'?>", "<string>\u{0}</string>", "<!-- open", "<test name='>", "<?xml",
  ])
  func filesOfWhichNothingIsKnown(_ text: String) {
    #expect(FontconfigRules(Array(text.utf8)) == nil)
  }

  @Test func otherTestsMayHaveExpressions() {
    let text = "<test name='lang' compare='contains'><name>prgname</name></test><family>a &lt; b</family>"
    #expect(FontconfigRules(Array(text.utf8))?.texts == ["prgname", "a < b"])
    #expect(FontconfigRules([0x61, 0xFF]) == nil)
  }
}
