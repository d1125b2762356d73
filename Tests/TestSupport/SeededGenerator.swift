/// Random numbers that are the same in every run with the same state: tests that choose one say it with a failure.
public struct SeededGenerator: RandomNumberGenerator {
  /// What all that follows comes of.
  public private(set) var state: UInt64

  /// The numbers that follow a state.
  public init(state: UInt64) { self.state = state }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
