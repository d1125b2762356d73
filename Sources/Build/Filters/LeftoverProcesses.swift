import Foundation

/// The processes that a filter's program started and that left its process group (`setsid`): they are found by a variable of their
/// environment, and by their parents, and ended.
///
/// A program that clears its environment, leaves the group and lets its parent end is not found.
struct LeftoverProcesses {
  /// The name of the variable.
  private static let variable = "HYBRID_FILTER_RUN"
  /// How often the list of processes is read: who is ended may have started another one.
  private static let rounds = 20
  /// The most bytes of an environment that are read.
  private static let largestEnvironment = 1 << 21

  /// The variable with a value that no other run has.
  let entry = "\(variable)=\(getpid())-\(UInt64.random(in: 0 ... .max))"

  /// Ends what is left of a run.
  ///
  /// - Parameter program: the process of the program itself, which nobody waited for yet.
  func end(startedBy program: pid_t) {
    #if os(Linux)
      for _ in 0..<Self.rounds {
        let found = processes(startedBy: program)
        if found.isEmpty { return }
        for process in found { kill(process, SIGKILL) }
        usleep(1_000)
      }
    #endif
  }

  #if os(Linux)
    /// The processes of the run that are still there, without the program itself.
    private func processes(startedBy program: pid_t) -> [pid_t] {
      guard let names = try? SystemFile.names(in: "/proc") else { return [] }
      let all = names.compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }.filter { $0 != getpid() }
      var children: [pid_t: [pid_t]] = [:]
      for process in all {
        if let parent = Self.parentOfLiving(process) { children[parent, default: []].append(process) }
      }
      let living = Set(children.values.joined())
      var found: Set<pid_t> = []
      var open = [program]
      while let next = open.popLast() {
        for child in children[next] ?? [] where found.insert(child).inserted { open.append(child) }
      }
      let wanted = Array(entry.utf8)
      for process in living where process != program && !found.contains(process) {
        guard let environment = Self.contents("/proc/\(process)/environ", limit: Self.largestEnvironment) else {
          continue
        }
        if environment.split(separator: 0).contains(where: { $0.elementsEqual(wanted) }) { found.insert(process) }
      }
      return found.sorted()
    }

    /// The parent of a process; `nil` where it ended.
    private static func parentOfLiving(_ process: pid_t) -> pid_t? {
      // 12 (name (with) signs) S 1 …
      guard let bytes = contents("/proc/\(process)/stat", limit: 4_096), let end = bytes.lastIndex(of: 0x29) else {
        return nil
      }
      let fields = bytes[(end + 1)...].split(separator: 0x20).prefix(2).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 2, fields[0] != "Z", fields[0] != "X" else { return nil }
      return pid_t(fields[1])
    }

    /// The bytes of a file that has no size.
    private static func contents(_ path: String, limit: Int) -> [UInt8]? {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      while bytes.count < limit {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        bytes += buffer[..<count]
      }
      return bytes
    }
  #endif
}
