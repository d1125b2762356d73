import JSONValues
import Manifest

/// Where a value is: in a page's data, or in the sections that a table was given.
struct DataPlace: Hashable {
  /// One step into an object or a list.
  enum Step: Hashable {
    case member(String)
    case element(Int)
  }

  /// The table whose sections it is in; `nil` for the page's data.
  var table: Int?
  var steps: [Step]

  /// The most steps a place has: a build's paths have 64, and lists inside of lists go on from those around them. Files are
  /// hostile, and each step is a copy and a call inside of a call.
  static let maximumSteps = 256

  /// The place one step further; `nil` where that is deeper than a path can be.
  func appending(_ step: Step) -> DataPlace? {
    steps.count < Self.maximumSteps ? DataPlace(table: table, steps: steps + [step]) : nil
  }

  /// A value with another one at the end of some steps. Lists keep their length: what is not an element of theirs stays away.
  static func setting(_ value: JSONValue, at steps: ArraySlice<Step>, in owner: JSONValue) -> JSONValue {
    guard let step = steps.first else { return value }
    switch step {
    case .member(let name):
      if owner.elements != nil { return owner }
      var members: [String: JSONValue] = [:]
      if case .object(let known) = owner { members = known }
      members[name] = setting(value, at: steps.dropFirst(), in: members[name] ?? .null)
      return .object(members)
    case .element(let index):
      guard var elements = owner.elements, elements.indices.contains(index) else { return owner }
      elements[index] = setting(value, at: steps.dropFirst(), in: elements[index])
      return .array(elements)
    }
  }
}
