import Mantle

// The search for the cheapest edits at an unexpected token.

extension JSONRepairReader {
  /// The number of tokens after a mistake that an interpretation must fit.
  private static let tokensAhead = 20
  /// The maximum number of edits in one interpretation, and in `editedAhead` the number of tokens after the mistake
  /// that may be edited.
  private static let maximumEdits = 3
  private static let minimumCost = 8
  private static let editedAhead = 4
  /// The maximum effort of one search, counted in inspected tokens.
  private static let maximumEffort = 16_000

  /// Finds the cheapest edits around an unexpected token, and makes the state after them the current one.
  mutating func recover(_ token: RepairToken) {
    let context = RepairContext(state, token)
    if let next = repeated(context, token) {
      history = []
      return commit(next)
    }
    let known = frames.count
    let origin = history.first ?? Checkpoint(state: state, regions: regions.count, doubted: doubted.count)
    let site = token.range.lowerBound
    var buckets: [[RepairState]] = Array(repeating: [], count: 48)
    buckets[0] = [origin.state]
    var best: (score: Int, state: RepairState)?
    let least = max(0, effort - Self.maximumEffort)
    var cost = 0
    while cost < min(buckets.count, best?.score ?? .max), effort > least {
      for reading in buckets[cost] {
        let (passes, score) = cost > 0 ? score(reading, site: site) : (false, 0)
        if passes, score <= best?.score ?? .max { best = (score, reading) }
      }
      var index = 0
      while index < buckets[cost].count, cost + Self.minimumCost < best?.score ?? .max, effort > least {
        for next in edited(buckets[cost][index], site: site) where next.cost < buckets.count {
          buckets[next.cost].append(next)
        }
        index += 1
      }
      cost += 1
    }
    history = []
    guard let best else {
      frames.removeLast(frames.count - known)
      return drop(token)
    }
    if best.state.edits == 1, best.state.regions.allSatisfy({ $0.range.upperBound >= state.position }) {
      repairs[context] = (best.state.regions.map(\.cause), best.score)
    }
    regions.removeLast(regions.count - origin.regions)
    doubted.removeLast(doubted.count - origin.doubted)
    commit(best.state)
  }

  /// Returns the state after the edit that an earlier search found in the same context; nil if the edit does not fit as
  /// well here. Without this shortcut, a text with the same mistake in each element would require a search for each
  /// element.
  private mutating func repeated(_ context: RepairContext, _ token: RepairToken) -> RepairState? {
    guard let repair = repairs[context], effort > 0 else { return nil }
    let known = frames.count
    effort -= 20
    var best: (score: Int, state: RepairState)?
    for next in edits(of: state, at: token) where next.regions.map(\.cause) == repair.causes {
      let (passes, score) = score(next, site: token.range.lowerBound)
      if passes, score <= repair.score, score < best?.score ?? .max { best = (score, next) }
    }
    if best == nil { frames.removeLast(frames.count - known) }
    return best?.state
  }

  /// The maximum cost of mistakes in later tokens. An interpretation that fits is therefore cheaper than one that fails
  /// at the first mistake, regardless of later mistakes.
  private static let maximumLaterCost = 7

  /// Parses from a state up to the next unexpected token, to rate the edits that led to the state.
  ///
  /// - Parameter site: the offset of the mistake.
  /// - Returns: whether the interpretation continues past the mistake, and its score, which is lower for a better
  ///   interpretation.
  private mutating func score(_ start: RepairState, site: Int) -> (passes: Bool, score: Int) {
    var state = start
    var ahead = 0
    var cost: Int { start.cost + min(state.cost - start.cost, Self.maximumLaterCost) }
    while ahead < Self.tokensAhead {
      effort -= 1
      let token = lexer.token(state)
      if token.kind == .end { return (true, cost + (state.frame >= 0 ? 9 : 0)) }
      if token.isDoubtful || !shift(token, &state) {
        return (token.range.lowerBound > site, cost + 16 - min(ahead, 8))
      }
      if token.range.lowerBound >= site { ahead += 1 }
    }
    return (true, cost + mismatches(state))
  }

  /// Returns the states after one further edit at one of the next tokens.
  ///
  /// - Parameter site: the offset of the mistake.
  private mutating func edited(_ start: RepairState, site: Int) -> [RepairState] {
    var state = start
    var found: [RepairState] = []
    guard state.edits < Self.maximumEdits else { return found }
    var ahead = 0
    while ahead <= Self.editedAhead {
      effort -= 20
      let token = lexer.token(state)
      let isBehind = token.range.lowerBound >= site
      for var next in edits(of: state, at: token) {
        next.edits += 1
        next.cost += isBehind ? 0 : 1
        found.append(next)
      }
      guard token.kind != .end, !token.isDoubtful, shift(token, &state) else { break }
      if isBehind { ahead += 1 }
    }
    return found
  }

  /// Skips a token that does not fit anywhere.
  private mutating func drop(_ token: RepairToken) {
    var next = state
    for region in token.regions where region.range.upperBound <= token.range.lowerBound {
      add(region, to: &next)
    }
    delete(token, &next)
    commit(next)
  }

  /// Returns the cost of the brackets ahead that do not match the open containers.
  mutating func mismatches(_ state: RepairState) -> Int {
    let limit = min(lexer.end, state.position + min(1 << 18, max(1 << 10, far)))
    var closers = OuterClosers(lexer.text, from: state.position, to: limit)
    defer { far -= closers.position - state.position }
    var (frame, checked) = (state.frame, 0)
    while let closer = closers.next() {
      guard frame >= 0, frames[frame].closer == lexer.text[closer] else { return 8 }
      frame = frames[frame].parent
      checked += 1
      if checked == 16 { return 0 }
    }
    return limit == lexer.end && frame >= 0 ? 8 : 0
  }
}

/// The context of an unexpected token, for which the edits of a search are stored.
struct RepairContext: Hashable {
  private let mode: RepairState.Mode
  private let isObject: Bool
  private let isOutside: Bool
  private let kind: RepairToken.Kind
  private let isDoubtful: Bool

  init(_ state: RepairState, _ token: RepairToken) {
    (mode, isObject, isOutside) = (state.mode, state.isObject, state.frame < 0)
    (kind, isDoubtful) = (token.kind, token.isDoubtful)
  }
}
