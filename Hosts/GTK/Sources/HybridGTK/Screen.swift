import GTKShims
import HostCore

/// One screen of the stack.
@MainActor protocol Screen: AnyObject {
  /// Held by the screen.
  var widget: HVHandle { get }
  /// How far it is scrolled.
  var offset: (x: Double, y: Double) { get }
  /// It is seen.
  func appear()
  /// It is not seen any more, and may be again.
  func disappear()
  /// It is seen no more.
  func end()
  /// The window has another size.
  func resized(width: Double, height: Double)
  /// Runs a script of the session's in a Web page.
  func evaluate(_ script: String)
  /// Finds a text; 0 while it is typed, 1 for the next place, -1 for the one before.
  ///
  /// - Returns: how many places there are, and which one is shown; `nil` where that is not known.
  func find(_ text: String, step: Int) -> (count: Int, current: Int?)?
  /// What a reader selected, where the screen does not copy it by itself.
  var selectedText: String { get }
  /// What the page says of the window's bar.
  var bar: PageBar? { get }
  /// What a script of the page calls it.
  var ownTitle: String? { get }
}

extension Screen {
  func evaluate(_ script: String) {}
  func resized(width: Double, height: Double) {}
  func find(_ text: String, step: Int) -> (count: Int, current: Int?)? { nil }
  var selectedText: String { "" }
  var bar: PageBar? { nil }
  var ownTitle: String? { nil }
}

/// Why a page cannot be shown, with a button to try again.
@MainActor final class MessageScreen: Screen, WidgetTarget {
  private(set) var widget: HVHandle
  private let onAction: () -> Void
  private var message: HVHandle?
  var offset: (x: Double, y: Double) { (0, 0) }

  init(_ text: String, action: String?, onAction: @escaping () -> Void) {
    self.onAction = onAction
    // The box is there before its number: it draws nothing.
    widget = hv_box_new(0, HV_ROLE_GENERIC, false)
    let message = hv_message_new(Toolkit.register(self), String(text.prefix(2_000)), action ?? "")
    self.message = message
    if let message { hv_box_insert(widget, message, nil) }
  }

  /// Makes it a note at the lower end of a window: what is beside it can be reached.
  func place(in width: Double, _ height: Double) {
    guard let message else { return }
    let own = max(1, min(360, width - 16))
    let high = max(1, min(hv_height(message, own), height - 32))
    hv_set_frame(widget, (width - own) / 2, height - 16 - high, own, high)
  }

  func handle(_ event: WidgetEvent) { if event.kind == HV_ACTIVATE { onAction() } }
  func appear() {}
  func disappear() {}
  func end() { hv_remove(widget) }
}

/// A question of a page's script, above the page.
@MainActor final class QuestionNote: WidgetTarget {
  private(set) var widget: HVHandle
  private var onAnswer: ((_ button: Int, _ text: String) -> Void)?

  init(_ question: PageQuestion, onAnswer: @escaping (_ button: Int, _ text: String) -> Void) {
    self.onAnswer = onAnswer
    widget = hv_box_new(0, HV_ROLE_GENERIC, false)
    let number = Toolkit.register(self)
    withCStrings(question.buttons) { buttons, count in
      let made = hv_question_new(number, question.text, question.placeholder, buttons, Int32(count))
      if let made { hv_box_insert(widget, made, nil) }
    }
  }

  func handle(_ event: WidgetEvent) {
    guard event.kind == HV_ACTIVATE, let onAnswer else { return }
    self.onAnswer = nil
    onAnswer(Int(max(0, min(event.a, 1e6))), event.text)
  }

  func end() { hv_remove(widget) }
}
