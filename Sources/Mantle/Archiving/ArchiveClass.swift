/// The class of an archived object: its name, and the chain of names up to `NSObject`.
public struct ArchiveClass: Sendable, Hashable {
  public let name: String
  /// From the class itself to the root class, e.g. `GHPullRequest, GHIssue, MTLModel, NSObject`.
  public let chain: [String]
  /// Names Foundation may use where the class is missing (`$classhints`); usually none.
  public let hints: [String]

  /// - Parameter chain: every class from `name` to the root; `name` is put in front where it is missing.
  public init(_ name: String, chain: [String], hints: [String] = []) {
    self.name = name
    self.chain = chain.first == name ? chain : [name] + chain
    self.hints = hints
  }

  /// A model class: `superclasses` are the model classes above it, nearest first.
  public static func model(_ name: String, superclasses: [String] = []) -> ArchiveClass {
    ArchiveClass(name, chain: [name] + superclasses + ["MTLModel", "NSObject"])
  }

  /// Whether the original would read this as a model.
  public var isModel: Bool { chain.contains("MTLModel") }
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
