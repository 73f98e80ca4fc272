import Mantle

/// The field names in the archive layouts of models and Foundation classes. Every ``ArchiveGraph`` begins with these keys, in
/// this order.
enum KnownKey: Int, CaseIterable {
  /// The fields of models: the version, and the JSON dictionary of archives from before Mantle 0.3.
  case modelVersion, externalRepresentation
  /// The fields of Foundation's collections and values, apart from numbers.
  case objects, keys, base, relative, time, uuidBytes, string, data
  /// The fields of `NSNumber`.
  case boolValue, integerValue, doubleValue

  /// The key of the field in a graph, which is the same in every graph.
  var key: ArchiveKey { ArchiveKey(rawValue) }

  /// The name of the field in the archive.
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

  /// Returns the field name of an ordered set's element: `NS.object.0`, `NS.object.1`, …
  static func member(_ index: Int) -> String { "NS.object.\(index)" }

  /// Returns the index of an ordered set's element from its field name; nil for other names.
  static func memberIndex(_ name: String) -> Int? {
    guard name.hasPrefix("NS.object."), let index = Int(name.dropFirst(10)), member(index) == name else {
      return nil
    }
    return index
  }
}

/// The Foundation classes whose archive layout is known.
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

  /// The class with the superclasses that Foundation writes to archives.
  var archiveClass: ArchiveClass { ArchiveClass(rawValue, chain: chain) }

  /// The fields that may store the value of a scalar class, exactly one of which an object has; empty for other
  /// classes.
  var keys: [KnownKey] {
    switch self {
    case .number: [.boolValue, .integerValue, .doubleValue]
    case .string, .mutableString: [.string]
    case .data, .mutableData: [.data]
    case .date: [.time]
    case .uuid: [.uuidBytes]
    default: []
    }
  }

  /// Whether a program can change instances of the class.
  var isMutable: Bool { rawValue.hasPrefix("NSMutable") }

  /// The class names from the class itself to the root class.
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
  /// The nearest Foundation class in the chain whose layout is known; nil for models and unknown classes.
  var leaf: ArchiveLeaf? {
    chain.lazy.compactMap(ArchiveLeaf.init(rawValue:)).first
  }
}
