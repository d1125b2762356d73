import Foundation
import Testing

/// The commands of docs/guides/ci.md for machines that share a folder: each release is that of one process, byte for byte.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
struct SchedulerTests {
  private static func isInstalled(_ program: String) -> Bool {
    ["/usr/bin/", "/usr/sbin/", "/usr/local/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + program)
    }
  }

  private static let hasParallel = isInstalled("parallel")
  private static let hasSlurm = ["slurmctld", "slurmd", "sbatch", "sinfo"].allSatisfy(isInstalled)

  /// Runs `Tools/scheduler-check`, of which the last line says what came of it.
  private func check(_ scheduler: String, shards: Int) throws {
    let run = try Command.start(
      [
        Command.repository.path + "/Tools/scheduler-check", "--only", scheduler, "--pages", "64",
        Command.executable.path,
      ], program: URL(fileURLWithPath: "/usr/bin/python3")
    ).finish()
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("\(scheduler): 64 pages in \(shards) shards, "), "\(run.output)")
    #expect(run.output.contains(" files, 0 differ, "), "\(run.output)")
  }

  @Test(.enabled(if: hasParallel, "GNU parallel is not installed: apt-get install parallel"))
  func parallelMakesTheReleaseOfOneProcess() throws { try check("parallel", shards: 8) }

  @Test(
    .enabled(if: hasSlurm, "Slurm is not installed: apt-get install slurmctld slurmd slurm-client"),
    .enabled(if: geteuid() == 0, "Slurm's daemons run jobs as root"))
  func slurmMakesTheReleaseOfOneProcess() throws { try check("slurm", shards: 64) }
}
