import Platform
import Foundation

/// Finds the templates that sites start from, and copies one.
public enum TemplateFolder {
  /// Where a folder of the program's own files is looked for, in order: where the environment says, in the program itself
  /// where a release appended them, beside an installed program (`share/hybrid/templates`), and in the checkout that a
  /// program was built in.
  ///
  /// - Parameters:
  ///   - executable: the program's own path.
  ///   - name: the folder: `templates`, or `preview` for the preview's client.
  ///   - variable: the variable that comes before all others.
  public static func candidates(executable: String, folder name: String, variable: EnvironmentVariable) -> [String] {
    if let named = variable.value() { return [named] }
    let real = SystemFile.realPath(executable) ?? executable
    if let embedded = EmbeddedFiles.folder(of: real) { return [embedded + "/" + name] }
    var folder = parent(real)
    var paths = [parent(folder) + "/share/hybrid/" + name, folder + "/" + name]
    // .build/<triple>/<configuration>/hybrid is four folders below the checkout.
    for _ in 0..<5 where folder != "/" {
      folder = parent(folder)
      paths.append(folder + "/" + name)
    }
    return paths
  }

  /// The templates' names in a folder, in order.
  public static func names(in folder: String) -> [String] {
    let names = (try? SystemFile.names(in: folder)) ?? []
    return names.compactMap { String(validUTF8: $0) }.filter {
      !$0.hasPrefix(".") && SystemFile.isFolder(folder + "/" + $0)
    }
  }

  /// Copies a template's files into a folder, which is made where it is missing.
  ///
  /// - Returns: the paths of the files, relative to the folder, in order.
  public static func copy(_ template: String, to folder: String) throws(SystemError) -> [String] {
    var copied: [String] = []
    try copy(template, to: folder, prefix: "", &copied)
    return copied
  }

  private static func copy(
    _ source: String, to target: String, prefix: String, _ copied: inout [String]
  ) throws(SystemError) {
    try SystemFile.makeFolder(target)
    for bytes in try SystemFile.names(in: source) {
      let name = String(decoding: bytes, as: UTF8.self)
      if name == "dist" || name == ".hybrid" || name == ".DS_Store" { continue }
      let from = source + "/" + name
      if SystemFile.isFolder(from) {
        try copy(from, to: target + "/" + name, prefix: prefix + name + "/", &copied)
      } else {
        try SystemFile.write(try SystemFile.read(from), to: target + "/" + name)
        copied.append(prefix + name)
      }
    }
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
