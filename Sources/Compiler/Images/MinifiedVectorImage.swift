import Platform
import Diagnostics
import HTML
import Names

/// SVG files without what nothing draws: comments, `<metadata>`, and white space between elements that are not texts.
///
/// Every other byte stays. Files with scripts, entities of their own or selectors that count nodes stay as they are.
public struct MinifiedVectorImage {
  /// What may see the nodes that are left out.
  private static let keepers = ["<script", "<!ENTITY", "xml:space", ":empty", "white-space", "<?xml-stylesheet"]
  /// The elements whose white space is shown or read.
  private static let texts: Set<String> = [
    "text", "tspan", "textPath", "tref", "title", "desc", "style", "script", "foreignObject", "switch",
  ]

  /// The file (UTF-8) without these nodes; `nil` where it stays as it is.
  public static func minified(_ svg: [UInt8]) -> [UInt8]? {
    guard String(validUTF8: svg) != nil,
      !keepers.contains(where: { svg.firstRange(of: Array($0.utf8)) != nil })
    else { return nil }
    let scan = MarkupScan(SourceFile(path: "", bytes: svg), keepsCase: true)
    var result: [UInt8] = []
    result.reserveCapacity(svg.count)
    var (copied, index) = (0, 0)
    var open: [(name: String, isText: Bool)] = []
    func leaveOut(_ range: Range<Int>) {
      result += svg[copied..<range.lowerBound]
      copied = range.upperBound
    }
    while index < scan.pieces.count {
      let piece = scan.pieces[index]
      let isInText = open.last?.isText ?? false
      switch piece.kind {
      case .comment where !isInText && svg[piece.range].starts(with: Array("<!--".utf8)): leaveOut(piece.range)
      case .startTag where !piece.isSelfClosing:
        if piece.name.string == "metadata", !isInText, piece.partner > index, piece.partner < scan.pieces.count {
          leaveOut(piece.range.lowerBound..<scan.pieces[piece.partner].range.upperBound)
          index = piece.partner
        } else {
          open.append((piece.name.string, isInText || texts.contains(piece.name.string)))
        }
      case .endTag:
        // Files whose tags do not match are nothing to take apart.
        guard open.popLast()?.name == piece.name.string else { return nil }
      case .text where !isInText && !open.isEmpty && svg[piece.range].allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 }):
        leaveOut(piece.range)
      default: break
      }
      index += 1
    }
    guard open.isEmpty, copied > 0 else { return nil }
    return result + svg[copied...]
  }
}
