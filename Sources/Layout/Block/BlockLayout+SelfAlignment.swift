import CSSValues

/// `justify-self` of blocks in the flow (CSS Box Alignment 3, 6.1.1).
extension BlockLayout {
  /// How a child in flow is aligned in the content box; `nil` where it is laid out as without any alignment.
  func selfAlignment(of child: BoxIndex) -> AlignmentValue? {
    var value = engine.style(child).pointee.justifySelf
    if value.alignment == .auto { value = engine.style(box).pointee.justifyItems }
    switch value.alignment {
    case .auto, .normal: return nil
    // The text around a block is in no box of its own.
    default: return engine.flags(child).contains(.anonymous) ? nil : value
    }
  }

  /// Whether `width: auto` of a child in flow fills the container.
  func fillsWidth(_ child: BoxIndex) -> Bool {
    guard let value = selfAlignment(of: child) else { return true }
    return value.alignment == .stretch
  }

  /// How far an alignment moves a child from the content box's left edge; `free` is the room that it leaves. px.
  func offset(_ value: AlignmentValue, of child: BoxIndex, free: Double) -> Double {
    let start = isRightToLeft ? free : 0
    if free < 0, value.overflow == .safe { return start }
    let isSelfReversed = engine.style(child).pointee.isRightToLeft
    switch value.alignment {
    case .center, .anchorCenter: return engine.layoutUnit(free / 2)
    case .end, .flexEnd: return free - start
    case .left: return 0
    case .right: return free
    case .selfStart: return isSelfReversed ? free : 0
    case .selfEnd: return isSelfReversed ? 0 : free
    default: return start
    }
  }
}
