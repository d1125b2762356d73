/// A tool that writes pages, as `hybrid init` recognises it by its configuration file.
struct SiteGenerator: Sendable {
  /// The name for people.
  let name: String
  /// The names of its configuration files without their endings, and the endings.
  let stems: [String]
  let endings: [String]
  /// The folder that it writes, where its configuration names none.
  let output: String
  /// The command that writes it.
  let command: String
  /// The keys of the output folder and of the base path in its configuration.
  let outputKeys: [String]
  let baseKeys: [String]
  /// A word that its configuration has to have where the name of the file says too little.
  var mark: String?
  /// A setting without which the tool writes no pages.
  var need: (key: String, value: String)?
  /// The package that a project depends on, whether it has a configuration file of the tool or not.
  var package: String?

  private static let scripts = ["js", "mjs", "cjs", "ts", "mts", "cts"]

  /// Those that are known; the first that fits counts.
  static let all = [
    SiteGenerator(
      name: "Astro", stems: ["astro.config"], endings: scripts, output: "dist", command: "npx astro build",
      outputKeys: ["outDir"], baseKeys: ["base"], package: "astro"),
    SiteGenerator(
      name: "Eleventy", stems: [".eleventy", "eleventy.config"], endings: scripts, output: "_site",
      command: "npx @11ty/eleventy", outputKeys: ["output"], baseKeys: ["pathPrefix"],
      package: "@11ty/eleventy"),
    SiteGenerator(
      name: "Docusaurus", stems: ["docusaurus.config"], endings: scripts, output: "build",
      command: "npx docusaurus build", outputKeys: [], baseKeys: ["baseUrl"], package: "@docusaurus/core"),
    SiteGenerator(
      name: "Vite", stems: ["vite.config"], endings: scripts, output: "dist", command: "npx vite build",
      outputKeys: ["outDir"], baseKeys: ["base"], package: "vite"),
    SiteGenerator(
      name: "Next.js", stems: ["next.config"], endings: scripts, output: "out", command: "npx next build",
      outputKeys: ["distDir"], baseKeys: ["basePath"],
      need: ("output", "export"), package: "next"),
    SiteGenerator(
      name: "Hugo", stems: ["hugo"], endings: ["toml", "yaml", "yml", "json"], output: "public", command: "hugo",
      outputKeys: ["publishDir"], baseKeys: ["baseURL"]),
    SiteGenerator(
      name: "Hugo", stems: ["config"], endings: ["toml", "yaml", "yml", "json"], output: "public", command: "hugo",
      outputKeys: ["publishDir"], baseKeys: ["baseURL"], mark: "baseURL"),
    SiteGenerator(
      name: "Jekyll", stems: ["_config"], endings: ["yml", "yaml", "toml"], output: "_site",
      command: "bundle exec jekyll build", outputKeys: ["destination"], baseKeys: ["baseurl"]),
  ]

  /// The folders that tools write pages to, for those that are not known.
  static let outputFolders = ["dist", "build", "_site", "out", "public"]

  /// The names of the configuration files.
  var fileNames: [String] { stems.flatMap { stem in endings.map { stem + "." + $0 } } }
}
