/// How the text of scripts and styles is written so that HTML, which reads no references there, and XML both read it.
enum RawText {
  /// Programs and style sheets: the marks of a CDATA section are in comments of the language.
  case code
  /// JSON, which has no comments but escapes.
  case json
  /// Markup that scripts insert: the marks of the CDATA section are comments of HTML.
  case template
  /// What a script of the page reads as it is, such as a shader or a text.
  case data
  /// The text of an `<xmp>`, which readers see.
  case shown

  /// What a `<script>` of a type holds (HTML 4.12.1).
  init(scriptType type: String) {
    let programs = ["javascript", "ecmascript", "jscript", "livescript", "module", "babel", "jsx", "typescript"]
    let templates = ["html", "template", "handlebars", "mustache", "tmpl", "vue"]
    if type.contains("json") || type == "importmap" || type == "speculationrules" {
      self = .json
    } else if type.isEmpty || programs.contains(where: type.contains) {
      self = .code
    } else {
      self = templates.contains(where: type.contains) ? .template : .data
    }
  }

  /// Whether HTML's parser and XML's can both read the text as what it is: marks in comments change no program, but a
  /// `]]>` inside of one does, and other texts are looked at as they are.
  func isReadByBoth(_ text: [UInt8]) -> Bool {
    switch self {
    case .json: true
    case .code: !text.containsSequence("]]>")
    case .template, .data, .shown: !Self.needsMarks(text)
    }
  }

  private static func needsMarks(_ text: [UInt8]) -> Bool {
    text.contains { $0 == 0x3C || $0 == 0x26 } || text.containsSequence("]]>")
  }

  /// The markup, and what XML reads of it. Text without `<`, `&` and `]]>` is written as it is.
  func write(_ text: [UInt8]) -> (markup: [UInt8], read: [UInt8]) {
    guard Self.needsMarks(text) else { return (text, text) }
    switch self {
    case .code, .data:
      // A `]]>` of the program itself gets comments between its brackets and its `>`.
      let inner = text.replacingSequence("]]>", with: "]]/*]]>*//*<![CDATA[*/>")
      let read = text.replacingSequence("]]>", with: "]]/**//**/>")
      return (
        Array("/*<![CDATA[*/".utf8) + inner + Array("/*]]>*/".utf8), Array("/**/".utf8) + read + Array("/**/".utf8)
      )
    case .json:
      let escaped = text.flatMap { byte -> [UInt8] in
        switch byte {
        case 0x3C: Array("\\u003C".utf8)
        case 0x3E: Array("\\u003E".utf8)
        case 0x26: Array("\\u0026".utf8)
        default: [byte]
        }
      }
      return (escaped, escaped)
    case .shown: return (XHTMLWriter.escaped(text, inAttribute: false), text)
    case .template:
      // HTML takes `<![CDATA[>` for a comment, and the closing mark is in one.
      let inner = text.replacingSequence("]]>", with: "]]&gt;")
      return (
        Array("<![CDATA[>".utf8) + inner + Array("<!--]]>-->".utf8), [0x3E] + inner + Array("<!---->".utf8)
      )
    }
  }
}
