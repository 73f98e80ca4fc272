import Foundation

/// Between the XML and the binary form of a property list, by way of Foundation, which keeps UIDs (`CF$UID`).
enum PropertyListConversion {
  /// - Throws: ``ArchiveError/Kind/xml(_:)`` with Foundation's words.
  static func binary(fromXML bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
    try checkNesting(bytes)
    do {
      let list = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
      return [UInt8](try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    } catch {
      throw ArchiveError(.xml("\(error)"))
    }
  }

  /// - Throws: ``ArchiveError/Kind/xml(_:)`` where the content has no XML form.
  static func xml(fromBinary bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
    do {
      let list = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
      return [UInt8](try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0))
    } catch {
      throw ArchiveError(.xml("\(error)"))
    }
  }

  private static func checkNesting(_ bytes: [UInt8]) throws(ArchiveError) {}
}
