import HybridClient

let release = try ReleaseFolder.open("dist")
print(release.manifest.name, release.manifest.version ?? "")
