import Compiler
import Diagnostics

extension ByteWriter {
  mutating func write(_ use: ImageUse) {
    write(use.manner.rawValue)
    write(use.mentions)
    write(use.path)
    write(use.width)
    write(use.height)
    write(use.boxes.count)
    for box in use.boxes {
      for number in [box.width, box.height, box.sourceSize, box.scale] { write(number.bitPattern) }
    }
    write(use.sizes)
    write(use.mark ?? -1)
    write(use.isWrapped)
    write(use.getsDimensions)
    write(use.reason)
    write(use.location.file)
    write(use.location.line)
    write(use.location.column)
  }
}

extension ByteReader {
  mutating func imageUse() throws(ByteCodingError) -> ImageUse {
    guard let manner = ImageUse.Manner(rawValue: try int()) else { throw ByteCodingError() }
    let mentions = try int()
    let path = try string()
    let (width, height) = (try int(), try int())
    var boxes: [ImageUse.Box] = []
    for _ in 0..<(try count()) {
      let (width, height) = (try number(), try number())
      let (sourceSize, scale) = (try number(), try number())
      boxes.append(ImageUse.Box(width: width, height: height, sourceSize: sourceSize, scale: scale))
    }
    let sizes = try string()
    let mark = try int()
    let (isWrapped, getsDimensions) = (try bool(), try bool())
    let reason = try string()
    let location = SourceLocation(file: try string(), line: try int(), column: try int())
    guard width > 0, height > 0, width < 1 << 30, height < 1 << 30 else { throw ByteCodingError() }
    var use = ImageUse(path: path, width: width, height: height, boxes: boxes, location: location)
    (use.manner, use.mentions) = (manner, mentions)
    use.sizes = sizes
    use.mark = mark >= 0 ? mark : nil
    use.isWrapped = isWrapped
    use.getsDimensions = getsDimensions
    use.reason = reason
    return use
  }

  /// A number of at most 1e9, as layouts have them.
  private mutating func number() throws(ByteCodingError) -> Double {
    let value = Double(bitPattern: try integer())
    guard value.isFinite, abs(value) < 1e9 else { throw ByteCodingError() }
    return value
  }
}
