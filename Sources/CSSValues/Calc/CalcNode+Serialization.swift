extension CalcExpression {
  /// The math function as it serialises (CSS Values 4, 10.13).
  public var text: String {
    switch root {
    case .min, .max, .clamp, .round, .function: root.text(isTop: true)
    default: "calc(" + root.text(isTop: true) + ")"
    }
  }
}

extension CalcNode {
  private static func number(_ value: Double, _ unit: String) -> String {
    value.isFinite ? NumberText.text(value) + unit : NumberText.text(value) + (unit.isEmpty ? "" : " * 1" + unit)
  }

  /// The text of a node; sums and products below others are in parentheses.
  func text(isTop: Bool) -> String {
    func list(_ nodes: [CalcNode]) -> String { nodes.map { $0.text(isTop: true) }.joined(separator: ", ") }
    switch self {
    case .number(let value): return Self.number(value, "")
    case .length(let value): return Self.number(value, "px")
    case .percentage(let value): return Self.number(value, "%")
    case .dimension(let value, let unit): return Self.number(value, unit.text)
    case .variable(.siblingIndex): return "sibling-index()"
    case .variable(.siblingCount): return "sibling-count()"
    case .variable(let variable): return "\(variable)"
    case .sum(let terms):
      var text = ""
      for (index, term) in terms.enumerated() {
        if index == 0 {
          text = term.text(isTop: false)
          continue
        }
        switch term {
        case .negate(let inner): text += " - " + inner.text(isTop: false)
        case .number(let value) where value < 0: text += " - " + CalcNode.number(-value).text(isTop: false)
        case .length(let value) where value < 0: text += " - " + CalcNode.length(-value).text(isTop: false)
        case .percentage(let value) where value < 0: text += " - " + CalcNode.percentage(-value).text(isTop: false)
        case .dimension(let value, let unit) where value < 0:
          text += " - " + CalcNode.dimension(-value, unit).text(isTop: false)
        default: text += " + " + term.text(isTop: false)
        }
      }
      return isTop ? text : "(" + text + ")"
    case .product(let factors):
      var text = ""
      for (index, factor) in factors.enumerated() {
        if case .invert(let inner) = factor {
          text += (index == 0 ? "1" : "") + " / " + inner.text(isTop: false)
        } else {
          text += (index == 0 ? "" : " * ") + factor.text(isTop: false)
        }
      }
      return isTop ? text : "(" + text + ")"
    case .negate(let node): return (isTop ? "" : "(") + "-1 * " + node.text(isTop: false) + (isTop ? "" : ")")
    case .invert(let node): return (isTop ? "" : "(") + "1 / " + node.text(isTop: false) + (isTop ? "" : ")")
    case .min(let nodes): return "min(" + list(nodes) + ")"
    case .max(let nodes): return "max(" + list(nodes) + ")"
    case .clamp(let low, let value, let high):
      return "clamp(" + (low?.text(isTop: true) ?? "none") + ", " + value.text(isTop: true) + ", "
        + (high?.text(isTop: true) ?? "none") + ")"
    case .round(let strategy, let value, let step):
      let name =
        switch strategy {
        case .nearest: ""
        case .up: "up, "
        case .down: "down, "
        case .toZero: "to-zero, "
        }
      return "round(" + name + list([value, step]) + ")"
    case .function(let function, let arguments): return function.rawValue + "(" + list(arguments) + ")"
    }
  }
}
