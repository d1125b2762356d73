import References

/// What partials and components add at the end of the head and of the body: their styles and scripts, each once a page.
struct GatheredParts {
  private var styles = ComposedText()
  private var scripts = ComposedText()
  /// What identifies those that were added.
  private var known: Set<String> = []
  /// Where they go: before `</head>` and `</body>`, or where the first partial is.
  private(set) var headEnd: Int?
  private var bodyEnd: Int?
  private var firstUse: Int?

  /// Notes something that identifies a style or script; whether it is new.
  mutating func isNew(_ key: String) -> Bool { known.insert(key).inserted }

  /// Adds a style, or what belongs to the head with it.
  mutating func addStyle(_ text: ComposedText) { styles.append(text) }

  /// Adds a script that runs at the end of the body.
  mutating func addScript(_ text: ComposedText) { scripts.append(text) }

  /// Notes that a partial or component is used at a place of the page.
  mutating func noteUse(at place: Int) {
    if firstUse == nil, headEnd == nil { firstUse = place }
  }

  /// Notes where the page's head ends.
  mutating func endHead(at place: Int) { headEnd = place }

  /// Notes where the page's body ends; the first end counts.
  mutating func endBody(at place: Int) { bodyEnd = bodyEnd ?? place }

  /// A page's text with the parts in their places.
  func inserted(into text: ComposedText) -> ComposedText {
    let end = text.bytes.count
    let head = headEnd ?? firstUse ?? end
    let body = bodyEnd ?? end
    return text.inserting([(head, styles), (max(head, body), scripts)])
  }
}
