import CSSValues

/// A `<position>` of one to four words (CSS Values 4, 8.3), such as `right 10px top 20%`.
struct PositionReader {
  private var horizontal: CSSValue = .percentage(50)
  private var vertical: CSSValue = .percentage(50)
  private var fromRight = false
  private var fromBottom = false

  /// Reads the words, which may be in a list of their own.
  init(_ values: [CSSValue]) {
    let words = values.flatMap(\.words)
    var index = 0
    var isHorizontalTaken = false
    while index < words.count {
      let offset = index + 1 < words.count && words[index + 1].keyword == nil ? words[index + 1] : nil
      let isPaired = offset != nil && words.count > 2
      switch words[index].keyword {
      case "left", "right":
        let isRight = words[index].keyword == "right"
        isHorizontalTaken = true
        if isPaired, let offset {
          horizontal = offset
          fromRight = isRight
          index += 1
        } else {
          horizontal = .percentage(isRight ? 100 : 0)
        }
      case "top", "bottom":
        let isBottom = words[index].keyword == "bottom"
        if isPaired, let offset {
          vertical = offset
          fromBottom = isBottom
          index += 1
        } else {
          vertical = .percentage(isBottom ? 100 : 0)
        }
      case "center":
        isHorizontalTaken = true
      default:
        if isHorizontalTaken {
          vertical = words[index]
        } else {
          horizontal = words[index]
          isHorizontalTaken = true
        }
      }
      index += 1
    }
  }

  /// The distance from the left edge; percentages count from `room`, in px.
  func x(in room: Double) -> Double {
    let value = horizontal.length(of: room) ?? 0
    return fromRight ? room - value : value
  }

  /// The distance from the top edge.
  func y(in room: Double) -> Double {
    let value = vertical.length(of: room) ?? 0
    return fromBottom ? room - value : value
  }
}
