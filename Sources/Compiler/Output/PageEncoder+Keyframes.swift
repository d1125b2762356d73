import CSSValues
import PageFormat
import Style

extension PageEncoder {
  /// Writes the `@keyframes` rules that styles of the page name: those of the first environment are for all, others are written
  /// for the environments in which rules of the name say something else.
  mutating func encodeKeyframes() {
    let names = Set(layouts.flatMap(\.styles.styles).flatMap(StyleResolver.animationNames)).sorted()
    guard !names.isEmpty, !layouts.isEmpty else { return }
    let known = names.map { keyframes($0, inLayout: 0) }
    page.keyframes = known.filter { !$0.frames.isEmpty }
    for layout in 1..<max(1, builtCount) {
      for (name, base) in zip(names, known) {
        var rule = keyframes(name, inLayout: layout)
        guard rule != base else { continue }
        rule.viewport = layouts[layout].viewport.name
        rule.colorScheme = layouts[layout].viewport.colorScheme == .dark ? .dark : .light
        page.keyframes.append(rule)
      }
    }
  }

  /// What hosts play of a rule; without frames where there is nothing.
  private func keyframes(_ name: String, inLayout layout: Int) -> PageKeyframes {
    var rule = PageKeyframes(name: name, frames: [])
    guard let known = layouts[layout].styles.keyframes.first(where: { $0.name == name }),
      known.frames.count <= PageKeyframes.mostFrames
    else { return rule }
    rule.frames = known.frames.map { frame in
      .init(
        offset: frame.offset,
        declarations: frame.declarations.filter { UnsupportedMotion.isPlayed($0.property, $0.value) })
    }.filter { !$0.declarations.isEmpty }
    return rule
  }
}
