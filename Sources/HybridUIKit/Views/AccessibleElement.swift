#if canImport(UIKit)
  import HostCore
  import HybridClient
  import Page
  import UIKit

  /// What UIKit is given of a thing that assistive technology presents.
  struct AccessibleElement {
    var isElement: Bool
    var label: String?
    var hint: String?
    var value: String?
    var traits: UIAccessibilityTraits

    /// - Parameter hasControl: whether UIKit's own control is there, which knows its value and traits.
    @MainActor init(_ accessibility: ViewAccessibility, hasControl: Bool) {
      let summary = AccessibilitySummary(accessibility)
      isElement = hasControl || summary.isElement
      label = summary.label.isEmpty ? nil : summary.label
      hint = summary.hint.isEmpty ? nil : summary.hint
      value = summary.value.isEmpty ? nil : summary.value
      traits = Self.traits(summary.traits)
      if hasControl {
        // Those of a switch or slider are UIKit's own; only what the page adds is said besides.
        traits = traits.intersection([.notEnabled, .selected])
      }
    }

    @MainActor init(_ node: PageAccessibility.Node) {
      let summary = AccessibilitySummary(node)
      isElement = summary.isElement
      label = summary.label
      hint = summary.hint.isEmpty ? nil : summary.hint
      value = summary.value.isEmpty ? nil : summary.value
      traits = Self.traits(summary.traits)
    }

    @MainActor static func traits(_ traits: AccessibilitySummary.Traits) -> UIAccessibilityTraits {
      var result: UIAccessibilityTraits = []
      for (trait, own) in table where traits.contains(trait) { result.insert(own) }
      return result
    }

    @MainActor private static let table: [(AccessibilitySummary.Traits, UIAccessibilityTraits)] = [
      (.button, .button), (.link, .link), (.header, .header), (.image, .image), (.staticText, .staticText),
      (.searchField, .searchField), (.adjustable, .adjustable), (.selected, .selected), (.notEnabled, .notEnabled),
      (.updatesFrequently, .updatesFrequently), (.tabBar, .tabBar), (.summary, .summaryElement),
    ]
  }
#endif
