import Mantle

/// The outermost dictionary of a keyed archive: `$archiver`, `$version`, `$top` and `$objects`.
struct ArchiveContainer {
  let archiver: String
  let top: PropertyListObject
  let objects: PropertyListReferences

  /// The version every keyed archive has had so far.
  static let version: Int64 = 100_000

  /// - Throws: ``ArchiveError/Kind/notAKeyedArchive(_:)``, naming the part that is missing or wrong.
  init(_ list: BinaryPropertyList) throws(ArchiveError) {
    guard case .dictionary(let keys, let values) = try list.object(list.top) else {
      throw Self.error("the property list is not a dictionary")
    }
    var archiver: String?
    var top: PropertyListObject?
    var objects: PropertyListReferences?
    for index in 0..<keys.count {
      let key = try list.object(try list.reference(index, of: keys))
      let value = try list.object(try list.reference(index, of: values))
      switch try list.shortText(key) {
      case "$archiver": archiver = try list.shortText(value)
      case "$top": if case .dictionary = value { top = value }
      case "$objects": if case .array(let items) = value { objects = items }
      case "$version":
        guard value == .integer(Self.version) else { throw Self.error("unknown $version") }
      default: break
      }
    }
    guard let archiver else { throw Self.error("no $archiver") }
    guard let top else { throw Self.error("no $top") }
    guard let objects else { throw Self.error("no $objects") }
    self.archiver = archiver
    self.top = top
    self.objects = objects
  }

  private static func error(_ what: String) -> ArchiveError { ArchiveError(.notAKeyedArchive(what)) }
}

extension BinaryPropertyList {
  /// The text of a string of a name's length; nil for longer ones and for other objects.
  func shortText(_ object: PropertyListObject) throws(ArchiveError) -> String? {
    switch object {
    case .ascii(let range) where range.count <= 256: return try string(object)?.text
    case .utf16(let range) where range.count <= 512: return try string(object)?.text
    default: return nil
    }
  }
}
