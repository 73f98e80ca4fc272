/// The class of an archived object: its name, and the chain of names up to `NSObject`.
package struct ArchiveClass: Sendable, Hashable {
  package let name: String
  /// From the class itself to the root class, e.g. `GHPullRequest, GHIssue, MTLModel, NSObject`.
  package let chain: [String]
  /// Names Foundation may use where the class is missing (`$classhints`); usually none.
  package let hints: [String]

  /// - Parameter chain: every class from `name` to the root; `name` is put in front where it is missing.
  package init(_ name: String, chain: [String], hints: [String] = []) {
    self.name = name
    self.chain = chain.first == name ? chain : [name] + chain
    self.hints = hints
  }

  /// A model class: `superclasses` are the model classes above it, nearest first.
  package static func model(_ name: String, superclasses: [String] = []) -> ArchiveClass {
    ArchiveClass(name, chain: [name] + superclasses + ["MTLModel", "NSObject"])
  }

  /// Whether the original would read this as a model.
  package var isModel: Bool { chain.contains("MTLModel") }
}
