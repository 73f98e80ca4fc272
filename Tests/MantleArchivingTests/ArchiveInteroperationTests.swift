import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// What we write, read by others.
@Suite struct ArchiveInteroperationTests {
  /// Foundation's unarchiver with a class of ours in the model's place.
  @Test(arguments: ArchiveFormat.allCases) func foundationUnarchivesModels(_ format: ArchiveFormat) throws {
    let bytes = try Archive.bytes(of: [Original.Issue.sample(1), .sample(2)], as: format)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
    unarchiver.requiresSecureCoding = false
    unarchiver.setClass(ArchivedObject.self, forClassName: "GHIssue")
    unarchiver.setClass(ArchivedObject.self, forClassName: "GHUser")
    unarchiver.setClass(ArchivedObject.self, forClassName: "GHLabel")
    let issues = try #require(unarchiver.decodeObject(forKey: "root") as? [ArchivedObject])
    let issue = try #require(issues.first)
    #expect(issues.count == 2)
    #expect(issue.values["title"] as? String == "Issue 1")
    #expect(issue.values["body"] as? String == Original.Issue.sample(1).body)
    #expect(issue.values["MTLModelVersion"] as? Int == 2)
    #expect(issue.values["URL"] as? URL == Original.Issue.sample(1).url)
    #expect(issue.values["updatedAt"] as? Date == Original.Issue.sample(1).updatedAt)
    #expect(issue.values["uuid"] as? UUID == Original.Issue.sample(1).uuid)
    #expect(issue.values["blob"] as? Data == Original.Issue.sample(1).blob)
    #expect(issue.values["bigNumber"] as? Int64 == .max)
    #expect((issue.values["assignee"] as? ArchivedObject)?.values["login"] as? String == "alice")
    #expect((issue.values["labels"] as? [ArchivedObject])?.last?.values["name"] as? String == "question")
    #expect((issue.values["participants"] as? Set<ArchivedObject>)?.count == 1)
  }

  @Test func foundationUnarchivesEveryLeafType() throws {
    var builder = ArchiveBuilder()
    let values: [(String, ArchiveReference, NSObject)] = [
      (
        "a", builder.append(.orderedSet([builder.string("x"), builder.integer(2)])),
        NSOrderedSet(array: ["x", 2])
      ),
      ("b", builder.append(.string("m"), class: ArchiveLeaf.mutableString.archiveClass), "m" as NSString),
      ("c", builder.append(.data([7]), class: ArchiveLeaf.mutableData.archiveClass), Data([7]) as NSData),
      ("d", builder.append(.null, class: ArchiveLeaf.null.archiveClass), NSNull()),
      ("e", builder.real(-0.5), NSNumber(value: -0.5)),
      ("f", builder.integer(.min), NSNumber(value: Int64.min)),
      ("g", builder.bool(false), NSNumber(value: false)),
      ("h", builder.string("$null"), "$null" as NSString),
    ]
    let entries = values.map { ArchiveEntry(key: builder.string($0.0), value: $0.1) }
    builder.setTop(builder.dictionary(entries))
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(try builder.graph.bytes()))
    unarchiver.requiresSecureCoding = false
    let root = try #require(unarchiver.decodeObject(forKey: "root") as? NSDictionary)
    for (key, _, expected) in values {
      #expect((root[key] as? NSObject)?.isEqual(expected) == true, "\(key): \(root[key] ?? "nothing")")
    }
  }

  /// Foundation's archiver writes, we read.
  @Test func archivesWrittenByFoundationDecode() throws {
    let object = NSMutableDictionary(dictionary: [
      "string": NSMutableString(string: "s"), "set": NSSet(array: ["a"]),
      "ordered": NSOrderedSet(array: ["a", 1]),
      "null": NSNull(), "date": Date(timeIntervalSinceReferenceDate: 1.5), "data": Data([1, 2]),
      "number": 3, "real": 0.25, "array": ["a", ["b"]], "url": URL(string: "https://e.com/x") as Any,
      "huge": UInt64.max,
    ])
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
    let graph = try ArchiveGraph(reading: [UInt8](data))
    var writer = JSONWriter()
    let converter = ArchiveToJSON(graph, .content(of: graph, ArchiveLimits()))
    try converter.write(try #require(graph.root), to: &writer)
    let json = try JSONDocument(parsing: JSONBytes(writer.finish()))
    let expected = try JSONDocument(
      """
      {"string":"s","set":["a"],"ordered":["a",1],"null":null,"date":"2001-01-01T00:00:01.500Z","data":"AQI=",
       "number":3,"real":0.25,"array":["a",["b"]],"url":"https://e.com/x","huge":18446744073709551615}
      """)
    #expect(json.root.isEquivalent(to: expected.root), "\(json.root.rawText)")
  }

  @Test(arguments: ArchiveFormat.allCases) func foundationParsesWrittenPropertyLists(_ format: ArchiveFormat)
    throws
  {
    let bytes = try ArchiveSamples.everything().bytes(format)
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any]
    #expect(list?["$archiver"] as? String == "NSKeyedArchiver")
    #expect(list?["$version"] as? Int == 100_000)
  }

  /// XML that Foundation writes reads to the same objects as the binary form it was made from.
  @Test func xmlWrittenByFoundationDecodesLikeBinary() throws {
    let binary = try ArchiveSamples.everything().bytes()
    let list = try PropertyListSerialization.propertyList(from: Data(binary), format: nil)
    let xml = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    let graph = try ArchiveGraph(reading: [UInt8](xml))
    let original = try ArchiveGraph(reading: binary)
    #expect(graph.classes.map(\.name).sorted() == original.classes.map(\.name).sorted())
    #expect(graph.count == original.count)
  }

  @Test(arguments: ArchiveFormat.allCases) func pythonConfirmsDocumentedLayout(_ format: ArchiveFormat) throws
  {
    guard let python = Python() else { return print("skipped: no python3 here") }
    let file = FileManager.default.temporaryDirectory.appending(path: "mantle-\(UUID().uuidString).plist")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(try Archive.bytes(of: Original.Issue.sample(1), as: format)).write(to: file)
    let output = try python.run(Self.script, file.path)
    #expect(output == "NSKeyedArchiver 100000 GHIssue,MTLModel,NSObject 2 Issue 1 True NSURL,NSObject")
  }

  private static let script = """
    import plistlib, sys
    d = plistlib.load(open(sys.argv[1], "rb"))
    o = d["$objects"]
    def get(u): return o[u.data if isinstance(u, plistlib.UID) else u["CF$UID"]]
    root = get(d["$top"]["root"])
    print(d["$archiver"], d["$version"], ",".join(get(root["$class"])["$classes"]),
      get(root["MTLModelVersion"]), get(root["title"]), get(root["locked"]),
      ",".join(get(get(root["URL"])["$class"])["$classes"]), end="")
    """
}

/// Stands for any model in Foundation's unarchiver: keeps the fields by name.
private final class ArchivedObject: NSObject, NSCoding {
  let values: [String: Any]

  private static let keys = [
    "MTLModelVersion", "URL", "title", "body", "assignee", "labels", "updatedAt", "bigNumber", "participants",
    "blob", "uuid", "login", "name",
  ]

  init?(coder: NSCoder) {
    var values: [String: Any] = [:]
    for key in Self.keys where coder.containsValue(forKey: key) {
      values[key] = coder.decodeObject(forKey: key)
    }
    self.values = values
  }

  func encode(with coder: NSCoder) {}
}

/// The python3 of this machine.
private struct Python {
  private let path: String

  init?() {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { return nil }
    path = found
  }

  func run(_ script: String, _ argument: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["-c", script, argument]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
