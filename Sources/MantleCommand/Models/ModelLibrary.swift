import Mantle
import MantleArchiving
import MantleDefinitions
import MantlePlatform
import MantleReports
import Synchronization

/// The models of the program: the compiled models, and the models of definition files.
///
/// If several models have the same name or archived class, the precedence is: `--models` files, the program's own
/// models, definitions next to the data. Samples do not hide definitions.
struct ModelLibrary {
  /// The place where a model is defined, in order of precedence: a requested file, the program, a definition that was
  /// found next to the data or in the user's directory, or the program's samples.
  enum Origin: Comparable {
    case given, compiled, found, sample

    /// Whether models from this place hide models from later places that have the same name.
    var isExclusive: Bool { self <= .compiled }
  }

  /// A model of the library, and the place where it is defined.
  struct Entry {
    let model: ModelDescription
    let origin: Origin
    /// The definition of the model, and its file; nil for a compiled model.
    var definition: Definition?
    var file: String?
    /// The directory whose files the definition applies to; nil if it applies to all files.
    var folder: FileName?
    /// Whether the definition file was named on the command line.
    var isAsked = false

    /// Returns the model for an input. It is marked as intended for the input if its definition was requested or has
    /// the name of the input.
    func model(for source: InputSource) -> ModelDescription {
      let stem = source.name.split(separator: "/").last?.prefix { $0 != "." } ?? ""
      return isAsked || file?.split(separator: "/").last.map { $0 == stem + ModelLibrary.suffix } == true
        ? model.meant : model
    }

    /// Returns whether this model replaces the other one, because both have the same name and this one has precedence.
    fileprivate func hides(_ other: Entry) -> Bool {
      guard origin.isExclusive, origin < other.origin else { return false }
      let (ours, theirs) = (model.archive?.archiveClass.name, other.model.archive?.archiveClass.name)
      return model.name == other.model.name || ours != nil && ours == theirs
    }
  }

  /// A definition file that cannot be used, and was found in the directory of the data or of the user.
  struct BrokenFile {
    let name: FileName
    /// The bytes of the file; nil if it cannot be opened.
    let bytes: JSONBytes?
    let mistakes: [Diagnostic]

    var lines: [String] { mistakes.map { $0.line(in: name.shown) } }
  }

  private(set) var entries: [Entry]

  /// Returns whether a model is described in a definition file.
  func isDefined(_ model: ModelDescription) -> Bool {
    entries.contains { $0.model.identity == model.identity && $0.definition != nil }
  }

  private var hiddenFiles: [String] = []
  /// Messages about imported JSON Schemas, parts of which a definition cannot express.
  private var remarks: [String] = []
  private var broken: [BrokenFile] = []
  private var read: Set<String> = []
  private var discovered: Set<FileName> = []

  static let suffix = ".model.json"
  /// The maximum size of a definition file that was not named on the command line.
  private static let maximumBytes = 1 << 24

  init(_ compiled: [ModelDescription], samples: [ModelDescription] = []) {
    entries =
      compiled.map { Entry(model: $0, origin: .compiled) } + samples.map { Entry(model: $0, origin: .sample) }
  }

  /// Returns the models for an input: those in its directory, the requested ones, the user's, and the built-in models.
  mutating func models(for source: InputSource) -> [ModelDescription] {
    let folder: FileName? = if case .file(let file) = source { file.folder } else { nil }
    if let folder { discover(in: folder, for: folder) }
    return entries.filter { ($0.folder == nil || $0.folder == folder) && entry(hiding: $0) == nil }
      .map { $0.model(for: source) }
  }

  /// Returns the entry that hides another entry, because both have the same name; nil if none does.
  func entry(hiding entry: Entry) -> Entry? { entries.first { $0.hides(entry) } }

  /// Returns the definition files for an input that cannot be used. Each is returned once.
  mutating func takeBroken(for source: InputSource) -> [BrokenFile] {
    _ = models(for: source)
    return takeBroken()
  }

  /// Returns the definition files found so far that cannot be used. Each is returned once.
  mutating func takeBroken() -> [BrokenFile] {
    defer { broken = [] }
    return broken
  }

  /// Returns the messages about JSON Schemas that a definition cannot express completely. Each is returned once.
  mutating func takeRemarks() -> [String] {
    defer { remarks = [] }
    return remarks
  }

