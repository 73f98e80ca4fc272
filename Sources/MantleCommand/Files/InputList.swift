import MantleFiles
import MantlePlatform

/// The input files that command-line arguments denote: files, the files in directories, and the names in lists.
struct InputList {
  private(set) var sources: [InputSource] = []
  private let omitted: [FileFingerprint]
  private let expandsDatabases: Bool

  /// The suffixes of the files that are inputs if they are found in a directory. The suffix of a compressed file may
  /// follow.
  private static let suffixes = [
    "json", "jsonc", "ndjson", "jsonl", "archive", "plist", "geojson", "har", "ipynb", "sarif", "webmanifest",
  ]

  /// Finds the input files that arguments denote.
  ///
  /// - Parameters:
  ///   - files: files to omit if a directory contains them.
  ///   - expandsDatabases: whether an SQLite file stands for all of its tables; otherwise it must have only one.
  /// - Throws: an error if a list or a directory cannot be read, or if a directory contains no input files.
  init(_ words: [FileName], omitting files: [FileName] = [], expandsDatabases: Bool = false) throws {
    omitted = files.compactMap { FileFingerprint(path: $0.path) }
    self.expandsDatabases = expandsDatabases
    for word in words {
      if word.bytes.first == UInt8(ascii: "@") {
        try addList(FileName(bytes: word.bytes.dropFirst()))
      } else {
        try add(word)
      }
    }
  }

  private mutating func add(_ word: FileName) throws {
    guard word != "-", word.kind(followingLinks: true) == S_IFDIR else {
      let source = InputSource(word)
      let tables = expandsDatabases ? try DatabaseTable.named(word) : try DatabaseTable(source).map { [$0] }
      sources += tables?.map { .file($0.name) } ?? [source]
      return
    }
    let before = sources.count
    try addFolder(word)
    guard sources.count > before else {
      let list = Self.suffixes.map { ".\($0)" }.joined(separator: ", ")
      throw CommandError(message: "\(word.shown): no file in this folder has a known suffix (\(list))")
    }
  }

  /// Adds the files in a list of names, one on each line; `@-` reads the list from standard input.
  private mutating func addList(_ name: FileName) throws {
    let input = try Input(InputSource(name))
    let lines = input.bytes.slice(0..<input.bytes.count).split(separator: UInt8(ascii: "\n"))
    for line in lines {
      let name = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if !name.isEmpty { try add(FileName(bytes: name)) }
    }
  }

  /// Adds the files with a known suffix in a directory and its subdirectories, sorted by name. Hidden files, model
  /// definitions and symbolic links to directories are omitted.
  private mutating func addFolder(_ folder: FileName) throws {
    guard let names = folder.children else {
      throw CommandError(message: "\(folder.shown): \(String(cString: strerror(errno)))")
    }
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) where name.first != UInt8(ascii: ".") {
      let child = folder.appending(name)
      if child.kind(followingLinks: false) == S_IFDIR {
        try addFolder(child)
      } else if Self.isChecked(name), child.kind(followingLinks: true) == S_IFREG, !isOmitted(child) {
        sources.append(.file(child))
      }
    }
  }

  private func isOmitted(_ file: FileName) -> Bool {
    FileFingerprint(path: file.path).map { omitted.contains(where: $0.isSameFile) } ?? false
  }

  private static func isChecked(_ name: [UInt8]) -> Bool {
    var parts = String(decoding: name, as: UTF8.self).lowercased().split(separator: ".")
    if let last = parts.last, Compression(suffixOf: ".\(last)") != nil { parts.removeLast() }
    guard let suffix = parts.last, parts.count > 1, suffixes.contains(String(suffix)) else { return false }
    return parts.suffix(2) != ["model", "json"]
  }
}
