import GTKShims
import HostCore
import JSONValues

/// The questions and the note above a page, or above the window: they are seen when what they are above is.
@MainActor final class PageNotes {
  private let box: HVHandle
  /// What is below the notes in the box.
  private var below: () -> HVHandle?
  private var question: QuestionNote?
  private var note: MessageScreen?
  /// The questions that wait until the one before is answered.
  private var waiting: [(question: PageQuestion, answer: (_ button: Int, _ text: String) -> Void)] = []
  private static let mostWaiting = 1_000

  init(in box: HVHandle, above below: @escaping () -> HVHandle?) {
    self.box = box
    self.below = below
  }

  /// Asks what a script wants to know; questions come one after the other.
  func ask(_ question: PageQuestion, then answer: @escaping (_ button: Int, _ text: String) -> Void) {
    guard self.question == nil else {
      if waiting.count < Self.mostWaiting { waiting.append((question, answer)) }
      return
    }
    Trace.note(
      "question", [("text", .string(question.text)), ("buttons", .array(question.buttons.map { .string($0) }))])
    let note = QuestionNote(question) { [weak self] button, text in
      Trace.note("questionAnswered", [("button", .integer(Int64(button))), ("text", .string(text))])
      self?.question?.end()
      self?.question = nil
      answer(button, text)
      self?.askNext()
    }
    self.question = note
    hv_box_insert(box, note.widget, below())
  }

  private func askNext() {
    guard question == nil, !waiting.isEmpty else { return }
    let next = waiting.removeFirst()
    ask(next.question, then: next.answer)
  }

  /// A note at the lower end, which a press takes away.
  func show(_ text: String, in width: Double, _ height: Double) {
    Trace.note("notice", [("text", .string(text))])
    note?.end()
    let made = MessageScreen(text, action: "OK") { [weak self] in self?.hide() }
    note = made
    hv_box_insert(box, made.widget, below())
    made.place(in: width, height)
  }

  /// What is below has another size.
  func place(in width: Double, _ height: Double) { note?.place(in: width, height) }

  /// Takes the note away.
  ///
  /// - Returns: whether there was one.
  @discardableResult func hide() -> Bool {
    guard let note else { return false }
    note.end()
    self.note = nil
    return true
  }

  /// Nobody hears of answers any longer.
  func end() {
    waiting = []
    question?.end()
    question = nil
    hide()
  }
}
