/// Which models a text holds, and where in it, found out from the keys of a few samples.
///
/// An object that fits a model is that model, and nothing inside it is looked at. Inside what is no model further ones
/// are looked for: in lists, and in objects that wrap others. A small model that belongs to an object with an identity of
/// its own, as its author to a comment, is not taken for the content of the text.
package struct ModelChoice: Sendable {
  /// What to read as which model, in the order of the text; empty where no model fits.
  package let places: [ModelPlace]
  /// Every model at every place that was looked at, the best first.
  package let fits: [ModelFit]

  /// - Parameter isNDJSON: whether the text's name says that each line is a value of its own.
  /// - Complexity: O(models × samples), whatever the size of the text.
  package init(of models: [ModelDescription], in bytes: JSONBytes, isNDJSON: Bool = false) {
    let plain = models.filter(\.properties.isEmpty)
    let models = models.filter { !$0.properties.isEmpty }
    let sampler = bytes.sampler(isNDJSON)
    var search = ModelSearch(models, sampler)
    var (found, share) = search.run()
    // A mistake in what comes first may hide all that stands behind it, or show something inside as the whole.
    let isLines = if case .lines = sampler.layout { true } else { false }
    if share < ModelSearch.mostOfIt, !search.isHeadSound, bytes.isSampledAsItIs(sampler.layout),
      !isLines || found.isEmpty,
      bytes.hasMistakeInHead
    {
      var other = ModelSearch(models, bytes.headSampler(isNDJSON))
      let head = other.run()
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

  /// The model that its definition says is the whole text, where what was found is some of it or only inside of it: a key
  /// that it requires and the text does not have is missing then, and a value of another type is wrong.
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
      // What a definition that was asked for has a key of is meant to be it, also where a value of it is wrong.
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

  /// The fit that was chosen first, or the one that comes closest where none was; nil where nothing fits in the least.
  package var closest: ModelFit? {
    guard let first = places.first else { return outermost }
    return fits.first { $0.path == first.path && $0.model.name == first.model.name } ?? fits.first
  }

  /// The best fit among the outermost objects that have anything of a model. An object with some of a model's keys is not
  /// looked into for the model itself.
  private var outermost: ModelFit? {
    let near = fits.filter { $0.required.ratio >= 0.5 || $0.mapped.part >= 2 }
    let depth = near.map(\.path.components.count).min()
    return near.first { $0.path.components.count == depth }
  }

  /// Where a model is that was asked for by name, whether it fits or not.
  ///
  /// - Returns: the places where it fits; else the one where most of it is; else the list of objects that is most of the
  ///   text, or its root.
  package static func places(
    of model: ModelDescription, in bytes: JSONBytes, isNDJSON: Bool = false
  ) -> [ModelPlace] {
    let sampler = bytes.sampler(isNDJSON)
    if let place = sampler.whole(of: [model], isNamed: true) { return [place] }
    let choice = ModelChoice(of: [model], in: bytes, isNDJSON: isNDJSON)
    // A model that is inside itself is looked for where its definition says, however wrong that place is.
    if let root = choice.fits.first(where: \.isRoot)?.path,
      choice.places.allSatisfy({ $0.path.components.count > root.components.count })
    {
      return [ModelPlace(model, at: root)]
    }
    guard choice.places.isEmpty else {
      // Under a key of many values it was found, not said: some of them may have nothing there.
      return choice.places.map {
        ModelPlace(model, at: $0.path, isGuess: $0.isMemberOfMany, arraySteps: $0.arraySteps)
      }
    }
    return [ModelPlace(model, at: choice.outermost?.path ?? sampler.likelyPath(besides: choice.fits))]
  }
}

extension ModelFit {
  /// Whether it stands where its definition says that the whole text is of it.
  var isRoot: Bool {
    guard let root = model.root?.path.components else { return false }
    return path.components.matches(root) || path.components.matches([.each] + root)
  }
}

extension [JSONKeyPath.Component] {
  /// Whether a path of samples is one of those that a path with `[]` means.
  fileprivate func matches(_ path: [JSONKeyPath.Component]) -> Bool {
    count == path.count && zip(self, path).allSatisfy { $0 == $1 || $1 == .each }
  }
}

extension JSONBytes {
  /// So much of a text is repaired before it is looked at: what that costs is not seen before the first screen.
  fileprivate static var sampledSize: Int { 1 << 20 }

  /// Whether samples are taken of the text as it stands: of a large one, and of lines, which do not hide each other.
  fileprivate func isSampledAsItIs(_ layout: JSONLayout) -> Bool {
    if JSONRepair.isOfAnotherKind(self) { return false }
    if case .lines = layout { return true }
    return count > Self.sampledSize
  }

  fileprivate func sampler(_ isNDJSON: Bool) -> TextSampler {
    let layout = JSONLayout.detect(self, isNDJSON: isNDJSON)
    return isSampledAsItIs(layout) ? TextSampler(self, layout) : headSampler(isNDJSON)
  }

  /// Whether anything in the beginning of the text is no JSON, but for what is cut off at its end.
  fileprivate var hasMistakeInHead: Bool {
    let end = min(count, Self.sampledSize)
    var parser = JSONParser()
    var position = textStart
    while position < end {
      do throws(JSONSyntaxError) { position = try parser.parse(self, from: position, to: end) } catch {
        // The longest that is cut in two is an escape of two halves.
        return error.code != .unexpectedEnd && !error.isLimit && error.offset + 12 < end
      }
    }
    return false
  }

  /// Takes samples of the beginning of the text, as what it was meant to be where it is not JSON.
  fileprivate func headSampler(_ isNDJSON: Bool) -> TextSampler {
    if count <= Self.sampledSize, (try? JSONDocument(parsing: self)) != nil, !JSONRepair.isOfAnotherKind(self)
    {
      return TextSampler(self, JSONLayout.detect(self, isNDJSON: isNDJSON))
    }
    let repair = JSONRepair(self, in: 0..<min(count, Self.sampledSize), allowsValuesOnOneLine: true)
    let cut = repair.regions.lastIndex { $0.cause == .cutOff }
    let layout = JSONLayout.detect(repair.text, isNDJSON: isNDJSON)
    return TextSampler(repair.text, layout, cut: cut.map { repair.places[$0] })
  }
}

extension TextSampler {
  /// Where models would most probably be, by the text's shape alone: the list of objects that is most of it, a list
  /// without elements where there is none with objects, or its root.
  ///
  /// - Parameter fits: where something has keys of the models: that is no page around a list of them.
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

  /// The lists without elements in an object, whatever they are called: an answer without results has one.
  private func emptyLists(in object: Value, at path: JSONKeyPath, besides fits: [ModelFit]) -> [JSONKeyPath] {
    let members = members(of: object)
    // What says what went wrong may have a list for more of it.
    guard path.components.count < Self.mostWrappers, !fits.contains(where: { $0.path == path }),
      !members.contains(where: { Self.errors.contains($0.key) && !isArray($0.value) })
    else { return [] }
    return members.flatMap { key, member -> [JSONKeyPath] in
      let path = path.appending(key: key)
      if isObject(member) { return emptyLists(in: member, at: path, besides: fits) }
      return isArray(member) && !Self.errors.contains(key) && elements(of: member).isEmpty ? [path] : []
    }
  }

  private static let mostWrappers = 6
  private static let errors: Set = ["error", "errors", "message", "messages", "warnings"]
}
