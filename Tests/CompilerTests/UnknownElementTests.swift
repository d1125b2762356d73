import Diagnostics
import Testing

@testable import Compiler

/// Elements that no vocabulary has, in HTML, SVG and MathML.
@Suite struct UnknownElementTests {
  private func problems(_ body: String, path: String = "index.html", page: String? = nil) -> [String] {
    let text =
      page ?? "<!DOCTYPE html><html lang=en><meta name=viewport content=width=device-width><title>t</title>\n\(body)"
    return MemorySite([path: text]).compile(path).diagnostics.filter { $0.code == .unknownElement }.map { problem in
      "\(problem.location?.line ?? 0):\(problem.location?.column ?? 0) \(problem.severity) \(problem.message) | \(problem.help ?? "")"
    }
  }

  @Test(arguments: [
    ("<mian>x</mian>", "HTML has no element `<mian>` | did you mean `<main>`?"),
    ("<buton>x</buton>", "HTML has no element `<buton>` | did you mean `<button>`?"),
    ("<includ src=x.html></includ>", "HTML has no element `<includ>` | did you mean `<include>`?"),
    (
      "<foobarbaz></foobarbaz>", "HTML has no element `<foobarbaz>` | elements of your own have a hyphen in their names"
    ),
    ("<svg><circel/></svg>", "SVG has no element `<circel>` | did you mean `<circle>`?"),
    ("<svg><lineargradent/></svg>", "SVG has no element `<lineargradent>` | did you mean `<linearGradient>`?"),
    (
      "<svg><iframe></iframe><label></label></svg>",
      "SVG has no element `<label>` | put elements of HTML into `<foreignObject>`"
    ),
    ("<math><mfarc/></math>", "MathML has no element `<mfarc>` | did you mean `<mfrac>`?"),
    (
      "<template><template><scetion></scetion></template></template>",
      "HTML has no element `<scetion>` | did you mean `<section>`?"
    ),
  ])
  func misspeltElementsAreWarnings(markup: String, expected: String) {
    let found = problems(markup)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("2:") == true && found.first?.hasSuffix("warning " + expected) == true, "\(found)")
  }

  @Test(arguments: [
    "<my-element></my-element><x-a.b></x-a.b><o:p></o:p><fb:like></fb:like>",
    "<center><font><tt>x</tt></font></center><marquee></marquee><nobr></nobr><acronym></acronym><image src=data:,>",
    "<noindex></noindex><menuitem></menuitem><portal></portal><selectedcontent></selectedcontent><rtc></rtc>",
    "<svg><metadata><sfw><slices/></sfw></metadata><font-face/><sodipodi:namedview/><flowRoot/><feDropShadow/></svg>",
    "<math><semantics><mi>x</mi><annotation-xml><apply><plus/><zzz/></apply></annotation-xml></semantics></math>",
    "<svg><foreignObject><main>x</main></foreignObject><title>x</title><desc><p>y</p></desc></svg>",
    "<transition><component is=x></component></transition>",
  ])
  func knownCustomAndForeignElementsAreNot(markup: String) {
    #expect(problems(markup) == [])
  }

  /// XML tells capital letters apart.
  @Test func documentsOfXMLAreCheckedToo() {
    let found = problems(
      "", path: "index.xhtml",
      page:
        "<!DOCTYPE html><html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>t</title></head><body><Main/></body></html>"
    )
    #expect(found == ["1:94 warning HTML has no element `<Main>` | did you mean `<main>`?"], "\(found)")
  }

  /// A page of nothing but such elements does not fill the list of problems.
  @Test func ofOneNameOnlySomeAreReported() {
    #expect(problems(String(repeating: "<blubb></blubb>", count: 500)).count == 20)
  }
}
