/// Memory for the working state of the formatting contexts that are being laid out, taken and given back like a stack.
///
/// What has been taken stays where it is until it is given back, however much more is taken meanwhile.
final class ScratchStack {
  /// A state to go back to.
  struct Mark: BitwiseCopyable {
    fileprivate var chunk: Int
    fileprivate var offset: Int
  }

  private var chunks: [UnsafeMutableRawBufferPointer] = []
  private var chunk = 0
  private var offset = 0

  private static let chunkSize = 1 << 16

  init() {
    chunks.append(.allocate(byteCount: Self.chunkSize, alignment: 16))
  }

  deinit {
    for chunk in chunks { chunk.deallocate() }
  }

  @inline(__always) var mark: Mark { Mark(chunk: chunk, offset: offset) }

  /// Gives back everything that was taken since `mark`.
  @inline(__always)
  func release(to mark: Mark) {
    chunk = mark.chunk
    offset = mark.offset
  }

  /// Takes room for values; it is not initialised.
  @inline(__always)
  func allocate<Value: BitwiseCopyable>(_: Value.Type, count: Int) -> UnsafeMutableBufferPointer<Value> {
    let size = (count * MemoryLayout<Value>.stride + 15) & ~15
    if offset + size > chunks[chunk].count { moveOn(size) }
    // `moveOn` made the current chunk large enough, and chunks are not empty.
    let start = chunks[chunk].baseAddress! + offset
    offset += size
    return UnsafeMutableBufferPointer(start: start.bindMemory(to: Value.self, capacity: count), count: count)
  }

  @inline(never)
  private func moveOn(_ size: Int) {
    chunk += 1
    offset = 0
    if chunk < chunks.count {
      if chunks[chunk].count >= size { return }
      chunks[chunk].deallocate()
      chunks[chunk] = .allocate(byteCount: max(size, Self.chunkSize), alignment: 16)
    } else {
      chunks.append(.allocate(byteCount: max(size, Self.chunkSize), alignment: 16))
    }
  }
}
