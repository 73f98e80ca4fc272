import GitHubModels
import Mantle

@testable import MantleArchiving
@testable import ModelBrowser

/// The kinds of files random sessions are held on.
enum SessionText: CaseIterable {
  case models, list, lines, wrapper, object, inStrings, commented, broken, brokenLines, binaryArchive,
    xmlArchive

  var fileName: String {
    switch self {
    case .lines, .brokenLines: "test.ndjson"
    case .binaryArchive, .xmlArchive: "test.archive"
    default: "test.json"
    }
  }

  var archiveFormat: ArchiveFormat? {
    switch self {
    case .binaryArchive: .binary
    case .xmlArchive: .xml
    default: nil
    }
  }

  /// A file made up by chance.
  func bytes(_ random: inout RandomText) throws -> [UInt8] {
    if let format = archiveFormat {
      return try Archive.bytes(of: try [GitHubModels.Issue].decode(json: Self.issues(&random)), as: format)
    }
    return Array(text(&random).utf8)
  }

  private func text(_ random: inout RandomText) -> String {
    switch self {
    case .models, .binaryArchive, .xmlArchive: return Self.issues(&random)
    case .list: return random.array() + "\n"
    case .object: return random.object() + "\n"
    case .lines: return Self.lines(&random).joined(separator: "\n") + "\n"
    case .wrapper: return #"{"total": 3, "data": \#(Self.issues(&random)), "next": null}"#
    case .inStrings: return Self.objectsInStrings(&random)
    case .commented:
      return Self.mixed(random.array(), with: ["/* c */", "// c\n", ",", "'s'", "NaN", " "], &random)
    case .broken:
      return Self.mixed(random.object(), with: ["{", "}", "[", "]", "\"", ",", ":", "x", "\n"], &random)
    case .brokenLines:
      let lines = Self.lines(&random).joined(separator: "\n") + "\n"
      return Self.mixed(lines, with: ["{", "}", "]", "\"", ",", "x", "\n", "\n\n"], &random)
    }
  }

  /// The sample issues in any number and order, with numbers of their own.
  private static func issues(_ random: inout RandomText) -> String {
    let all = JSONBytes(Samples.issues.replacing("reopened", with: "open"))
    let issues = (try? JSONDocument(parsing: all))?.root.elements.map(\.rawText) ?? []
    let picked = (0..<Int.random(in: 1...5, using: &random.generator)).map { number in
      (issues.randomElement(using: &random.generator) ?? "{}").replacing("1000", with: "\(number + 1)000")
    }
    return "[\n" + picked.joined(separator: ",\n") + "\n]\n"
  }

  /// A list of objects and lists in strings, some of which have others in their own strings.
  private static func objectsInStrings(_ random: inout RandomText) -> String {
    let elements = (0..<Int.random(in: 1...5, using: &random.generator)).map { number in
      let inner = Bool.random(using: &random.generator) ? random.array() : random.object()
      let deeper = JSONText.quoted(inner)
      let text = Bool.random(using: &random.generator) ? inner : "{\"k1\": \(deeper)}"
      return "{\"k0\": \(JSONText.quoted(text)), \"k2\": \(number)}"
    }
    return "[\n" + elements.joined(separator: ",\n") + "\n]\n"
  }

  private static func lines(_ random: inout RandomText) -> [String] {
    (0..<Int.random(in: 2...6, using: &random.generator)).map { _ in
      (Bool.random(using: &random.generator) ? random.array() : random.object())
        .replacing("\n", with: "")
    }
  }

  /// A text with a few pieces put into it, anywhere.
  private static func mixed(_ text: String, with pieces: [String], _ random: inout RandomText) -> String {
    var characters = Array(text)
    for _ in 0..<Int.random(in: 1...4, using: &random.generator) {
      let piece = pieces.randomElement(using: &random.generator) ?? ""
      characters.insert(contentsOf: piece, at: Int.random(in: 0...characters.count, using: &random.generator))
    }
    return String(characters)
  }
}

/// An archived issue of which less is known than it holds.
struct PartOfIssue: ArchivableModel {
  var id: Int?
  var state: String?
  var comments: Int?
  var locked: Bool

  static let archive = ModelArchive("GHIssue", version: 2)
  static let properties = Properties(of: PartOfIssue.self) {
    Property(\.id)
    Property(\.state)
    Property(\.comments)
    Property(\.locked).default(false)
  }
  static let mapping = Mapping(PartOfIssue.init, properties)
  static let models = [PartOfIssue.modelDescription]
}
