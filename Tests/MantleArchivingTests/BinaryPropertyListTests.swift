import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

@Suite struct BinaryPropertyListTests {
  /// A property list of one object, and with it the smallest legal frame.
  private static func list(
    _ object: [UInt8], count: UInt8 = 1, offsetWidth: UInt8 = 1, referenceWidth: UInt8 = 1, top: UInt8 = 0
  ) -> [UInt8] {
    let table = UInt8(8 + object.count)
    return Array("bplist00".utf8) + object + [8] + [0, 0, 0, 0, 0, 0, offsetWidth, referenceWidth]
      + [0, 0, 0, 0, 0, 0, 0, count] + [0, 0, 0, 0, 0, 0, 0, top] + [0, 0, 0, 0, 0, 0, 0, table]
  }

  @Test(
    arguments: [
      ([0x00], .null), ([0x08], .bool(false)), ([0x09], .bool(true)),
      ([0x10, 0xFF], .integer(255)), ([0x11, 0xFF, 0xFF], .integer(65535)),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], .integer(4_294_967_295)),
      ([0x13] + Array(repeating: 0xFF, count: 8), .integer(-1)),
      ([0x14] + Array(repeating: 0xFF, count: 16), .integer(-1)),
      ([0x14] + Array(repeating: 0, count: 8) + Array(repeating: 0xFF, count: 8), .unsigned(.max)),
      ([0x22, 0x3F, 0, 0, 0], .real(0.5)), ([0x23, 0xC0, 0, 0, 0, 0, 0, 0, 0], .real(-2)),
      ([0x33, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0], .date(1)),
      ([0x42, 1, 2], .data([1, 2])), ([0x51, 0x61], .string("a")), ([0x61, 0x26, 0x3A], .string("☺")),
      ([0x5F, 0x10, 0x01, 0x61], .string("a")),
      ([0x80, 7], .uid(7)), ([0x81, 1, 0], .uid(256)), ([0x87, 0, 0, 0, 0, 0, 0, 0, 9], .uid(9)),
      ([0x8F] + Array(repeating: 0, count: 15) + [3], .uid(3)),
      ([0xA1, 0], .array(0..<1)), ([0xC0], .set(0..<0)), ([0xD1, 0, 0], .dictionary(0..<2)),
    ] as [([UInt8], PropertyList.Item)])
  func readerParsesEveryObjectType(_ bytes: [UInt8], _ expected: PropertyList.Item) throws {
    #expect(try BinaryPropertyListReader.read(Self.list(bytes)).root == expected)
  }

  @Test(
    arguments: [
      ([0x0F], .invalidObject("unknown object type 15")), ([0x70], .invalidObject("unknown object type 112")),
      ([0x15], .invalidObject("integer of 2^5 bytes")), ([0x20, 0], .invalidObject("real of 2^0 bytes")),
      ([0x14, 1] + Array(repeating: 0, count: 15), .integerOutOfRange),
      ([0x13, 0], .outOfBounds("a number")), ([0x44, 1], .outOfBounds("an object with 4 items")),
      (
        [0x5F, 0x13] + Array(repeating: 0x7F, count: 8),
        .outOfBounds("an object with 9187201950435737471 items")
      ),
      ([0x5F, 0x13] + Array(repeating: 0xFF, count: 8), .outOfBounds("a count")),
      ([0xAF, 0x33], .invalidObject("a count that is not an integer")),
      ([0xD2, 0, 0, 0], .outOfBounds("a dictionary")),
      ([0x8F, 1] + Array(repeating: 0, count: 15), .integerOutOfRange),
    ] as [([UInt8], ArchiveError.Kind)])
  func readerReportsDamagedObjects(_ bytes: [UInt8], _ expected: ArchiveError.Kind) throws {
    #expect { try BinaryPropertyListReader.read(Self.list(bytes)) } throws: {
      ($0 as? ArchiveError)?.kind == expected
    }
  }

  @Test(
    arguments: [
      (Array("bplist00".utf8), .outOfBounds("the trailer")), ([], .notAPropertyList),
      (list([0x09], count: 0), .danglingReference(0)), (list([0x09], top: 1), .danglingReference(1)),
      (list([0x09], count: 200), .outOfBounds("the offset table")),
      (list([0x09], offsetWidth: 0), .invalidObject("invalid width of offsets or references")),
      (list([0x09], referenceWidth: 9), .invalidObject("invalid width of offsets or references")),
    ] as [([UInt8], ArchiveError.Kind)])
  func readerReportsDamagedTrailersAndTables(_ bytes: [UInt8], _ expected: ArchiveError.Kind) throws {
    #expect { try BinaryPropertyListReader.read(bytes) } throws: { ($0 as? ArchiveError)?.kind == expected }
  }

  @Test func errorDescribesItsPosition() {
    let error = ArchiveError(.outOfBounds("an object with 4 items"), offset: 9, object: 0)
    #expect(
      error.description
        == "damaged property list: an object with 4 items is outside the file, object 0, at byte 9")
  }

  @Test(arguments: [0, 255, 256, 65535, 65536, 4_294_967_296, -1, .min, .max] as [Int64])
  func integersUseTheFewestBytes(_ value: Int64) throws {
    var list = PropertyList()
    list.top = list.add(.integer(value))
    let bytes = list.binary
    #expect(try BinaryPropertyListReader.read(bytes).root == .integer(value))
    let foundation = try PropertyListSerialization.data(
      fromPropertyList: NSNumber(value: value), format: .binary, options: 0)
    #expect(bytes[8] == foundation[8])
  }

  @Test(
    arguments: [
      ("2001-01-01T00:00:00Z", 0), ("2013-09-04T16:36:40Z", 400_005_400),
      ("1970-01-01T00:00:00Z", -978_307_200), ("0001-01-01T00:00:00Z", -63_113_904_000),
      ("1500-03-01T00:00:00Z", -15_804_979_200), ("9999-12-31T23:59:59Z", 252_423_993_599),
      ("2000-02-29T12:00:00Z", -26_481_600),
    ] as [(String, Double)])
  func xmlDatesRoundTrip(_ text: String, _ seconds: Double) {
    #expect(ArchiveDateText.seconds(text) == seconds)
    #expect(ArchiveDateText.text(seconds) == text)
  }

  @Test(arguments: [
    "2011-02-29T00:00:00Z", "2011-02-31T00:00:00Z", "1900-02-29T00:00:00Z", "2011-04-31T00:00:00Z",
    "2011-00-01T00:00:00Z", "2011-13-01T00:00:00Z", "2011-01-00T00:00:00Z", "2011-01-01T24:00:00Z",
    "2011-01-01T00:60:00Z", "2011-01-01 00:00:00Z", "2011-01-01T00:00:00",
  ])
  func xmlReaderRejectsNonexistentDays(_ text: String) { #expect(ArchiveDateText.seconds(text) == nil) }

  @Test(arguments: [
    "", "<", "<plist>", "<plist><true/>", "<plist><array></plist>",
    "<plist><dict><string>a</string></dict></plist>",
    "<plist><dict><key>a</key></dict></plist>", "<plist><string>&bad;</string></plist>",
    "<plist><integer>x</integer></plist>", "<plist><true/><true/></plist>", "<plist>text</plist>",
    "<plist><!-- </plist>", "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><true/></plist>",
    "<plist><string>a</array></plist>", "<plist><data>*</data></plist>", "<plist></dict></plist>",
  ])
  func xmlReaderRejectsMalformedXML(_ text: String) {
    #expect(throws: ArchiveError.self) { try XMLPropertyListReader.read(Array(text.utf8)) }
  }

  @Test func xmlReaderRejectsDeepNesting() {
    let text = String(repeating: "<array>", count: 100_000)
    #expect { try XMLPropertyListReader.read(Array(text.utf8)) } throws: {
      ($0 as? ArchiveError)?.kind == .limit("nested deeper than 512 levels")
    }
  }

  @Test func xmlReaderDecodesEntitiesAndCDATA() throws {
    let xml = "<plist><string>a&amp;&#65;&#x42;<![CDATA[<x>]]><!-- c -->é\r\n</string></plist>"
    #expect(try XMLPropertyListReader.read(Array(xml.utf8)).root == .string("a&AB<x>é\r\n"))
  }
}
