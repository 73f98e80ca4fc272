import Mantle
import MantleDefinitions
import MantlePlatform
import Synchronization

/// The models the program knows: those of definition files, and the ones built in.
struct ModelLibrary {
  struct Entry {
    let model: ModelDescription
    /// The definition file; nil for what is built in.
    let file: String?
    /// The folder whose files it is for; nil where it is for all.
    var folder: FileName?
  }

  private(set) var entries: [Entry]
  /// Definition files that were found but cannot be used, and why.
  private(set) var problems: [String] = []
  private var read: Set<String> = []
  private var discovered: Set<FileName> = []

  static let suffix = ".model.json"

  init(_ builtIn: [ModelDescription]) {
    entries = builtIn.map { Entry(model: $0, file: nil, folder: nil) }
  }

  /// The models for an input: those beside it, those that were asked for, the user's, and the ones built in.
  mutating func models(for source: InputSource) -> [ModelDescription] {
    guard case .file(let file) = source else { return entries.filter { $0.folder == nil }.map(\.model) }
    discover(in: file.folder, for: file.folder)
    return entries.filter { $0.folder == nil || $0.folder == file.folder }.map(\.model)
  }

  /// Adds the definitions of a file, or of all definition files in a folder.
  ///
  /// - Throws: where one was asked for by name and cannot be read.
  mutating func add(_ word: FileName) throws(CommandError) {
    guard word.kind(followingLinks: true) == S_IFDIR else { return try add(file: word) }
    let files = word.definitionFiles
    guard !files.isEmpty else {
      throw CommandError(message: "\(word.shown): no definition files in this folder (*\(Self.suffix))")
    }
    for file in files { try add(file: file) }
  }

  /// Adds the definitions of a folder where there are any; those that cannot be read are problems.
  ///
  /// - Parameter owner: the folder whose files they are for; nil for all.
  mutating func discover(in folder: FileName, for owner: FileName? = nil) {
    guard discovered.insert(folder).inserted else { return }
    for file in folder.definitionFiles {
      do { try add(file: file, for: owner) } catch { problems.append(error.message) }
    }
  }

  private mutating func add(file: FileName, for folder: FileName? = nil) throws(CommandError) {
    guard read.insert(file.shown).inserted else { return }
    let input = try Input(.file(file))
    let definition: Definition
    do {
      definition = try Definition(input.bytes, name: input.name)
    } catch let failure as DecodingFailure {
      throw CommandError(
        message: failure.diagnostics.map { $0.line(in: input.name) }.joined(separator: "\nmantle: "))
    } catch {
      throw CommandError(message: "\(input.name): \(error)")
    }
    // What somebody defined comes before what is built in.
    let new = DefinedModels(definition).descriptions.map {
      Entry(model: $0, file: input.name, folder: folder)
    }
    entries.insert(contentsOf: new, at: entries.count { $0.file != nil })
  }
}

extension ModelLibrary {
  /// The user's own definitions: `$XDG_CONFIG_HOME/mantle/models`.
  static var userFolder: FileName? {
    let environment = ProcessInfo.processInfo.environment
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return FileName(folder + "/mantle/models")
    }
    return environment["HOME"].map { FileName($0 + "/.config/mantle/models") }
  }
}

extension FileName {
  /// The definition files in a folder, by name; none where it cannot be read.
  fileprivate var definitionFiles: [FileName] {
    (children ?? []).filter { $0.count > ModelLibrary.suffix.utf8.count }
      .filter { $0.suffix(ModelLibrary.suffix.utf8.count).elementsEqual(ModelLibrary.suffix.utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }
      .map(appending)
  }

  /// The folder a file is in.
  var folder: FileName {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : FileName(bytes: bytes[..<slash])
  }
}
