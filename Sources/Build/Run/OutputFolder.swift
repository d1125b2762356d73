/// What marks a folder that the tool published into.
enum OutputFolder {
  /// Whether a folder holds a release: its pointer and the folder of manifests beside it.
  static func isMade(_ path: String) -> Bool {
    SystemFile.exists(path + "/latest.json") && SystemFile.isFolder(path + "/manifests")
      && SystemFile.isFolder(path + "/packages")
  }
}
