/// The bytes of a style's values in page files.
extension PortableStyle.Entry {
  /// The value's bytes: a byte for the origin (0 own, 1 relative, 2 the parent's), the computed value and, where it is
  /// relative, the specified one.
  public func encoded(_ strings: inout some ValueStringInterner) -> [UInt8] {
    var encoder = ValueEncoder()
    switch origin {
    case .own:
      encoder.byte(0)
      encoder.value(value, &strings)
    case .relative(let specified):
      encoder.byte(1)
      encoder.value(value, &strings)
      encoder.value(specified, &strings)
    case .parent:
      encoder.byte(2)
      encoder.value(value, &strings)
    }
    return encoder.bytes
  }

  /// The entry of bytes; what follows them is of a newer version and passed over.
  public init(
    field: PortableStyle.Field, _ bytes: [UInt8], strings: @escaping (UInt32) -> String?
  ) throws(ValueDecodingError) {
    var decoder = ValueDecoder(bytes, strings: strings)
    let origin = try decoder.byte()
    let value = try decoder.value()
    switch origin {
    case 0: self.init(field: field, value: value, origin: .own)
    case 1: self.init(field: field, value: value, origin: .relative(try decoder.value()))
    case 2: self.init(field: field, value: value, origin: .parent)
    default: throw .unknown
    }
  }
}
