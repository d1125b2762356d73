/// What changed in watched folders, as far as the system reported it.
public enum FileChanges: Hashable, Sendable {
  /// Anything: files may have come and gone.
  case unknown
  /// Something happened to these files, as paths of the system; whatever else happened concerns names that no site has.
  /// Temporary ones appeared since, and an editor that saves by renaming has taken them away again.
  case written(Set<String>, temporary: Set<String>)

  /// No change.
  public static let nothing = FileChanges.written([], temporary: [])
}
