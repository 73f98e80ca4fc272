extension Array where Element: JSONConvertible & Sendable {
  /// Decodes a JSON array on several threads.
  ///
  ///     let issues = try [Issue].decode(in: JSONBytes(response), threads: 4)
  ///
  /// The models, and where there are any the errors, are those of `decode(json:)`, in the order of the text. Initialisers,
  /// transformers and rules run on any of the threads. A text of less than a megabyte takes one thread.
  ///
  /// - Parameter threads: how many decode at the same time, the calling one included; from 1 to 64.
  /// - Throws: a ``DecodingFailure`` with all errors, in document order; a ``MappingError`` when a mapping's definition is
  ///   wrong.
  @inlinable public static func decode(
    in bytes: JSONBytes, threads: Int, profile: String? = nil, userInfo: [String: any Sendable] = [:]
  ) throws -> [Element] {
    guard threads > 1, bytes.isArray else {
      return try decode(JSONDocument.parsed(bytes).root, profile: profile, userInfo: userInfo)
    }
    var all = ModelRun<Element>()
    let problem = try Element.sequence(in: bytes, form: .array, profile: profile, userInfo: userInfo)
      .forEachPart(threads: threads, { $1.models(of: $0) }) { run in
        all.models += run.models
        all.problems += run.problems
        return run.endsInError
      }
    all.problems += problem?.diagnostics ?? []
    guard all.problems.isEmpty else { throw bytes.failure(all.problems) }
    return all.models
  }
}

/// The models of some elements, and what is wrong with the others.
@usableFromInline struct ModelRun<Model: Sendable>: Sendable {
  @usableFromInline var models: [Model] = []
  @usableFromInline var problems: [Diagnostic] = []
  @usableFromInline var endsInError = false

  @inlinable init() {}
}

extension ElementReader where Model: Sendable {
  @inlinable func models(of run: ElementRun) -> ModelRun<Model> {
    var result = ModelRun<Model>()
    switch run.elements {
    case .parsed(let parsed):
      let places = parsed.places
      result.models.reserveCapacity(places.count)
      withExtendedLifetime((parser, parsed)) {
        for index in places.indices {
          let json = parser.cursor(parsed, index)
          do { result.models.append(try Model.decode(json)) } catch {
            result.problems += failed(error, json, places[index], index: run.first + index).diagnostics
          }
        }
      }
    case .found(let places):
      for index in places.indices {
        let element = element(places[index], index: run.first + index)
        if let model = element.value {
          result.models.append(model)
        } else {
          result.problems += element.diagnostics
        }
        result.endsInError = element.isSyntaxError
      }
    }
    return result
  }
}

extension JSONBytes {
  @usableFromInline var isArray: Bool {
    let start = JSONScanner.skipWhitespace(base, markLength, count)
    return start < count && self[start] == ASCII.openBracket
  }

  /// What a call that decodes all of the text throws for the problems of its elements.
  @usableFromInline func failure(_ problems: [Diagnostic]) -> any Error {
    if let definition = problems.lazy.compactMap({ $0.underlying as? MappingError }).first {
      return definition
    }
    // A text that is no JSON has that one problem.
    if problems.contains(where: { $0.code == .syntax || $0.code == .limit }) {
      do { _ = try JSONDocument.parsed(self) } catch { return error }
    }
    return DecodingFailure(problems.errors)
  }
}
