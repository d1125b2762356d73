/// Which files that nothing refers to no app has a use for, by their names.
enum UnshippedNames {
  /// Whether a file that nothing refers to is left out.
  static func isLeftOut(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    if isLicence(name) { return false }
    if names.contains(name) || endings.contains(where: name.hasSuffix) { return true }
    if name.hasPrefix("readme"),
      name == "readme" || name.hasPrefix("readme.") || name.hasPrefix("readme-")
        || name.hasPrefix("readme_")
    {
      return true
    }
    if name.hasPrefix("package"), name.hasSuffix(".json") { return true }
    // What build tools are configured by: vite.config.js, tsconfig.build.json, docker-compose.override.yml.
    let parts = name.split(separator: ".")
    if parts.count >= 3, parts[parts.count - 2] == "config", scriptEndings.contains(parts[parts.count - 1]) {
      return true
    }
    if name.hasSuffix(".json"), name.hasPrefix("tsconfig") || name.hasPrefix("jsconfig") { return true }
    return name.hasPrefix("docker-compose") && (name.hasSuffix(".yml") || name.hasSuffix(".yaml"))
  }

  /// Licences ask to be handed on with what they are for.
  private static func isLicence(_ name: String) -> Bool {
    ["license", "licence", "copying", "notice", "copyright"].contains { name.hasPrefix($0) }
      || name.hasSuffix(".license.txt") || name.hasSuffix(".licence.txt")
  }

  private static let names: Set<String> = [
    // Package managers.
    "npm-shrinkwrap.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "bun.lockb", "vendor.lock.json", "composer.json",
    "bower.json", "gemfile", "pipfile", "go.sum",
    // Build tools and hosts.
    "makefile", "gnumakefile", "rakefile", "gruntfile.js", "gulpfile.js", "dockerfile", "procfile", "netlify.toml",
    "vercel.json", "firebase.json", "wrangler.toml", "lerna.json", "turbo.json", "nx.json",
    // Editors and systems.
    "thumbs.db", "desktop.ini",
  ]

  private static let endings = [
    ".map", ".lock", "~", ".swp", ".swo", ".bak", ".orig", ".rej", ".iml", ".code-workspace", ".sublime-project",
    ".sublime-workspace", ".tsbuildinfo",
  ]

  private static let scriptEndings: Set<Substring> = ["js", "mjs", "cjs", "ts", "mts", "cts", "json"]
}
