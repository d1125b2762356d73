import Build
import Diff

/// One kind of difference that `--fail-on` names.
enum FailCondition: Equatable {
  case kind(String)
  /// All packages together grew by more than so many percent.
  case percent(Double)
  /// All packages together grew by more than so many bytes.
  case bytes(Int)

  /// The kinds, with how many of them a difference has.
  private static var kinds: [(name: String, count: (ReleaseDifference) -> Int)] {
    [
      ("any", { $0.isEmpty ? 0 : 1 }),
      ("pages", { $0.pagesAdded.count + $0.pagesGone.count + $0.pagesRenamed.count }),
      ("routes", { $0.routes.count }),
      ("moved", { $0.sum(\.moved) }),
      ("resized", { $0.sum(\.resized) }),
      ("hidden", { $0.sum(\.hidden) }),
      ("shown", { $0.sum(\.shown) }),
      ("lines", { $0.sum(\.rebroken) }),
      ("overlap", { $0.sum(\.overlapCount) }),
      ("overflow", { $0.sum(\.overflowCount) }),
      ("style", { $0.count(.style, .state, .sheet) }),
      ("text", { $0.count(.text) }),
      ("link", { $0.count(.link) }),
      ("image", { $0.count(.image) }),
      ("attribute", { $0.count(.attribute) }),
      ("structure", { $0.count(.appeared, .vanished, .relocated, .document) }),
      ("script", { $0.count(.script) }),
    ]
  }

  /// The names of the kinds.
  static var names: [String] { kinds.map(\.name) }

  init?(_ text: String) {
    if text.hasPrefix("size+") {
      let amount = text.dropFirst(5)
      if amount.hasSuffix("%"), let number = Double(amount.dropLast()), number >= 0, number.isFinite {
        self = .percent(number)
      } else if let bytes = ByteSize.parse(String(amount)) {
        self = .bytes(bytes)
      } else {
        return nil
      }
    } else if Self.names.contains(text) {
      self = .kind(text)
    } else {
      return nil
    }
  }

  /// What of it a difference has, such as `overlap (2)`; `nil` for nothing.
  func failure(in difference: ReleaseDifference) -> String? {
    let size = difference.total
    let growth = Int(clamping: size.new ?? 0) - Int(clamping: size.old ?? 0)
    switch self {
    case .kind(let name):
      let count = Self.kinds.first { $0.name == name }?.count(difference) ?? 0
      return count == 0 ? nil : name == "any" ? name : "\(name) (\(count))"
    case .percent(let limit):
      let old = Double(size.old ?? 0)
      guard growth > 0, old <= 0 || Double(growth) * 100 / old > limit else { return nil }
      return "size+\(JSONText.plain(limit))% (\(DiffReport.growth(size)))"
    case .bytes(let limit):
      return growth > limit ? "size+\(ByteSize.text(limit)) (+\(ByteSize.text(growth)))" : nil
    }
  }
}

extension ReleaseDifference {
  fileprivate func sum(_ effect: (Finding) -> Int) -> Int { findings.reduce(0) { $0 + effect($1) } }
  fileprivate func count(_ subjects: Finding.Subject...) -> Int { findings.count { subjects.contains($0.subject) } }
}
