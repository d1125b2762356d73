import CSpawn
import Files
import Foundation

/// One run of a filter's program: a text in, a text out, within limits of time and size.
///
/// The program has a process group of its own, which is ended as a whole: at a limit, and when the program has ended and left
/// others behind. Those that left the group are looked for (``LeftoverProcesses``). It gets no file of this process but its three.
enum FilterProcess {
  /// What a run may take.
  struct Limits: Sendable {
    var seconds = 60.0
    var output = 64 << 20
    /// More than this of standard error is read and dropped.
    var errors = 64 << 10
  }

  /// How a run ended.
  enum Ending: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    case outOfTime
    case tooMuchOutput
  }

  struct Answer: Sendable {
    var output: [UInt8]
    var errors: [UInt8]
    var ending: Ending
  }

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - program: the path of its file.
  ///   - words: its name and arguments.
  ///   - input: its standard input.
  ///   - folder: its current folder.
  ///   - environment: its variables, each as `name=value`.
  ///   - limits: what it may take.
  static func run(
    _ program: String, _ words: [String], input: [UInt8], folder: String, environment: [String],
    limits: Limits = Limits()
  ) throws(SystemError) -> Answer {
    let standardInput = try inputFile(input)
    let output = try pipeEnds()
    defer { close(output.read) }
    let errors: (read: Int32, write: Int32)
    do throws(SystemError) {
      errors = try pipeEnds()
    } catch {
      close(output.write)
      throw error
    }
    defer { close(errors.read) }
    var process = pid_t()
    let leftovers = LeftoverProcesses()
    let code = withExtendedLifetime(standardInput) {
      start(
        &process, program, words, [standardInput.descriptor, output.write, errors.write], folder,
        environment + [leftovers.entry])
    }
    close(output.write)
    close(errors.write)
    guard code == 0 else { throw SystemError(number: code) }
    RunningFilters.add(process)
    defer { RunningFilters.remove(process) }
    return finish(process, output.read, errors.read, limits, leftovers)
  }

  // MARK: Files

  /// A file without a name that holds the input: a pipe would have to be filled while the output is read.
  private static func inputFile(_ bytes: [UInt8]) throws(SystemError) -> OpenFile {
    do throws(FileError) {
      let file = try OpenFile(unnamedIn: FolderHandle(NSTemporaryDirectory()))
      // At a place, so that the program reads from the start.
      try file.write(bytes, at: 0)
      return file
    } catch {
      throw SystemError(error)
    }
  }

  private static func pipeEnds() throws(SystemError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }

  // MARK: The process

  /// Starts a program; the answer is 0, or a number of `errno`.
  private static func start(
    _ process: inout pid_t, _ program: String, _ words: [String], _ files: [Int32], _ folder: String,
    _ environment: [String]
  ) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    return hybrid_spawn(&process, program, &arguments, &variables, folder, files[0], files[1], files[2])
  }

  /// Reads what a process writes until it ends or goes beyond a limit.
  private static func finish(
    _ process: pid_t, _ output: Int32, _ errors: Int32, _ limits: Limits, _ leftovers: LeftoverProcesses
  ) -> Answer {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(limits.seconds)
    var answer = Answer(output: [], errors: [], ending: .outOfTime)
    var isOver: Ending?
    while isOver == nil {
      var places = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&places, 2, 20)
      let isEnded = hasEnded(process)
      drain(output, into: &answer.output, limit: limits.output + 1)
      drain(errors, into: &answer.errors, limit: limits.errors)
      if answer.output.count > limits.output {
        isOver = .tooMuchOutput
      } else if isEnded {
        break
      } else if clock.now >= end {
        isOver = .outOfTime
      }
      // Both are closed, and the process goes on: there is nothing to wait for but its end.
      if places.allSatisfy({ $0.revents & Int16(POLLHUP) != 0 && $0.revents & Int16(POLLIN) == 0 }) { usleep(5_000) }
    }
    // The process is not waited for yet, so that its number, and that of its group, is nobody else's.
    // A stopped process starts no other, and the tree below is still there.
    kill(-process, SIGSTOP)
    leftovers.end(startedBy: process)
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let code = status & 0x7F
    answer.ending = isOver ?? (code == 0 ? .exited(status >> 8 & 0xFF) : .signalled(code))
    return answer
  }

  /// Whether a process has ended; it stays there to be waited for.
  private static func hasEnded(_ process: pid_t) -> Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return true }
    return information.si_signo != 0
  }

  private static func drain(_ descriptor: Int32, into bytes: inout [UInt8], limit: Int) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var taken = 0
    // What never ends is looked at again after the clock.
    while taken < 16 << 20 {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      taken += count
      bytes += buffer[..<min(count, max(0, limit - bytes.count))]
      if bytes.count >= limit, count == buffer.count, limit > 1 << 20 { return }
    }
  }
}
