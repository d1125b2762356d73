import Build
import Diff

extension DiffReport {
  /// A comment for a pull request, in GitHub's Markdown: a table of causes, the rest under it.
  var markdown: String {
    var text = "### \(OutputText.markdown(head))\n"
    if !difference.findings.isEmpty {
      text += "\n| cause | effects | pages | viewports |\n| --- | --- | --: | --: |\n"
      for finding in difference.findings.prefix(limit) {
        let effects = Self.effects(finding).map { OutputText.markdown($0) }.joined(separator: "<br>")
        text += "| \(OutputText.markdown(Self.cause(finding))) | \(effects) | \(finding.pages.count) "
        text += "| \(finding.viewports.count) |\n"
      }
      let rest = difference.findings.count - limit + difference.omittedFindings
      if rest > 0 { text += "\nand \(BuildSummary.count(rest, "further cause"))\n" }
    }
    let others = self.others + difference.notes
    if !others.isEmpty { text += "\n" + others.map { "- \(OutputText.markdown($0))\n" }.joined() }
    return text
  }
}
