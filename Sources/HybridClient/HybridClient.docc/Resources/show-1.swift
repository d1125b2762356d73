import HybridClient

final class PrintingHost: ViewHost {
  func apply(_ commands: [ViewCommand]) {
    for command in commands { print(command) }
  }
}
