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

/// The classes whose layout this library knows.
enum ArchiveLeaf: String, CaseIterable {
  case null = "NSNull"
  case number = "NSNumber"
  case mutableString = "NSMutableString"
  case string = "NSString"
  case mutableData = "NSMutableData"
  case data = "NSData"
  case date = "NSDate"
  case url = "NSURL"
  case uuid = "NSUUID"
  case mutableArray = "NSMutableArray"
  case array = "NSArray"
  case mutableSet = "NSMutableSet"
  case set = "NSSet"
  case mutableOrderedSet = "NSMutableOrderedSet"
  case orderedSet = "NSOrderedSet"
  case mutableDictionary = "NSMutableDictionary"
  case dictionary = "NSDictionary"

  /// The class as Foundation writes it.
  var archiveClass: ArchiveClass { ArchiveClass(rawValue, chain: chain) }

  private var chain: [String] {
    switch self {
    case .number: [rawValue, "NSValue", "NSObject"]
    case .mutableString, .mutableData, .mutableArray, .mutableSet, .mutableOrderedSet, .mutableDictionary:
      [rawValue, rawValue.replacing("Mutable", with: ""), "NSObject"]
    default: [rawValue, "NSObject"]
    }
  }
}

extension ArchiveClass {
  /// The nearest class of the chain whose layout is known; nil for models and strangers.
  var leaf: ArchiveLeaf? {
    chain.lazy.compactMap(ArchiveLeaf.init(rawValue:)).first
  }
}
