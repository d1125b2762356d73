/// `content-visibility: auto` (CSS Containment 2, 4.1): the contents of what is far from the viewport are skipped, and its
/// size is that of `contain-intrinsic-size`.
extension LayoutEngine {
  /// How far around the viewport contents are shown, in heights of it, as in Chromium.
  private static let margin = 1.5
  /// What comes near the viewport only after so many layouts stays skipped.
  private static let mostLayouts = 8

  /// Lays out with all such contents skipped, shows what is near the viewport, and begins again until nothing more comes
  /// near. The result has no order of painting yet: ``hasResult(_:)`` says whether it is to have one.
  ///
  /// - Parameter make: makes an engine that shows the contents of some nodes.
  static func runShowingVisibleContents(
    _ make: (Set<Int32>) -> LayoutEngine
  ) -> (engine: LayoutEngine, result: LayoutResult) {
    var shown: Set<Int32> = []
    var layouts = 1
    while true {
      let engine = make(shown)
      let result = engine.run()
      let near = engine.nodesNearViewport(result)
      if near.isEmpty || layouts == mostLayouts { return (engine, result) }
      shown.formUnion(near)
      layouts += 1
    }
  }

  /// The nodes with skipped contents whose boxes are near the viewport.
  private func nodesNearViewport(_ result: LayoutResult) -> [Int32] {
    let margin = Self.margin * viewport.height
    return tree.skipped.compactMap { box in
      let node = boxes[Int(box)].node
      let frame = result.frames[Int(node)]
      let isNear =
        frame.hasBox && frame.rect.y <= viewport.height + margin && frame.rect.y + frame.rect.height >= -margin
      return isNear ? node : nil
    }
  }
}
