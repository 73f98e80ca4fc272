import Mantle

/// The class of an archived object: its name, and the names of its superclasses.
package struct ArchiveClass: Sendable, Hashable {
  /// The name of the archived class, such as `GHIssue`.
  package let name: String
  /// The names from the class itself to the root class, e.g. `GHPullRequest, GHIssue,
  /// MTLModel, NSObject`.
  package let chain: [String]
  /// The names of substitute classes, if the class does not exist in the reading program
  /// (`$classhints`); usually empty.
  let hints: [String]

  /// Creates the description of an archived class.
  ///
  /// - Parameters:
  ///   - name: the name of the class.
  ///   - chain: the names up to the root class. `name` is prepended if it is missing.
  ///   - hints: the names of substitute classes.
  init(_ name: String, chain: [String], hints: [String] = []) {
    self.name = name
    self.chain = chain.first == name ? chain : [name] + chain
    self.hints = hints
  }

  /// Returns the archived class of a model, which inherits from `MTLModel`.
  ///
  /// - Parameter superclasses: the superclasses that are models too, nearest first, without
  ///   `MTLModel`.
  static func model(_ name: String, superclasses: [String] = []) -> ArchiveClass {
    ArchiveClass(name, chain: [name] + superclasses + ["MTLModel", "NSObject"])
  }

  /// Whether the original Mantle would decode objects of the class as models.
  var isModel: Bool { chain.contains("MTLModel") }
}
