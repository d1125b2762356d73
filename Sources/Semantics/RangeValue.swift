import HTML
import Names
import Page

/// The numbers of a control or gauge (HTML, 4.10.5.1.13, 4.10.13, 4.10.14).
struct RangeValue {
  var minimum: Double?
  var maximum: Double?
  var now: Double?

  init(_ element: NodeID, _ context: SemanticsContext) {
    let document = context.document
    func number(_ name: Name) -> Double? {
      guard let text = context.text(element, name), let number = Double(text), number.isFinite else { return nil }
      return number
    }
    minimum = number("aria-valuemin")
    maximum = number("aria-valuemax")
    now = number("aria-valuenow")
    if document.isElement(element, .input) {
      let type = context.inputType(element)
      guard type == "range" || type == "number" else { return }
      minimum = number(.min) ?? (type == "range" ? 0 : nil)
      maximum = number(.max) ?? (type == "range" ? 100 : nil)
      now = number(.value)
      if type == "range", let minimum, let maximum {
        // Without a value, or with one outside, as the control shows it.
        now = max(minimum, min(now ?? minimum + (max(minimum, maximum) - minimum) / 2, max(minimum, maximum)))
      }
    } else if document.isElement(element, .progress) {
      maximum = number(.max).flatMap { $0 > 0 ? $0 : nil } ?? 1
      minimum = 0
      now = number(.value).map { max(0, min($0, maximum ?? 1)) }
    } else if document.isElement(element, .meter) {
      minimum = number(.min) ?? 0
      maximum = max(minimum ?? 0, number(.max) ?? 1)
      now = max(minimum ?? 0, min(number(.value) ?? 0, maximum ?? 1))
    } else if context.role(element) == .slider || context.role(element) == .scrollBar {
      minimum = minimum ?? 0
      maximum = maximum ?? 100
      now = now ?? ((minimum ?? 0) + (maximum ?? 100)) / 2
    }
  }

  /// The value as it is read.
  var text: String { now.map(Self.text) ?? "" }

  /// A number without a needless fraction.
  static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
  }
}
