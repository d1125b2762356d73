import Diagnostics
import HTML
import Names

/// The files that a page or fragment puts itself together from, as it names them.
public enum FragmentAddresses {
  /// The URLs of `<include src>` and `<html layout>`, as they are written.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - path: its site path.
  public static func addresses(in bytes: [UInt8], path: String) -> [(url: String, isLayout: Bool)] {
    let scan = MarkupScan(SourceFile(path: path, bytes: text(bytes)), keepsCase: false)
    return scan.pieces.compactMap { piece in
      guard piece.kind == .startTag else { return nil }
      switch piece.name {
      case CompositionNames.include: return scan.value(piece, .src).map { ($0, false) }
      case .html: return scan.value(piece, .layout).map { ($0, true) }
      default: return nil
      }
    }
  }

  /// A file's text in UTF-8, without a byte order mark.
  public static func text(_ bytes: [UInt8]) -> [UInt8] { EncodingSniffer.decode(bytes).text }
}
