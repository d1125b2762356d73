/// The names of images in a site's texts, without those that known uses of pages account for.
struct NamesElsewhere: Sendable {
  private var names: Set<String> = []
  /// How many texts name a file once, in a declaration of `background`.
  private var backgrounds: [String: Int] = [:]

  /// The names of one text.
  ///
  /// - Parameters:
  ///   - mentions: how often it has each.
  ///   - shown: of a page, the names of files that its boxes have as backgrounds; `nil` for a style sheet, which many pages may use.
  init(_ mentions: [String: (all: Int, backgrounds: Int)], shown: Set<String>? = nil) {
    for (name, count) in mentions where count.all != 0 {
      if count.all == 1, count.backgrounds == 1, shown?.contains(name) ?? true {
        backgrounds[name] = 1
      } else {
        names.insert(name)
      }
    }
  }

  /// The names of all texts. The same declaration in many pages, as a partial has it, is one.
  init(sheets: [NamesElsewhere], pages: [NamesElsewhere]) {
    for sheet in sheets {
      names.formUnion(sheet.names)
      backgrounds.merge(sheet.backgrounds) { $0 + $1 }
    }
    var ofPages: Set<String> = []
    for page in pages {
      names.formUnion(page.names)
      ofPages.formUnion(page.backgrounds.keys)
    }
    for name in ofPages { backgrounds[name, default: 0] += 1 }
  }

  /// Whether anything names a file that uses do not account for.
  func isNamed(_ name: String) -> Bool { names.contains(name) || backgrounds[name] != nil }

  /// Whether one declaration of a background is all that names a file.
  func isOneBackground(_ name: String) -> Bool { !names.contains(name) && backgrounds[name] == 1 }
}
