import Mantle

extension BrowserDocument {
  /// What is said when an archive was opened.
  func archiveMessage(_ archive: ArchivedDocument) -> Message {
    if let reason = archive.whyReadOnly {
      return .warning("Read-only \(archive.format.words): \(reason)  (:info)")
    }
    let facts = archive.facts
    return .note("\(archive.format.words.capitalizedFirst): \(facts.first ?? "no models")  (:info)")
  }

  /// The archive's form, classes, versions and remarks on a screen of their own.
  var information: TextScreen {
    guard let archive else {
      let words = ["JSON text, \(Words.count(base.count, "byte"))", "model: \(model?.name ?? "none")"]
      return TextScreen(title: Sanitized(name).text, lines: words.map { Sanitized($0, cells: 400).spans() })
    }
    let remarks = DiagnosticGroups(archive.diagnostics).lines
    let lines = [archive.format.words] + archive.facts + (remarks.isEmpty ? [] : [""] + remarks)
    let title = "\(Sanitized(name).text): \(archive.format.words)"
    return TextScreen(title: title, lines: lines.map { Sanitized($0, cells: 2000).spans() })
  }
}

extension ArchivedDocument {
  /// A line for every class found: chain, version, number, place.
  var facts: [String] {
    found.map { found in
      let chain = found.archiveClass.chain.joined(separator: " : ")
      let supported = found.model.archive?.version ?? found.version
      let version =
        found.version == supported ? "version \(found.version)" : "version \(found.version), now \(supported)"
      let place = found.path.isEmpty ? "" : " at \(found.path)"
      return "\(found.count) × \(chain), \(version)\(place)"
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
