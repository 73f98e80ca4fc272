import Foundation
import TestSupport
import Testing

@testable import Mantle
@testable import MantleArchiving

/// Laws over property lists that are made at random.
struct PropertyListLawTests {
  private static func value(_ depth: Int, _ random: inout SeededGenerator) -> Any {
    switch Int.random(in: 0..<(depth > 3 ? 8 : 11), using: &random) {
    case 0: return Bool.random(using: &random)
    case 1: return Int64.random(in: -9...9, using: &random)
    case 2: return Double.random(in: -9...9, using: &random)
    case 3, 4: return Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<9, using: &random)))
    case 5: return Data((0..<Int.random(in: 0..<3, using: &random)).map { UInt8($0) })
    case 6:
      return ["2001-01-01T00:00:03Z", "AAE=", "", "x", "é", "$null"].randomElement(using: &random) ?? ""
    case 7: return Double(Int.random(in: 0..<9, using: &random))
    case 8, 9: return (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth + 1, &random) }
    default: return dictionary(depth + 1, &random)
    }
  }

  private static func dictionary(_ depth: Int, _ random: inout SeededGenerator) -> [String: Any] {
    var members: [String: Any] = [:]
    for key in ["a", "b", "c", "d"].prefix(Int.random(in: 0..<5, using: &random)) {
      members[key] = value(depth, &random)
    }
    return members
  }

  /// A text that says the type of each value, too.
  private static func typed(_ value: Any) -> String {
    switch value {
    case let list as [Any]: "[" + list.map(typed).joined(separator: ",") + "]"
    case let object as [String: Any]:
      "{" + object.keys.sorted().map { "\($0):\(typed(object[$0] ?? ""))" }.joined(separator: ",") + "}"
    case let text as String: "'\(text)'"
    case let data as Data: "data \(data.base64EncodedString())"
    case let date as Date: "date \(date.timeIntervalSinceReferenceDate)"
    case let number as NSNumber: "\(String(cString: number.objCType)) \(number)"
    default: "?"
    }
  }

  private static func typed(_ bytes: [UInt8]) throws -> String {
    typed(try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil))
  }

  @Test(arguments: 0..<200)
  func editsChangeOneValueAndKeepAllTypes(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      var content: [String: Any] = ["list": Self.value(0, &random), "edited": "before"]
      func bytes() throws -> [UInt8] {
        [UInt8](try PropertyListSerialization.data(fromPropertyList: content, format: format, options: 0))
      }
      let document = try ArchivedDocument(reading: try bytes(), models: [])
      content["edited"] = "after"
      let edited = document.json.text(0..<document.json.count).replacing("before", with: "after")
      let written = try document.bytes(with: try JSONDocument(edited).root, as: document.format)
      let (found, expected) = (try Self.typed(written), try Self.typed(bytes()))
      #expect(found == expected, "\(found)\n\(expected)")
    }
  }

  /// What is new comes from the other list with its types.
  @Test(arguments: 0..<200)
  func addedValuesKeepTheTypesOfTheirSource(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func document(_ content: Any) throws -> (bytes: [UInt8], document: ArchivedDocument) {
      let bytes = [UInt8](
        try PropertyListSerialization.data(fromPropertyList: content, format: .binary, options: 0))
      return (bytes, try ArchivedDocument(reading: bytes, models: []))
    }
    let (_, base) = try document(["old": 1])
    // Dates and texts of one path and one text cannot be distinguished.
    let content = (0..<4).map { ["\($0)": Self.dictionary(4, &random)] }
    let (bytes, newer) = try document(["old": content])
    let written = try base.bytes(
      with: try JSONDocument(parsing: newer.json).root, as: .binary, ArchivedDocument.Edits(source: newer))
    let (found, expected) = (try Self.typed(written), try Self.typed(bytes))
    #expect(found == expected, "\(found)\n\(expected)")
  }
}
