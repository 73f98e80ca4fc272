import Synchronization

/// The state of a mapping's verification: the checks that were made, and their findings.
struct MappingVerification: Sendable {
  /// The mistake that was found in the definition; nil if there is none or the definition is not checked yet.
  var problem: MappingError?
  var isChecked = false
  /// Whether the order of the properties was checked with sample values, which only ``Mapping/check()`` and
  /// debug builds do: it takes longer than all other checks at first use.
  var isOrderChecked = false
  /// The groups of properties with the same type for which sample values did not show whether the initializer
  /// takes them in the declared order. Decoded values are compared until they show the order.
  var unsettled: [[Int]] = []

  init(_ problem: MappingError? = nil) {
    self.problem = problem
    isChecked = problem != nil
    isOrderChecked = isChecked
  }

  /// Checks the definition of a mapping and stores the result.
  ///
  /// - Parameter withOrder: whether to check the order of the properties with sample values, too.
  init<Root>(of mapping: Mapping<Root>, withOrder: Bool) {
    problem = DefinitionCheck(mapping).findProblem(withNames: withOrder)
    isChecked = true
    isOrderChecked = withOrder
    guard withOrder, problem == nil, !mapping.engine.assigns else { return }
    do { unsettled = try OrderCheck(mapping).unsettledGroups() } catch { problem = error }
  }

  /// Whether the definition is valid and nothing remains to be verified.
  var isSettled: Bool { isChecked && problem == nil && unsettled.isEmpty }
}

extension Mapping {
  /// Checks the definition immediately instead of at first use.
  ///
  /// The method checks the properties, their paths and their order. To check the order, it creates models
  /// from sample values and compares every property with its value. The initializer is therefore called with
  /// arbitrary values of the right types, as if they came from a file; errors that it throws are ignored. See
  /// ``reordering(_:)`` for an initializer that intentionally exchanges values.
  ///
  ///     try Task.mapping.check()  // no key path twice, every value written is read again, …
  ///     try Task.mapping.check(sample: #"{"id": 1, "title": "a", "labels": ["b"]}"#)
  ///
  /// The first use of a mapping checks the order only in debug builds, since that takes a millisecond per
  /// model: call this method in a test of every model. The first use also skips checks whose findings may be
  /// intended: two properties that are archived under one key, nil whose JSON has another meaning (such as an
  /// omitted key with a default, or null for an `Int??` in a list), and stored properties that are not mapped
  /// (see ``unmapped(_:)``).
  ///
  /// - Throws: a ``MappingError`` for swapped properties, colliding paths, an irreversible transformer on a written
  ///   property, a path that does not suit the property's type, or a stored property that is not mapped.
  public func check() throws {
    try checkDefinition(withOrder: true)
    if let mistake = DefinitionCheck(self).findDoubtfulProblem() { throw mistake }
  }

  /// Performs the checks of the first use. In debug builds they include the order of the properties.
  package func checkDefinition() throws {
    #if DEBUG
      try checkDefinition(withOrder: true)
    #else
      try checkDefinition(withOrder: false)
    #endif
  }

  private func checkDefinition(withOrder: Bool) throws {
    let known = verification.withLock { $0 }
    if let problem = known.problem { throw problem }
    if known.isChecked && (known.isOrderChecked || !withOrder) { return }
    // Outside of the lock, because sample models run the initializer and are encoded, which may call this
    // method again.
    let check = Ongoing.check(ObjectIdentifier(Root.self)).run {
      MappingVerification(of: self, withOrder: withOrder)
    }
    guard let found = check else { return }
    verify { if !$0.isOrderChecked { $0 = found } }
    if let problem = found.problem { throw problem }
  }

  /// Changes the stored state of the verification. If nothing remains to be verified, later calls skip the
  /// checks.
  private func verify(_ change: (inout MappingVerification) -> Void) {
    let isSettled = verification.withLock { state in
      change(&state)
      return state.isSettled
    }
    isVerified.store(isSettled, ordering: .relaxed)
  }

  /// Checks the definition against a sample of the data, for use in tests of models.
  ///
  /// ```swift
  /// try User.mapping.check(sample: #"{"login": "ann", "name": null}"#)
  /// ```
  ///
  /// The sample is decoded after the definition is checked. A misspelled required key is an error.
  ///
  /// - Throws: a ``MappingError`` for every mistake that ``check()`` finds; a ``DecodingFailure`` with every
  ///   error of the sample.
  public func check(sample text: String) throws {
    try check()
    let document = try JSONDocument.parsed(JSONBytes(text))
    _ = try decode(document.root)
  }

  /// Decodes a model and uses its values to verify the order of the properties, while the order of some
  /// properties is not verified.
  ///
  /// - Throws: a ``MappingError`` if the values show that properties are swapped.
  func decodeVerifying(_ json: JSONCursor) throws -> Root {
    let groups = verification.withLock { $0.unsettled }
    let (root, recorder) = try assembled(from: json) { RecordingAssembler(self, json, $0) }
    do {
      let open = try OrderCheck(self).unsettled(groups, after: recorder.values, became: root)
      verify { $0.unsettled = open }
    } catch {
      verify { $0.problem = $0.problem ?? error }
      throw error
    }
    return root
  }
}

/// An assembler that decodes the property values from a JSON object and also records them, to compare them
/// with the created model.
private final class RecordingAssembler<Root>: DecodingAssembler<Root> {
  private(set) var values: [Any] = []

  override func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    let value = try super.value(of: property, at: index)
    values.append(value)
    return value
  }
}
