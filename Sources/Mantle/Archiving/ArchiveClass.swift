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
