/// What changed in watched folders, as far as the system told.
public enum FileChanges: Hashable, Sendable {
  /// Anything: files may have come and gone.
  case unknown
  /// These files, as paths of the system, were written; whatever else happened concerns names that no site has.
  case written(Set<String>)
}
