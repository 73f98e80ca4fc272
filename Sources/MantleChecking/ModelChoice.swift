import Mantle
import MantleDocuments

/// The choice of the models that a document contains, with their paths, based on the keys of a few samples.
///
/// An object that fits a model is not searched for other models. All other values, which are lists and objects around
/// other objects, are searched for further models. A small model inside an object with its own identity, such as the
/// author of a comment, is not considered the content of the document.
package struct ModelChoice: Sendable {
  /// The chosen models with their paths in the document, in text order; empty if no model fits.
  package let places: [ModelPlace]
  /// The fits of the candidate models at all inspected paths of the document, the best first.
  package let fits: [ModelFit]

  /// Chooses among models the ones that a document contains.
  ///
  /// - Parameters:
  ///   - models: the models to choose from.
  ///   - bytes: the document to inspect.
  ///   - isNamed: whether the models were requested, so that they are chosen even if they describe only a small part
  ///     of the document. Otherwise they must describe most of it.
  /// - Complexity: O(*m* × *s*), where *m* is the number of models and *s* the number of
  ///   samples, regardless of the size of the document.
  package init(of models: [ModelDescription], in bytes: JSONBytes, isNamed: Bool = false) {
    let plain = models.filter(\.properties.isEmpty)
    let models = models.filter { !$0.properties.isEmpty }
    let sampler = bytes.sampler
    var search = ModelSearch(models, sampler)
    var (found, share) = search.run(isNamed: isNamed)
    // A syntax error near the start may hide the text after it, or make a nested value look like the root.
    let isLines = if case .lines = sampler.layout { true } else { false }
    if share < ModelSearch.mostOfIt, bytes.isSampledAsItIs(sampler.layout),
      !isLines || found.isEmpty,
      bytes.hasMistakeInHead
    {
      var other = ModelSearch(models, bytes.headSampler)
      let head = other.run(isNamed: isNamed)
      if head.share > share { (search, found, share) = (other, head.places, head.share) }
    }
    fits = search.fits.sorted {
      $0.isConvincing != $1.isConvincing ? $0.isConvincing : $0.score > $1.score
    }
    let whole =
      sampler.whole(of: plain.filter(\.isMeant), around: found)
      ?? sampler.whole(of: models, around: found) ?? Self.root(around: found, among: fits)
      ?? (found.isEmpty ? sampler.whole(of: plain) ?? sampler.encodedTwice(models) : nil)
    places = whole.map { [$0] } ?? found
  }

  /// Returns the model whose definition describes the whole document, if the models found so far are only parts of it;
  /// otherwise nil. Missing keys and wrong values are then reported as errors of this model.
  private static func root(around found: [ModelPlace], among fits: [ModelFit]) -> ModelPlace? {
    if let model = found.first?.model, let root = model.root?.path.components,
      let path = [root, [.each] + root].first(where: { path in
        found.allSatisfy { $0.model.name == model.name && $0.path.components.matches(path) }
      })
    {
      return ModelPlace(model, at: JSONKeyPath(path))
    }
    for fit in fits {
      guard let root = fit.model.root, fit.isRoot else { continue }
      let path = fit.path.components
      // If a requested definition maps at least one key of the text, it is intended, even if values are wrong.
      let isMeant = root.isMeant && fit.mapped.part > 0
      let all = (path.count > root.path.components.count ? [.each] : []) + root.path.components
      guard isMeant || fit.isPlausible && path == all else { continue }
      if found.allSatisfy({ $0.path.components.count > path.count && $0.path.components.starts(with: path) })
      {
        return ModelPlace(fit.model, at: JSONKeyPath(all))
      }
    }
    return nil
  }

  /// The fit of the first chosen model. If no model was chosen, the best fit among the outermost objects that resemble
  /// a model; nil if no object does.
  package var closest: ModelFit? {
    guard let first = places.first else { return outermost }
    return fits.first { $0.path == first.path && $0.model.name == first.model.name } ?? fits.first
  }

  /// The best fit among the outermost objects that resemble a model; nil if there is none. Objects inside them are
  /// ignored, because an object with some of a model's keys does not contain the model.
  private var outermost: ModelFit? {
    let near = fits.filter { $0.required.ratio >= 0.5 || $0.mapped.part >= 2 }
    let depth = near.map(\.path.components.count).min()
    return near.first { $0.path.components.count == depth }
  }

  /// Returns the paths at which a document contains a model that was requested by name, even if the model does not fit.
  ///
  /// - Returns: the model at each path where it fits; otherwise at the path with most of its keys; otherwise at the
  ///   list of objects that makes up most of the document, or at the root.
  package static func places(
    of model: ModelDescription, in bytes: JSONBytes
  ) -> [ModelPlace] {
    let sampler = bytes.sampler
    if let place = sampler.whole(of: [model], isNamed: true) { return [place] }
    let choice = ModelChoice(of: [model], in: bytes, isNamed: true)
    // A recursive model is expected at the place that its definition specifies, regardless of errors.
    if let root = choice.fits.first(where: \.isRoot)?.path,
      choice.places.allSatisfy({ $0.path.components.count > root.components.count })
    {
      return [ModelPlace(model, at: root)]
    }
    guard choice.places.isEmpty else {
      // Only samples were inspected, so some of the values may lack the key on the path.
      return choice.places.map {
        ModelPlace(model, at: $0.path, isGuess: $0.isMemberOfMany, arraySteps: $0.arraySteps)
      }
    }
    return [ModelPlace(model, at: choice.outermost?.path ?? sampler.likelyPath(besides: choice.fits))]
  }
}

