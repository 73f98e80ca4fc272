import Mantle

/// The outermost dictionary of a keyed archive: `$archiver`, `$version`, `$top` and `$objects`.
struct ArchiveContainer {
  /// The name of the class that wrote the archive, such as `NSKeyedArchiver`.
  let archiver: String
  /// The members of `$top`, the dictionary of entry points, as a range of the property list's references.
  let top: Range<Int>
  /// The archived objects (`$objects`) in the order of their UIDs, as a range of the property list's references.
  let objects: Range<Int>

  /// The value of `$version` in all keyed archives so far.
  static let version: Int64 = 100_000

  /// Finds the archiver, the entry points and the objects of a keyed archive in a property list.
  ///
  /// - Parameter isPlainAllowed: whether the result is nil, instead of an error, for a property list
  ///   without the keys that only keyed archives have.
  /// - Throws: ``ArchiveError/Kind/notAKeyedArchive(_:)``, naming the part that is missing or wrong.
  init?(_ list: PropertyList, isPlainAllowed: Bool) throws(ArchiveError) {
    guard case .dictionary(let members) = list.root else {
      if isPlainAllowed { return nil }
      throw Self.error("the property list is not a dictionary")
    }
    var archiver: String?
    var top: Range<Int>?
    var objects: Range<Int>?
    for (key, value) in list.members(members) {
      guard case .string(let name) = list.items[key] else { continue }
      switch (name, list.items[value]) {
      case ("$archiver", .string(let text)): archiver = text
      case ("$top", .dictionary(let members)): top = members
      case ("$objects", .array(let items)): objects = items
      case ("$version", let version) where version != .integer(Self.version):
        throw Self.error("unknown $version")
      default: break
      }
    }
    if archiver == nil, objects == nil, isPlainAllowed { return nil }
    guard let archiver else { throw Self.error("no $archiver") }
    guard let top else { throw Self.error("no $top") }
    guard let objects else { throw Self.error("no $objects") }
    self.archiver = archiver
    self.top = top
    self.objects = objects
  }

  private static func error(_ what: String) -> ArchiveError { ArchiveError(.notAKeyedArchive(what)) }
}
