/// Why a release could not be published; the release before stays whole.
public struct PublishError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong. Raw values are stable.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The folder holds files and no release: `hybrid` did not make it.
    case foreignFolder
    /// The folder holds no release that could be signed or patched.
    case noRelease
    /// The path is a file, or something else that is not a folder.
    case notAFolder
    /// The disk is full, or the quota is used up.
    case diskFull
    /// The folder or file may not be written.
    case notWritable
    /// Writing failed in another way.
    case inputOutput
    /// A file that goes into a package cannot be read.
    case unreadableSource
    /// Two files of a package collide; `path` and `detail` name what they were made from.
    case collision
    /// A file's path cannot be in a package.
    case badName
    /// A package's name is not allowed or is there twice, or there is no package `base`.
    case badPackage
    /// A file that must not be overwritten is there.
    case exists
    /// Another process is publishing into the folder.
    case busy
    /// The release is signed, and there is no key to sign what it becomes.
    case unsigned
    /// The folder's release is signed, or apps trust its roots, and there is no key to sign what would replace it.
    case wouldBeUnsigned
    /// The folder's release is signed, or apps trust its roots, and it has a higher sequence than what would replace it.
    case olderSequence
    /// None of the keys that would sign is in the newest trust root.
    case unlistedKeys
    /// Without trust roots: none of the keys that would sign has signed the folder's release.
    case otherKeys
    /// The verifier refuses what would be published; `fault` says why.
    case refused
    /// The folder's trust roots do not follow from one another; `fault` says why.
    case unsoundRoots
  }

  /// What went wrong.
  public var kind: Kind
  /// The file or folder.
  public var path: String
  /// What the system or the rule says.
  public var detail: String
  /// What is wrong with a file of the folder, where that is the reason.
  public var fault: ManifestError?

  /// An error from its parts.
  public init(_ kind: Kind, path: String, detail: String = "") {
    self.kind = kind
    self.path = path
    self.detail = detail
  }

  /// One line for people.
  public var description: String { "\(path): \(kind.rawValue)" + (detail.isEmpty ? "" : ": \(detail)") }
}
