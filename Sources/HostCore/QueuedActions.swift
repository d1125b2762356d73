import JSONValues

/// What a reader did on a painted screen before its web view had the page: done again there, as scripts.
public struct QueuedActions: Hashable, Sendable {
  private enum Action: Hashable, Sendable {
    case tap(x: Double, y: Double)
    case scroll(dx: Double, dy: Double)
    case text(String)
    case backspace
    case enter
  }

  private var actions: [Action] = []
  /// Whether something was tapped: keys are for nothing before.
  private var hasTapped = false
  /// How many characters are kept.
  private var typed = 0
  /// The most actions that are kept: who does more is not waiting for the page.
  private static let most = 100
  /// The most characters that are kept.
  private static let mostTyped = 1_000

  /// Nothing yet.
  public init() {}

  /// The scripts in order.
  public var scripts: [String] { actions.map(Self.script) }

  /// A tap at a point of the screen, in CSS px.
  public mutating func tap(x: Double, y: Double) {
    guard x.isFinite, y.isFinite else { return }
    hasTapped = true
    add(.tap(x: x, y: y))
  }

  /// Scrolling by a distance, in CSS px; what follows scrolling is one action with it.
  public mutating func scroll(dx: Double, dy: Double) {
    guard dx.isFinite, dy.isFinite else { return }
    guard case .scroll(let x, let y)? = actions.last else { return add(.scroll(dx: dx, dy: dy)) }
    actions[actions.count - 1] = .scroll(dx: x + dx, dy: y + dy)
  }

  /// A text that was typed once something had been tapped: the web view takes it where that is a field.
  public mutating func type(_ text: String) {
    guard hasTapped, !text.isEmpty, typed + text.count <= Self.mostTyped else { return }
    if case .text(let before)? = actions.last {
      actions[actions.count - 1] = .text(before + text)
    } else {
      guard actions.count < Self.most else { return }
      actions.append(.text(text))
    }
    typed += text.count
  }

  /// The key that takes a character back.
  public mutating func backspace() { if hasTapped { add(.backspace) } }

  /// The return key: a line of its own in an area, or the form is sent.
  public mutating func enter() { if hasTapped { add(.enter) } }

  /// The scripts, which are not queued any more.
  public mutating func take() -> [String] {
    defer {
      actions = []
      typed = 0
    }
    return scripts
  }

  private mutating func add(_ action: Action) { if actions.count < Self.most { actions.append(action) } }

  private static func script(_ action: Action) -> String {
    switch action {
    case .tap(let x, let y): "{const e=document.elementFromPoint(\(x),\(y));if(e){e.focus&&e.focus();e.click()}}"
    case .scroll(let dx, let dy): "window.scrollBy(\(dx),\(dy))"
    // As keys do, with the events of a field; anything else takes nothing.
    case .text(let text): "document.execCommand('insertText',false,\(JSONValue.string(text).canonicalText))"
    case .backspace: "document.execCommand('delete')"
    case .enter: enterScript
    }
  }

  /// HTML, 4.10.21.2 Implicit submission: the first button that sends the form is pressed; without one a form of one field is sent.
  private static let enterScript = """
    {const e=document.activeElement,f=e&&e.form;\
    if(e&&(e.isContentEditable||e.tagName==='TEXTAREA'))document.execCommand('insertLineBreak');\
    else if(f&&e.tagName==='INPUT'){const all=[...f.elements],b=all.find(b=>b.type==='submit'||b.type==='image');\
    if(b)b.click();\
    else if(all.filter(i=>i.tagName==='INPUT'&&!/^(hidden|checkbox|radio|range|color|file|button|reset)$/.test(i.type)).length<2)f.requestSubmit()}}
    """
}
