import CSS
import CSSValues
import HTML
import PageFormat
import Style

extension PageInspection {
  /// What an element looks like in some states.
  public struct ElementInStates: Sendable {
    /// The states, with the elements whose they are.
    public var conditions: [StateCondition]
    /// The box: `nil` is the element's own, else `::before` and the like.
    public var pseudo: String?
    /// The properties whose computed values are other than at rest.
    public var changes: [(property: String, value: String)]
  }

  /// The pseudo-elements of an element that appear, with their computed styles: `::before` and the like, then those that
  /// are parts of its own box.
  public func pseudoElements(of element: NodeID) -> [(pseudo: String, style: ComputedStyle)] {
    let boxes = [(GeneratedBox.marker, "::marker"), (.before, "::before"), (.after, "::after")].compactMap {
      box, name in
      styles.pseudo(box, of: element).map { (pseudo: name, style: styles.styles[Int($0)]) }
    }
    return boxes + parts(of: element).map { ($0.pseudo.name, styles.styles[Int($0.part.style)]) }
  }

  private func parts(of element: NodeID) -> [(pseudo: PagePseudoElement, part: ElementStyles.Part)] {
    PseudoElement.allCases.compactMap { pseudo in
      guard let page = PagePseudoElement(pseudo), let part = styles.parts[.init(node: element, pseudo: pseudo)] else {
        return nil
      }
      return (page, part)
    }
  }

  /// The states that change an element's style, where the inspection was asked for them: fewer states first; of those
  /// whose states all hold, the last one counts.
  public func states(of element: NodeID) -> [ElementInStates] {
    var result: [ElementInStates] = []
    let boxes: [(TreeOrigin, Int32, String?)] =
      [(.node(element), styles.style(of: element), nil)]
      + [(GeneratedBox.marker, "::marker"), (.before, "::before"), (.after, "::after")].map {
        (.pseudo(element, $0), styles.pseudo($0, of: element) ?? -1, $1)
      }
    let ofBoxes = boxes.map { (styles.states[$0.0], $0.1, $0.2) }
    let ofParts = parts(of: element).map { ($0.part.states, $0.part.style, Optional($0.pseudo.name)) }
    for (states, resting, pseudo) in ofBoxes + ofParts {
      guard let states, resting >= 0 else { continue }
      let atRest = styles.styles[Int(resting)]
      for row in states.rows {
        let style = styles.styles[Int(row.style)]
        let changes = PropertyID.allCases.compactMap { property -> (property: String, value: String)? in
          guard !property.isShorthand else { return nil }
          let value = style.serialized(property)
          return value == atRest.serialized(property) ? nil : (property.name, value)
        }
        let conditions = states.conditions.indices.filter { row.mask & (1 << UInt8($0)) != 0 }.map {
          states.conditions[$0]
        }
        result.append(ElementInStates(conditions: conditions, pseudo: pseudo, changes: changes))
      }
    }
    return result
  }
}
