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
      if type == "range", let minimum, let given = maximum {
        // Without a value, or with one outside, as the control shows it.
        let limit = max(minimum, given)
        maximum = limit
        now = max(minimum, min(now ?? minimum + (limit - minimum) / 2, limit))
      }
    } else if document.isElement(element, .progress) {
      maximum = number(.max).flatMap { $0 > 0 ? $0 : nil } ?? 1
      minimum = 0
      now = number(.value).map { max(0, min($0, maximum ?? 1)) }
    } else if document.isElement(element, .meter) {
      minimum = number(.min) ?? 0
      maximum = max(minimum ?? 0, number(.max) ?? 1)
      now = max(minimum ?? 0, min(number(.value) ?? 0, maximum ?? 1))
    } else {
      // WAI-ARIA 1.3: what is left out of these is 0 to 100; a value outside is shown at the end.
      let role = context.role(element)
      switch role {
      case .slider, .scrollBar, .progressIndicator, .meter, .separator:
        let least = minimum ?? 0
        let most = max(least, maximum ?? 100)
        (minimum, maximum) = (least, most)
        let isSettable = role == .slider || role == .scrollBar
        now = (now ?? (isSettable ? least + (most - least) / 2 : nil)).map { max(least, min($0, most)) }
      default: break
      }
    }
  }

  /// The value as it is read.
  var text: String { now.map(Self.text) ?? "" }

  /// A number without a needless fraction.
  static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
  }
}
