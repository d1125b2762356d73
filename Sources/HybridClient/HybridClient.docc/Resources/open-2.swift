import HybridClient

let release = try ReleaseFolder.open("dist")
print(release.manifest.name, release.manifest.version ?? "")

let device = DeviceTraits(width: 390, height: 844, scale: 3)
let page = try release.openPage("index.html", for: device)
print(page.nodes.count)
