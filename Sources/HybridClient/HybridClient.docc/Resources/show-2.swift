import HybridClient

final class PrintingHost: ViewHost {
  func apply(_ commands: [ViewCommand]) {
    for command in commands { print(command) }
  }
}

let release = try ReleaseFolder.open("dist")
let device = DeviceTraits(width: 390, height: 844, scale: 3)
let page = try release.openPage("index.html", for: device)
let live = try LivePage(page, data: .object([:]), host: PrintingHost())
live.start()
