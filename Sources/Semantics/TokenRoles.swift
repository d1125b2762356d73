import HTML
import Names
import Page

/// What the components of the Token dialect are to assistive technology.
enum TokenRoles {
  static func role(of tag: String) -> SemanticRole {
    switch tag {
    case "html": .document
    case "button", "navItem": .button
    case "image": .image
    case "input": .textField
    case "textArea": .textField
    case "searchBar": .searchField
    case "switch": .switch
    case "segment": .radioGroup
    case "picker": .spinButton
    case "dots": .progressIndicator
    case "webView": .iframe
    case "table": .list
    case "tableRow": .listItem
    case "navigationBar": .navigation
    // A label is a run of text: its contents are read.
    case "label": .generic
    default: .generic
    }
  }

  static func isFocusable(_ tag: String) -> Bool {
    switch tag {
    case "button", "navItem", "input", "textArea", "searchBar", "switch", "segment", "picker", "webView": true
    default: false
    }
  }

  /// The attribute whose text the component shows.
  static func textAttribute(_ tag: String) -> Name? {
    switch tag {
    case "label": .text
    case "button", "navItem": .title
    default: nil
    }
  }
}
