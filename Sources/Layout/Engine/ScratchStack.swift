/// Memory for the working state of the formatting contexts that are being laid out, taken and given back like a stack.
///
/// What has been taken stays where it is until it is given back, however much more is taken meanwhile.
struct ScratchStack {
  /// A state to go back to.
  struct Mark: BitwiseCopyable {
    fileprivate var chunk: Int
    fileprivate var offset: Int
  }

  private struct State {
    var chunks: [UnsafeMutableRawBufferPointer]
    /// The current chunk.
    var current: UnsafeMutableRawBufferPointer
    var mark = Mark(chunk: 0, offset: 0)
  }

  // OPTIMIZATION: behind a pointer, so that nothing checks for exclusive access.
  private let state: UnsafeMutablePointer<State>

  private static let chunkSize = 1 << 16

  /// An empty stack; its owner calls ``deallocate()`` at the end.
  init() {
    let first = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
    state = .allocate(capacity: 1)
    state.initialize(to: State(chunks: [first], current: first))
  }

  func deallocate() {
    for chunk in state.pointee.chunks { chunk.deallocate() }
    state.deinitialize(count: 1)
    state.deallocate()
  }

  @inline(__always) var mark: Mark { state.pointee.mark }

  /// Gives back everything that was taken since `mark`.
  @inline(__always)
  func release(to mark: Mark) {
    if mark.chunk != state.pointee.mark.chunk { state.pointee.current = state.pointee.chunks[mark.chunk] }
    state.pointee.mark = mark
  }

  /// Takes room for values; it is not initialised.
  @inline(__always)
  func allocate<Value: BitwiseCopyable>(_: Value.Type, count: Int) -> UnsafeMutableBufferPointer<Value> {
    let size = (count * MemoryLayout<Value>.stride + 15) & ~15
    if state.pointee.mark.offset + size > state.pointee.current.count { moveOn(size) }
    // `moveOn` made the current chunk large enough, and chunks are not empty.
    let start = state.pointee.current.baseAddress! + state.pointee.mark.offset
    state.pointee.mark.offset += size
    return UnsafeMutableBufferPointer(start: start.assumingMemoryBound(to: Value.self), count: count)
  }

  @inline(never)
  private func moveOn(_ size: Int) {
    let next = state.pointee.mark.chunk + 1
    state.pointee.mark = Mark(chunk: next, offset: 0)
    if next == state.pointee.chunks.count {
      state.pointee.chunks.append(.allocate(byteCount: max(size, Self.chunkSize), alignment: 16))
    } else if state.pointee.chunks[next].count < size {
      state.pointee.chunks[next].deallocate()
      state.pointee.chunks[next] = .allocate(byteCount: size, alignment: 16)
    }
    state.pointee.current = state.pointee.chunks[next]
  }
}
