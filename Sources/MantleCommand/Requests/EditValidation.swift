import Mantle
import MantleChecking
import MantleDefinitions
import MantleDocuments
import MantlePlatform
import MantleQuery
import ModelBrowser

/// The problems of a text before an edit, with which an edited text is compared: an edit must not add errors or
/// warnings.
struct EditValidation {
  let places: [ModelPlace]
  /// The models whose errors prevent an edit. An inferred model does not, because it adapts to the edit.
  private let declared: [ModelPlace]
  private let name: String
  private let takesComments: Bool
  private var before: [Diagnostic: Int] = [:]
  /// The paths of the keys that were unmapped before the edit.
  private let unmapped: Set<String>

  /// Finds the problems of an input before it is edited.
  ///
  /// - Parameter models: the requested models; empty to use the models that fit best.
  init(_ input: Input, as models: [ModelRequest]) throws(CommandError) {
    let places = try models.chosenPlaces(in: input)
    self.init(
      input.bytes, name: input.name, places: places, declared: models.first?.isUnknown == true ? [] : places,
      comments: input.takesComments)
  }

  /// Finds the problems of a text before it is edited.
  ///
  /// - Parameters:
  ///   - places: the models of the text before the edit.
  ///   - declared: the models that were not inferred; nil if no model was inferred.
  ///   - comments: whether comments and trailing commas are accepted.
  init(
    _ bytes: JSONBytes, name: String, places: [ModelPlace], declared: [ModelPlace]? = nil, comments: Bool
  ) {
    self.places = places
    self.declared = declared ?? places
    self.name = name
    takesComments = comments
    let found = Self.check(bytes, name, self.declared, comments: comments)
    unmapped = Set(found.summary.unmapped.map { "\($0.path)" })
    for problem in found.diagnostics { before[Self.withoutPlace(problem), default: 0] += 1 }
  }

  /// Returns the path of the first unmapped key of an edited text that was not unmapped before; nil if there is none.
  func newUnmappedKey(in bytes: JSONBytes) -> JSONKeyPath? {
    guard !declared.isEmpty else { return nil }
    let found = Self.check(bytes, name, declared, comments: takesComments).summary.unmapped
    return found.lazy.map(\.path).first { !unmapped.contains("\($0)") }
  }

  /// Returns the mapped key that is most similar to a key, which may be a typo; nil if none is similar.
  func nearestKey(to key: String) -> String? {
    let models = declared.map(\.model)
    let nested = models.flatMap(\.properties).compactMap { $0.shape.innerModel }
    let keys = (models + nested).flatMap(\.properties).flatMap(\.keyPaths).flatMap(\.components)
    return Spelling.nearest(
      to: key, among: keys.compactMap { if case .key(let key) = $0 { key } else { nil } })
  }

  /// Returns the errors and warnings of an edited text that the original text does not have.
  ///
  /// - Parameter places: the models of the edited text; nil to use those of the original text.
  func newProblems(in bytes: JSONBytes, places: [ModelPlace]? = nil) -> [Diagnostic] {
    var known = before
    return problems(in: bytes, places ?? declared).filter { problem in
      known[Self.withoutPlace(problem), default: 0] -= 1
      return known[Self.withoutPlace(problem), default: 0] < 0
    }
  }

  /// Whether the text before the edit has errors.
  var findsErrors: Bool { before.keys.contains { $0.severity == .error } }

  func errorCount(in bytes: JSONBytes) -> Int { problems(in: bytes, declared).errors.count }

  private func problems(in bytes: JSONBytes, _ places: [ModelPlace]) -> [Diagnostic] {
    Self.check(bytes, name, places, comments: takesComments).diagnostics
  }

  private static func check(
    _ bytes: JSONBytes, _ name: String, _ places: [ModelPlace], comments: Bool
  ) -> (diagnostics: [Diagnostic], summary: Checker.Summary) {
    var checker = Checker(
      bytes, name: name, places: places, minimumSeverity: .warning,
      workers: ProcessInfo.processInfo.activeProcessorCount)
    checker.takesComments = comments
    return checker.diagnostics()
  }

  private static func withoutPlace(_ problem: Diagnostic) -> Diagnostic {
    var problem = problem
    problem.location = nil
    return problem
  }
}
