#if canImport(Glibc)
  import Foundation
  import Glibc

  /// Linux's inotify: one watch for each folder.
  public final class INotifyEvents: FileEvents {
    private let descriptor: Int32
    private var watches: [String: Int32] = [:]
    /// The folders of ``watches`` by their numbers; empty for one that has several paths.
    private var foldersByNumber: [Int32: String] = [:]
    /// Folders are watched for files that were written and closed, made, renamed, removed, or whose permissions changed.
    private static let mask = UInt32(
      IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
        | IN_ONLYDIR)
    /// A burst that never pauses is acted on after this many seconds.
    private static let longestBurst = 1.0

    /// An instance of inotify, which watches nothing yet.
    ///
    /// - Throws: where the system has no further instances.
    public init() throws(SystemError) {
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard descriptor >= 0 else { throw SystemError() }
    }

    deinit { close(descriptor) }

    /// The watch.
    public func watch(_ folders: Set<String>) throws(SystemError) -> Bool {
      for (path, number) in watches where !folders.contains(path) {
        inotify_rm_watch(descriptor, number)
        watches[path] = nil
        foldersByNumber[number] = nil
      }
      var isAdded = false
      var failure: SystemError?
      for folder in folders.sorted() {
        // For a folder that is watched already this gives the same number; for one that was made again, another.
        let number = inotify_add_watch(descriptor, folder, Self.mask)
        if number < 0 {
          let error = SystemError()
          watches[folder] = nil
          // What is gone again will show in the next walk.
          if error.number == ENOSPC || error.number == ENOMEM { failure = error }
        } else if watches.updateValue(number, forKey: folder) != number {
          isAdded = true
        }
        // Two paths may lead to one folder: which of them changed is not known then.
        if number >= 0 {
          foldersByNumber[number] = foldersByNumber[number].map { $0 == folder ? folder : "" } ?? folder
        }
      }
      if let failure { throw failure }
      return isAdded
    }

    /// The wait.
    public func wait(settle: Double, timeout: Double?) -> FileChanges {
      var changes = FileChanges.written([], temporary: [])
      guard poll(timeout: timeout.map { Int32(($0 * 1_000).rounded(.up)) } ?? -1) else { return .nothing }
      let start = ContinuousClock.now
      drain(into: &changes)
      while poll(timeout: Int32((settle * 1_000).rounded(.up))) {
        drain(into: &changes)
        if ContinuousClock.now - start > .seconds(Self.longestBurst) { break }
      }
      return changes
    }

    /// Whether there is an event within a number of milliseconds.
    private func poll(timeout: Int32) -> Bool {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while true {
        let count = Glibc.poll(&request, 1, timeout)
        if count < 0, errno == EINTR { continue }
        return count > 0
      }
    }

    /// A burst of more files than this is looked through like any other change.
    private static let mostFiles = 64

    private func drain(into changes: inout FileChanges) {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return }
        note(buffer[..<count], in: &changes)
      }
    }

    /// Reads inotify_event records (inotify(7)): watch, mask, cookie and length in four bytes each, then a name with zeros.
    private func note(_ events: ArraySlice<UInt8>, in changes: inout FileChanges) {
      func number(_ offset: Int) -> UInt32 {
        events.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
      }
      var offset = 0
      while offset + 16 <= events.count {
        let mask = number(offset + 4)
        let length = Int(number(offset + 12))
        guard offset + 16 + length <= events.count else {
          changes = .unknown
          return
        }
        let name = events[offset + 16..<offset + 16 + length].prefix { $0 != 0 }
        let folder = foldersByNumber[Int32(bitPattern: number(offset))] ?? ""
        offset += 16 + length
        // The names that no site has: what editors keep beside a file, and what builds leave.
        if name.first == UInt8(ascii: "."), !name.elementsEqual(IgnoreRules.fileName.utf8) { continue }
        guard case .written(var files, var temporary) = changes, mask & UInt32(IN_ISDIR) == 0, !name.isEmpty,
          !folder.isEmpty, files.count + temporary.count < Self.mostFiles
        else {
          changes = .unknown
          continue
        }
        let path = folder + "/" + String(decoding: name, as: UTF8.self)
        if mask & UInt32(IN_CREATE) != 0, !files.contains(path) { temporary.insert(path) }
        if !temporary.contains(path) { files.insert(path) }
        changes = .written(files, temporary: temporary)
      }
    }
  }
#endif