extension ModelFit {
  /// Whether the path of the fit is the path of the root models in the model's definition, so that the definition
  /// describes the whole document.
  var isRoot: Bool {
    guard let root = model.root?.path.components else { return false }
    return path.components.matches(root) || path.components.matches([.each] + root)
  }
}

extension [JSONKeyPath.Component] {
  /// Returns whether the path equals another path, in which `[]` matches any component.
  fileprivate func matches(_ path: [JSONKeyPath.Component]) -> Bool {
    count == path.count && zip(self, path).allSatisfy { $0 == $1 || $1 == .each }
  }
}

extension JSONBytes {
  /// The maximum number of bytes that are repaired before samples are taken. Repairing them causes no noticeable delay.
  fileprivate static var sampledSize: Int { 1 << 20 }

  /// Returns whether samples are taken from the original text without repairing it: if the text is large, or if it
  /// consists of lines, which do not affect each other.
  fileprivate func isSampledAsItIs(_ layout: JSONLayout) -> Bool {
    if JSONRepair.isOfAnotherKind(self) { return false }
    if case .lines = layout { return true }
    return count > Self.sampledSize
  }

  fileprivate var sampler: TextSampler {
    let layout = JSONLayout.detect(self)
    return isSampledAsItIs(layout) ? TextSampler(self, layout) : headSampler
  }

  /// Whether the first megabyte of the text is malformed, apart from being truncated.
  fileprivate var hasMistakeInHead: Bool {
    let end = min(count, Self.sampledSize)
    var parser = JSONParser()
    var position = textStart
    while position < end {
      do throws(JSONSyntaxError) { position = try parser.parse(self, from: position, to: end) } catch {
        // An escaped surrogate pair is the longest token that may be truncated.
        return error.code != .unexpectedEnd && !error.isLimit && error.offset + 12 < end
      }
    }
    return false
  }

  /// A sampler of the first megabyte of the text, which is repaired if it is malformed or truncated.
  fileprivate var headSampler: TextSampler {
    if count <= Self.sampledSize, (try? JSONDocument(parsing: self)) != nil, !JSONRepair.isOfAnotherKind(self)
    {
      return TextSampler(self, JSONLayout.detect(self))
    }
    let repair = JSONRepair(self, in: 0..<min(count, Self.sampledSize), allowsValuesOnOneLine: true)
    let cut = repair.regions.lastIndex { $0.cause == .cutOff }
    let layout = JSONLayout.detect(repair.text)
    return TextSampler(repair.text, layout, cut: cut.map { repair.places[$0] })
  }
}

extension TextSampler {
  /// Returns the path at which models are most likely, judged by the structure of the document alone: the list of
  /// objects that makes up most of it, otherwise an empty list, otherwise the root.
  ///
  /// - Parameter fits: the fits of models that share keys with the document. Their objects are not treated as pages
  ///   around lists.
  fileprivate func likelyPath(besides fits: [ModelFit]) -> JSONKeyPath {
    let root = JSONKeyPath(isSequence ? [.each] : [])
    guard let value = roots.first else { return root }
    if isArray(value) { return root.appending(.each) }
    let lists = members(of: value).filter { _, member in
      isArray(member) && elements(of: member).contains(where: isObject)
    }
    guard let largest = lists.max(by: { $0.value.count < $1.value.count }) else {
      return emptyLists(in: value, at: root, besides: fits).first?.appending(.each) ?? root
    }
    return largest.value.count * 2 > value.count ? root.appending(key: largest.key).appending(.each) : root
  }

  /// Returns the paths of the empty lists in an object and in the objects inside it, such as the list of a response
  /// without results.
  private func emptyLists(in object: Value, at path: JSONKeyPath, besides fits: [ModelFit]) -> [JSONKeyPath] {
    let members = members(of: object)
    // An object that describes an error may contain a list of details.
    guard path.components.count < Self.maximumWrappers, !fits.contains(where: { $0.path == path }),
      !members.contains(where: { Self.errors.contains($0.key) && !isArray($0.value) })
    else { return [] }
    return members.flatMap { key, member -> [JSONKeyPath] in
      let path = path.appending(key: key)
      if isObject(member) { return emptyLists(in: member, at: path, besides: fits) }
      return isArray(member) && !Self.errors.contains(key) && elements(of: member).isEmpty ? [path] : []
    }
  }

  private static let maximumWrappers = 6
  private static let errors: Set = ["error", "errors", "message", "messages", "warnings"]
}