  /// Returns a message for each definition file whose models the program's own models hide. Each is returned once.
  mutating func takeHidden() -> [String] {
    var names: [String: [String]] = [:]
    for entry in entries where entry.origin == .found {
      guard let file = entry.file, let hiding = self.entry(hiding: entry), hiding.origin == .compiled else {
        continue
      }
      names[file, default: []].append(entry.model.name)
    }
    defer { hiddenFiles += names.keys }
    return names.keys.sorted().filter { !hiddenFiles.contains($0) }.map { file in
      let models = names[file, default: []].joined(separator: ", ")
      return
        "\(file): not used for \(models): the models of this program have precedence  (--models \(file) uses the file)"
    }
  }

  /// Adds the definitions of a file, or of all definition files in a directory.
  ///
  /// - Throws: an error if a definition cannot be read.
  mutating func add(_ word: FileName) throws {
    guard word.kind(followingLinks: true) == S_IFDIR else { return try add(file: word, isAsked: true) }
    let files = word.definitionFiles
    guard !files.isEmpty else {
      throw CommandError(message: "\(word.shown): no definition files in this folder (*\(Self.suffix))")
    }
    for file in files { try add(file: file, isAsked: false) }
  }

  /// Adds the definitions in a directory, and records the files that cannot be used. Files with the same suffix that
  /// are not definitions are ignored.
  ///
  /// - Parameter owner: the directory whose files the definitions apply to; nil for all files.
  mutating func discover(in folder: FileName, for owner: FileName? = nil) {
    guard discovered.insert(folder).inserted else { return }
    for file in folder.definitionFiles where !read.contains(file.shown) {
      var bytes: JSONBytes?
      do {
        let input = try Input(unasked: file, upTo: Self.maximumBytes)
        bytes = input.bytes
        if Definition.isFile(input.bytes) { try add(input, .found, for: owner) }
      } catch {
        let mistakes = (error as? DecodingFailure)?.diagnostics
        let reason = "\(error)"
        broken.append(
          BrokenFile(
            name: file, bytes: bytes, mistakes: mistakes ?? [Diagnostic(.error, .unreadable, detail: reason)])
        )
      }
    }
  }

  private mutating func add(file: FileName, isAsked: Bool) throws {
    guard !read.contains(file.shown) else { return }
    let input = try Input(.file(file))
    try input.decoded { _ in try add(input, .given, isAsked: isAsked) }
  }

  /// Returns the definition that a JSON Schema describes, and records a message about parts that it cannot express.
  private mutating func imported(_ input: Input) throws -> Definition {
    let (definition, losses) = try Definition.importing(schema: input.bytes, name: input.name)
    if !losses.isEmpty {
      let parts = Words.count(losses.count, "part")
      remarks.append(
        "\(input.name): \(parts) of the schema not checked  (`mantle schema import \(input.name)` lists them)"
      )
    }
    return definition
  }

  private mutating func add(
    _ input: Input, _ origin: Origin, for folder: FileName? = nil, isAsked: Bool = false
  ) throws {
    read.insert(input.name)
    let definition =
      try isAsked && Definition.isSchema(input.bytes) ? imported(input) : Definition(input.bytes)
    // User-defined models take precedence over built-in models.
    let new = DefinedModels(definition).descriptions.map {
      Entry(
        model: $0, origin: origin, definition: definition, file: input.name, folder: folder, isAsked: isAsked)
    }
    entries.insert(contentsOf: new, at: entries.count { $0.file != nil })
  }
}

extension InputSource {
  /// Returns whether the source is a definition file: by its suffix and by its contents.
  ///
  /// - Parameter bytes: the contents of the source.
  func isDefinition(_ bytes: JSONBytes) -> Bool {
    guard case .file(let file) = self else { return false }
    return file.bytes.reversed().starts(with: ModelLibrary.suffix.utf8.reversed()) && Definition.isFile(bytes)
  }
}

extension ModelLibrary {
  /// The directory of the user's definitions: `$XDG_CONFIG_HOME/mantle/models`.
  static var userFolder: FileName? {
    let environment = ProcessInfo.processInfo.environment
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return FileName(folder + "/mantle/models")
    }
    return environment["HOME"].map { FileName($0 + "/.config/mantle/models") }
  }
}

extension FileName {
  /// The definition files in the directory, sorted by name; empty if the directory cannot be read.
  fileprivate var definitionFiles: [FileName] {
    (children ?? []).filter { $0.count > ModelLibrary.suffix.utf8.count }
      .filter { $0.suffix(ModelLibrary.suffix.utf8.count).elementsEqual(ModelLibrary.suffix.utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }
      .map { self == "." ? FileName(bytes: $0) : appending($0) }
  }
}
