import Foundation
import Testing

/// What the original found at run time, by assertion or crash, and the compiler finds here.
///
/// The samples are type-checked with the compiler that built the tests; where there is none to be run, the test is
/// skipped and says so.
struct CompileErrorConformance {
  @Test(
    """
    JA-37, JA-42, JA-54, UX-14, UX-24, UX-46, UX-66, UX-82, UX-101, UX-102, SD-36, SD-48, SD-64: \
    mistakes that do not compile
    """,
    .enabled(if: TypeChecker.isAvailable, "there is no Swift compiler on the PATH"))
  func mistakesFailToCompile() throws {
    let errors = try TypeChecker.errors(in: CompileSample.all.map { ($0.name, $0.source) })
    for sample in CompileSample.all {
      let own = errors.filter { $0.contains("/\(sample.name).swift:") }
      if let message = sample.message {
        #expect(own.contains { $0.contains(message) }, "\(sample.name): \(own)")
      } else {
        #expect(own.isEmpty, "\(sample.name): \(own)")
      }
    }
  }
}

/// A source file and what the compiler must say about it; nil for nothing.
private struct CompileSample {
  let name: String
  let message: String?
  let source: String

  init(_ name: String, _ message: String?, _ properties: String, _ mapping: String, more: String = "") {
    self.name = name
    self.message = message
    source = """
      import Foundation
      import Mantle
      struct \(name): Model {
        \(properties)
        static let properties = Properties(of: \(name).self) {
          \(mapping)
        }
        static let mapping = Mapping(\(name).init, properties)
      }
      \(more)
      """
  }

  static let all = [
    CompileSample(
      "Sound", nil, "let name: String; var count: Int?",
      #"Property(\.name, "name"); Property(\.count, "count")"#),
    CompileSample(
      "StoredCursor", "non-Escapable type 'JSONCursor'", "let name: String", #"Property(\.name, "name")"#,
      more: """
        struct Lazy: JSONConvertible {
          let json: JSONCursor
          static func decode(_ json: JSONCursor) throws -> Lazy { Lazy(json: json) }
          func encode(to writer: inout JSONWriter) throws { writer.writeNull() }
        }
        """),
    CompileSample(
      "CursorInList", "JSONCursor", "let name: String", #"Property(\.name, "name")"#,
      more: "struct List { var cursors: [JSONCursor] = [] }"),
    CompileSample(
      "DecodeWithoutLabel", "the text has a label: `decode(json: text)`", "let name: String",
      #"Property(\.name, "name")"#,
      more: """
        func read(_ text: String) throws -> DecodeWithoutLabel { try DecodeWithoutLabel.decode(text) }
        """),
    CompileSample(
      "DecodeDataWithoutLabel", "the bytes have a label: `decode(json: data)`", "let name: String",
      #"Property(\.name, "name")"#,
      more: "func reads(_ data: Data) throws -> [Int] { try [Int].decode(data) }"),
    CompileSample(
      "UnknownOfPlainEnum", "one case of which is for unknown strings", "let state: PlainState",
      #"Property(\.state, "state", .cases(unknown: .other))"#, more: "enum PlainState { case open, other }"),
    CompileSample(
      "NoSuchProperty", "has no member 'htmlURL'", "let url: String", #"Property(\.htmlURL, "html_url")"#),
    CompileSample("WrongCase", "has no member 'Name'", "let name: String", #"Property(\.Name, "name")"#),
    CompileSample(
      "UnmappedElement", "does not read itself from JSON", "let cars: [UnmappedCar]",
      #"Property(\.cars, "cars")"#, more: "struct UnmappedCar { let make: String }"),
    CompileSample(
      "WrongType", "the properties are not the initializer's parameters", "let name: String; let count: Int",
      #"Property(\.count, "count"); Property(\.name, "name")"#),
    CompileSample(
      "MissingProperty", "the properties are not the initializer's parameters",
      "let name: String; let count: Int", #"Property(\.name, "name")"#),
    CompileSample("NoPath", "'nil'", "let name: String", #"Property(\.name, nil)"#),
    CompileSample("NumberForPath", "error:", "let name: String", #"Property(\.name, 42)"#),
    CompileSample("NoTransformer", "'nil'", "let name: String", #"Property(\.name, "name", nil)"#),
    CompileSample(
      "NullModel", "'nil'", "let inner: NullInner", #"Property(\.inner, "inner")"#,
      more: """
        struct NullInner: Model {
          static let properties = Properties(of: NullInner.self) {}
          static let mapping = Mapping(NullInner.init, properties)
        }
        func nullModel() throws -> String { try NullModel(inner: nil).json() }
        """),
    CompileSample(
      "NullArray", "'nil'", "let values: [Int]", #"Property(\.values, "values")"#,
      more: "func nullArray() throws -> String { try NullArray(values: nil).json() }"),
    CompileSample(
      "MergeNothing", "no exact matches in call to instance method 'merging'", "let name: String",
      #"Property(\.name, "name")"#,
      more: "func mergeNothing(_ model: MergeNothing) throws -> MergeNothing { try model.merging(nil) }"),
    CompileSample(
      "UnrelatedType", "error: cannot convert value of type 'Unrelated'", "let name: String",
      #"Property(\.name, "name")"#,
      more: """
        struct Unrelated {}
        func unrelated(_ writer: inout JSONWriter) throws {
          try UnrelatedType.mapping.encode(Unrelated(), to: &writer)
        }
        """),
    CompileSample(
      "NoModelInCluster", "conform to 'Model'", "let name: String", #"Property(\.name, "name")"#,
      more: """
        let noModelCluster = Cluster<Any>([
          .model(Int.self, having: "n", wrap: { $0 }, unwrap: { $0 as? Int })
        ])
        """),
    CompileSample(
      "OneWay", "has no member 'inverted'", "let name: String", #"Property(\.name, "name")"#,
      more: """
        func oneWay() { _ = ForwardTransformer<String, String> { $0 }.inverted }
        """),
  ]
}

/// Runs the Swift compiler over sources that use the library.
private enum TypeChecker {
  static var modules: URL? {
    let executable = URL(filePath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
    let places =
      [executable, Bundle.main.executableURL].compactMap { $0 }
      + Bundle.allBundles.map(\.bundleURL)
    return places.lazy
      .flatMap {
        [$0.deletingLastPathComponent(), $0.deletingLastPathComponent().deletingLastPathComponent()]
      }
      .map { $0.appending(path: "Modules") }
      .first { FileManager.default.fileExists(atPath: $0.appending(path: "Mantle.swiftmodule").path) }
  }

  static var isAvailable: Bool {
    modules != nil && (try? run(["--version"]))?.contains("Swift") == true
  }

  /// The lines of the compiler's output that are errors.
  static func errors(in sources: [(name: String, text: String)]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mantle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [String] = []
    for source in sources {
      let file = folder.appending(path: "\(source.name).swift")
      try source.text.write(to: file, atomically: true, encoding: .utf8)
      files.append(file.path)
    }
    let modules = try #require(modules)
    let output = try run(
      ["-typecheck", "-wmo", "-parse-as-library", "-swift-version", "6", "-I", modules.path] + files)
    return output.split(separator: "\n").map(String.init).filter { $0.contains("error:") }
  }

  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swiftc"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
