import Diagnostics

/// What a reference is for, which decides how much its absence counts.
package enum ReferenceKind: Hashable, Sendable {
  case stylesheet
  case stylesheetImport
  case script
  /// A module that another one imports.
  case module
  case image
  /// Fonts, videos, frames, manifests and the like.
  case resource
  /// `<a href>`, `<form action>`: where a reader may go.
  case link

  /// The code of a reference to a file that is not there.
  package func missingCode(inSnapshot: Bool) -> DiagnosticCode {
    switch self {
    case .stylesheet: .missingStylesheet
    case .stylesheetImport: .missingImport
    case .script, .module: inSnapshot ? .missingScriptInSnapshot : .missingScript
    case .image: .missingImage
    case .resource: .missingFile
    case .link: .deadLink
    }
  }

  /// What a message calls it.
  package var noun: String {
    switch self {
    case .stylesheet: "the stylesheet"
    case .stylesheetImport: "the imported stylesheet"
    case .script: "the script"
    case .module: "the imported module"
    case .image: "the image"
    case .resource: "the file"
    case .link: "the link's target"
    }
  }
}
