import Foundation
import TestSupport
import Testing

@testable import Mantle
@testable import MantleArchiving

/// Edits of an XML property list change the bytes of the edited values only.
struct XMLPropertyListEditTests {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN"
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """
  private static let body = """
    <dict>
      <!-- keep in step with the server -->
      <key>V</key> <integer>0x10</integer>
      <key>ratio</key>
      <real>1.50</real>  <!-- a half more -->
      <key>blob</key>
      <data>
        AA
        E=
      </data>
      <key>list</key>
      <array>
        <string>a</string>
        <string><![CDATA[b]]></string> <!-- second -->
        <string>c</string>
      </array>
      <key>none</key><array/>
    </dict>

    """

  /// Edits of the JSON by a replacement, and of the text.
  static let edits: [(old: String, new: String, text: String, edited: String)] = [
    (#""V":16"#, #""V":8"#, "0x10", "8"),
    (#""a""#, #""A & B""#, "<string>a</string>", "<string>A &amp; B</string>"),
    (#","c""#, "", "\n    <string>c</string>", ""),
    (#","b""#, "", "\n    <string><![CDATA[b]]></string> <!-- second -->", ""),
    (#""a","b""#, #""b""#, "\n    <string>a</string>", ""),
    (
      #""c""#, #""c","d""#, "<string>c</string>", "<string>c</string>\n    <string>d</string>"
    ),
    (#""b","c""#, #""b","x","c""#, "<!-- second -->", "<!-- second -->\n    <string>x</string>"),
    (
      #""none":[]"#, #""none":[{"k":1}]"#, "<array/>",
      "<array><dict><key>k</key><integer>1</integer></dict></array>"
    ),
    (
      #""none":[]"#, #""none":[],"new":{"k":1}"#, "<array/>",
      "<array/>\n  <key>new</key> <dict>\n    <key>k</key>\n    <integer>1</integer>\n  </dict>"
    ),
    (#""ratio""#, #""rate""#, "<key>ratio</key>", "<key>rate</key>"),
    (
      #""ratio":1.5,"#, "", "\n  <key>ratio</key>\n  <real>1.50</real>  <!-- a half more -->", ""
    ),
    (#"{"V""#, #"{"first":true,"V""#, "<key>V</key>", "<key>first</key> <true/>\n  <key>V</key>"),
  ]

  @Test(arguments: edits)
  func editingXMLChangesOnlyTheEditedBytes(old: String, new: String, text: String, edited: String) throws {
    let source = Self.head + Self.body + "</plist>\n"
    let document = try ArchivedDocument(reading: Array(source.utf8), models: [])
    let json = document.json.text(0..<document.json.count)
    #expect(json.contains(old), "\(json)")
    let changed = json.replacing(old, with: new, maxReplacements: 1)
    let bytes = try document.bytes(with: try JSONDocument(changed).root, as: .xml)
    #expect(
      String(decoding: bytes, as: UTF8.self) == source.replacing(text, with: edited, maxReplacements: 1))
    let again = try ArchivedDocument(reading: bytes, models: [])
    #expect(try JSONDocument(parsing: again.json).root.isEquivalent(to: try JSONDocument(changed).root))
  }

  private static func value(_ depth: Int, _ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<(depth > 3 ? 4 : 7), using: &random) {
    case 0: return "\(Int.random(in: 0..<9, using: &random))"
    case 1: return ["\"t\"", "\"a\\n\\tb\"", "\"<&>\"", "\"\""].randomElement(using: &random) ?? "1"
    case 2: return "1.5"
    case 3: return "true"
    case 4, 5:
      let elements = (0..<Int.random(in: 0..<6, using: &random)).map { _ in value(depth + 1, &random) }
      return "[\(elements.joined(separator: ","))]"
    default:
      let keys = ["a", "b", "c", "d"].shuffled(using: &random).prefix(Int.random(in: 0..<5, using: &random))
      return "{\(keys.map { "\"\($0)\":\(value(depth + 1, &random))" }.joined(separator: ","))}"
    }
  }

  /// A text with any contents becomes one with any others, and keeps the comments outside of what was removed.
  @Test(arguments: 0..<200 as Range<UInt64>) func editingXMLWritesAnyContents(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (before, after) = (Self.value(0, &random), Self.value(0, &random))
    let graph = try ArchiveGraph(json: [try JSONDocument(before).root], as: .propertyList)
    let source = String(decoding: try graph.bytes(.xml), as: UTF8.self)
    let isOneLine = seed % 3 == 0
    let text =
      isOneLine ? source.replacing(/\n\t*/, with: "") : source.replacing("<plist", with: "<!-- x --><plist")
    let document = try ArchivedDocument(reading: Array(text.utf8), models: [])
    let bytes = try document.bytes(with: try JSONDocument(after).root, as: .xml)
    let again = try ArchivedDocument(reading: bytes, models: [])
    #expect(again.json.text(0..<again.json.count) == after)
    #expect(isOneLine || String(decoding: bytes, as: UTF8.self).contains("<!-- x -->"))
  }
}
