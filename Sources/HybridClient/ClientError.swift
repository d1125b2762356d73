import Archive
import Manifest
import PageFormat
import Search

/// Why a release, a page or an update is unavailable.
///
/// ```swift
/// do {
///   _ = try release.openPage("missing.html", for: device)
/// } catch let error as ClientError {
///   print(error)
/// }
/// ```
public enum ClientError: Error, Sendable, CustomStringConvertible {
  /// A manifest, an envelope or a file of a release breaks a rule.
  case manifest(ManifestError)
  /// An archive breaks a rule.
  case archive(ArchiveError)
  /// A page or layout file breaks a rule of its format.
  case page(path: String, PageFormatError)
  /// The index of words, or a record that it names, breaks a rule of its format.
  case search(SearchIndexError)
  /// The release has no such page or entry.
  case noSuchEntry(String)
  /// The store cannot be read or written.
  case store(path: String, detail: String)
  /// The network, after all retries.
  case transport(TransportError)
  /// The task was cancelled.
  case cancelled

  /// One line for people.
  public var description: String {
    switch self {
    case .manifest(let error): error.description
    case .archive(let error): error.description
    case .page(let path, let error): "\(path): \(error)"
    case .search(let error): error.description
    case .noSuchEntry(let name): "\(name): not in the release"
    case .store(let path, let detail): "\(path): \(detail)"
    case .transport(let error): error.description
    case .cancelled: "cancelled"
    }
  }
}
