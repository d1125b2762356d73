import CSSValues
import Page

extension PageLayoutFact {
  /// Appends the fact's bytes: a tag byte, then numbers and strings as values have them.
  func encode(into encoder: inout ValueEncoder, _ strings: inout StringTable) {
    func size(_ size: Page.ReplacedContent) {
      let numbers = [size.naturalWidth, size.naturalHeight, size.naturalRatio, size.baselineInset]
      var parts: UInt8 = 0
      for (index, number) in numbers.enumerated() where number != nil { parts |= UInt8(1) << UInt8(index) }
      if size.fillsSpace { parts |= 16 }
      encoder.byte(parts)
      for number in numbers { if let number { encoder.number(number) } }
    }
    switch self {
    case .naturalSize(let natural):
      encoder.byte(1)
      size(natural)
    case .textControl(let control):
      encoder.byte(2)
      encoder.number(Double(max(0, min(control.columns, Page.TextControl.maximumCharacters))))
      encoder.number(Double(max(0, min(control.rows, Page.TextControl.maximumCharacters))))
    case .tableSpan(let span):
      encoder.byte(3)
      encoder.number(Double(max(0, min(span.columns, Self.maximumSpan))))
      encoder.number(Double(max(0, min(span.rows, Self.maximumSpan))))
    case .text(let text):
      encoder.byte(4)
      encoder.string(text, &strings)
    case .image(let natural):
      encoder.byte(5)
      size(natural)
    case .option(let text):
      encoder.byte(6)
      encoder.string(text, &strings)
    }
  }

  init(_ decoder: inout ValueDecoder) throws(ValueDecodingError) {
    switch try decoder.byte() {
    case 1: self = .naturalSize(try Self.size(&decoder))
    case 2:
      let limit = Page.TextControl.maximumCharacters
      let columns = try Self.integer(&decoder, upTo: limit)
      self = .textControl(.init(columns: columns, rows: try Self.integer(&decoder, upTo: limit)))
    case 3:
      let columns = try Self.integer(&decoder)
      self = .tableSpan(.init(columns: columns, rows: try Self.integer(&decoder)))
    case 4: self = .text(try decoder.string())
    case 5: self = .image(try Self.size(&decoder))
    case 6: self = .option(try decoder.string())
    default: throw .unknown
    }
  }

  /// The most columns and rows that cells span.
  private static let maximumSpan: Int32 = 65_535

  private static func integer(
    _ decoder: inout ValueDecoder, upTo limit: Int32 = maximumSpan
  ) throws(ValueDecodingError) -> Int32 {
    let number = try decoder.number()
    guard number >= 0, number <= Double(limit) else { throw .tooLarge }
    return Int32(number)
  }

  private static func size(_ decoder: inout ValueDecoder) throws(ValueDecodingError) -> Page.ReplacedContent {
    let parts = try decoder.byte()
    var numbers: [Double?] = []
    for bit in [UInt8(1), 2, 4, 8] { numbers.append(parts & bit != 0 ? try decoder.number() : nil) }
    var content = Page.ReplacedContent(
      naturalWidth: numbers[0], naturalHeight: numbers[1], baselineInset: numbers[3])
    // A content may have both sizes and no ratio.
    content.naturalRatio = numbers[2]
    content.fillsSpace = parts & 16 != 0
    return content
  }
}
