import Build
import Foundation

/// A folder of this run only.
struct TemporaryFolder {
  let path: String

  init() throws {
    var template = Array((NSTemporaryDirectory() + "/hybrid-diff-XXXXXX").utf8CString)
    // Only its user may read the folder.
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(.cannotWrite, "no temporary folder can be made: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes the folder with everything in it.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
