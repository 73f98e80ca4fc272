/// The field names of the layout. Every ``ArchiveGraph`` has them first, in this order.
enum KnownKey: Int, CaseIterable {
  case modelVersion, externalRepresentation
  case objects, keys, base, relative, time, uuidBytes, string, data
  case boolValue, integerValue, doubleValue

  var key: ArchiveKey { ArchiveKey(rawValue) }

  var name: String {
    switch self {
    case .modelVersion: "MTLModelVersion"
    case .externalRepresentation: "externalRepresentation"
    case .objects: "NS.objects"
    case .keys: "NS.keys"
    case .base: "NS.base"
    case .relative: "NS.relative"
    case .time: "NS.time"
    case .uuidBytes: "NS.uuidbytes"
    case .string: "NS.string"
    case .data: "NS.data"
    case .boolValue: "NS.boolval"
    case .integerValue: "NS.intval"
    case .doubleValue: "NS.dblval"
    }
  }

  /// The name an ordered set has its member under: `NS.object.0`, `NS.object.1`, …
  static func member(_ index: Int) -> String { "NS.object.\(index)" }

  /// The inverse of ``member(_:)``; nil for other names.
  static func memberIndex(_ name: String) -> Int? {
    guard name.hasPrefix("NS.object."), let index = Int(name.dropFirst(10)), member(index) == name else {
      return nil
    }
    return index
  }
}
