import Mantle

/// A parser that recovers from syntax errors.
///
/// The tokens of ``RepairLexer`` are parsed as strict JSON. If a token does not fit, the parser goes back a few
/// tokens and searches for the cheapest edits with which the following tokens can be parsed; see ``RepairSearch``.
/// The effort of all searches is limited, so the time is linear in the length of the text.
struct JSONRepairReader {
  /// A state that the parser can return to, with the numbers of edits and unreliable containers that were recorded
  /// before it.
  struct Checkpoint {
    let state: RepairState
    let regions: Int
    let doubted: Int
  }

  /// The lexer that splits the text into tokens.
  let lexer: RepairLexer
  /// Whether a line may contain several values.
  let allowsValuesOnOneLine: Bool

  /// The current state of the parser.
  var state: RepairState
  /// The frames of the containers that were opened, some of which may already be closed.
  var frames: [RepairFrame] = []
  /// The mistakes that were found so far, in the order in which they were found.
  var regions: [DamagedRegion] = []
  /// The offsets of the containers whose members are unreliable.
  var doubted: [Int] = []
  /// The most recent states, to which the parser can return, the oldest first.
  var history: [Checkpoint] = []
  /// The number of strings with correct quotes so far.
  var soundStrings = 0
  /// The edits that earlier searches have found, by the context of the unexpected token.
  var repairs: [RepairContext: (causes: [DamagedRegion.Cause], score: Int)] = [:]
  /// The number of tokens that searches may still inspect.
  var effort: Int
  /// The number of bytes that searches for matching brackets may still inspect.
  var far: Int

  /// The maximum number of mistakes. The text after the last one is not parsed.
  static let maximumRegions = 1 << 17
  /// The number of mistakes of one kind above which they are reported as a single mistake.
  static let mostAlike = 8
  /// The maximum number of open containers that are inspected to find a matching bracket.
  static let deepestLook = 64
  /// The number of tokens that the parser can go back after an unexpected token.
  private static let maximumSteps = 6

  /// Creates a parser of a range of a text.
  init(_ bytes: JSONBytes, in range: Range<Int>, allowsValuesOnOneLine: Bool) {
    lexer = RepairLexer(bytes, in: range)
    self.allowsValuesOnOneLine = allowsValuesOnOneLine
    let start = range.lowerBound
    state = RepairState(position: start == 0 ? min(bytes.textStart, range.upperBound) : start)
    effort = range.count / 2 + 1 << 18
    far = 4 * range.count + 1 << 20
  }

  /// Returns the interpretation of a text with the fewest mistakes: as text that is not JSON at all, as JSON below a
  /// layer such as line numbers, or as the text is.
  static func best(_ bytes: JSONBytes, in range: Range<Int>, _ allowsValuesOnOneLine: Bool)
    -> JSONRepairReader
  {
    let isWhole = range.lowerBound == 0
    if isWhole, let kind = ForeignText.signed(bytes, range.upperBound) { return foreign(bytes, range, kind) }
    let layers = TextLayer.found(in: bytes, range)
    if let layer = layers.first, layer.isCertain,
      let below = layer.reading(of: bytes, in: range, allowsValuesOnOneLine)
    {
      return below
    }
    let kind = isWhole ? ForeignText.kind(of: bytes, range.upperBound) : nil
    if layers.isEmpty, let kind { return foreign(bytes, range, kind) }
    var plain = JSONRepairReader(bytes, in: range, allowsValuesOnOneLine: allowsValuesOnOneLine)
    withExtendedLifetime(bytes) { plain.run() }
    plain.groupAlike()
    for layer in layers {
      guard let below = layer.reading(of: bytes, in: range, allowsValuesOnOneLine) else { continue }
      if below.damage < plain.damage, 3 * below.damage <= plain.damage { return below }
    }
    return kind.map { foreign(bytes, range, $0) } ?? plain
  }

  private static func foreign(
    _ bytes: JSONBytes, _ range: Range<Int>, _ kind: DamagedRegion.Cause
  ) -> JSONRepairReader {
    var reader = JSONRepairReader(bytes, in: range, allowsValuesOnOneLine: false)
    let code: JSONSyntaxError.Code = kind == .empty ? .unexpectedEnd : .expectedValue
    reader.regions = [reader.lexer.region(kind, range, Array("null".utf8), reader.state, at: 0, code: code)]
    reader.state.rootValues = 1
    return reader
  }

  /// Returns the fraction of a text that cannot be interpreted as JSON, from 0 to 1.
  static func lostPart(of bytes: JSONBytes, in range: Range<Int>) -> Double {
    var reader = JSONRepairReader(bytes, in: range, allowsValuesOnOneLine: true)
    withExtendedLifetime(bytes) { reader.run() }
    var (lost, end, isOutside) = (0, range.lowerBound, true)
    for region in reader.regions where !region.cause.isHarmless || region.cause == .comment {
      let gap = end..<max(end, region.range.lowerBound)
      let isText = region.container == nil && region.cause != .comment
      // Between other text, only arrays and objects are certainly JSON.
      if isOutside, isText, !reader.lexer.hasOpener(gap) { lost += gap.count }
      lost += region.range.isEmpty ? 16 : region.range.count
      (end, isOutside) = (max(end, region.range.upperBound), isText)
    }
    let rest = end..<max(end, range.upperBound)
    if isOutside, lost > 0, !reader.lexer.hasOpener(rest) { lost += rest.count }
    return Double(lost) / Double(max(1, range.count))
  }

  /// The amount of damage of an interpretation, computed from the number of mistakes and the number of affected bytes.
  private var damage: Int {
    regions.lazy.filter { !$0.cause.isLayer }.reduce(0) { $0 + 8 + $1.range.count }
  }

  /// Whether the text is one value with balanced brackets.
  var isOneValue: Bool { state.rootValues == 1 && !regions.contains(where: \.isStructural) }

  /// Parses the whole text.
  mutating func run() {
    while true {
      let token = lexer.token(state)
      if token.kind == .end {
        keep(token.regions)
        state.position = token.range.lowerBound
        break
      }
      guard regions.count < Self.maximumRegions else {
        giveUp(token)
        break
      }
      if state.frame < 0, root(token) { continue }
      remember()
      var next = state
      if !token.isDoubtful, shift(token, &next) {
        commit(next)
        // A correct value is final, unless one of its brackets turns out to be superfluous.
        let next = lexer.byte(lexer.skip(state.position))
        if state.frame < 0, regions.isEmpty, next != ASCII.comma, next != ASCII.colon,
          next | 0x20 != ASCII.closeBrace
        {
          history = []
        }
      } else if let next = withMissingSign(token) {
        commit(next)
      } else {
        recover(token)
      }
    }
    finish()
    sortRegions()
  }

  /// Makes a state that a search has found the current state, and records its edits.
  mutating func commit(_ next: RepairState) {
    state = next
    regions += next.regions
    doubted += next.doubted
    (state.regions, state.doubted, state.cost, state.edits) = ([], [], 0, 0)
  }

  /// Records edits in the innermost container.
  mutating func keep(_ found: [DamagedRegion]) {
    guard !found.isEmpty else { return }
    regions += found.map { region in
      var region = region
      region.container = region.container ?? (state.frame >= 0 ? frames[state.frame].open : nil)
      return region
    }
  }

  /// Adds the current state to the history, and discards the frames that no stored state needs.
  private mutating func remember() {
    if history.count == Self.maximumSteps { history.removeFirst() }
    history.append(Checkpoint(state: state, regions: regions.count, doubted: doubted.count))
    let last = history.lazy.map(\.state.frame).max() ?? -1
    if frames.count > last + 1 { frames.removeLast(frames.count - last - 1) }
  }

  // MARK: - Tokens that fit

  /// Advances a state past a token.
  ///
  /// - Returns: false if the token does not fit.
  mutating func shift(_ token: RepairToken, _ state: inout RepairState) -> Bool {
    let start = state
    for region in token.regions { add(region, to: &state) }
    state.position = token.range.upperBound
    state.cost += token.cost
    switch token.kind {
    case .comma where state.mode == .value && state.frame >= 0:
      (state.mode, state.comma) = (.comma, token.range.lowerBound)
    case .colon where state.mode == .key: state.mode = .colon
    case .string where state.wantsKey:
      (state.mode, state.key) = (.key, token.range)
      if state.cost > 0, isRepeated(token.range, in: state.frame) { state.cost += 6 }
      // The key is uncertain, so the members of the object are unreliable.
      if token.regions.contains(where: \.cause.isContentOfString) {
        state.doubted.append(frames[state.frame].open)
      }
    case .open where isValueNext(token, state):
      push(token.range.lowerBound, isObject: token.isObject, &state)
    case .string where isValueNext(token, state), .scalar where isValueNext(token, state):
      valueEnded(token.range, &state)
      if token.kind == .string, token.regions.isEmpty { soundStrings += 1 }
    case .close where state.frame >= 0 && frames[state.frame].isObject == token.isObject:
      guard state.mode != .key, state.mode != .colon else { fallthrough }
      dropTrailingComma(&state)
      pop(&state)
    default:
      state = start
      return false
    }
    return true
  }

  /// Returns whether a token may be the start of a value in a state. Outside of all containers, each value must begin a
  /// line.
  private func isValueNext(_ token: RepairToken, _ state: RepairState) -> Bool {
    state.frame >= 0 ? state.wantsValue : state.mode == .opener || token.beginsLine || allowsValuesOnOneLine
  }

  /// Adds an edit to a state, in its innermost container.
  func add(_ region: DamagedRegion, to state: inout RepairState) {
    var region = region
    region.container = region.container ?? (state.frame >= 0 ? frames[state.frame].open : nil)
    if region.cause == .nulBytes { state.doubted += openers(state) }
    state.regions.append(region)
  }

  /// Returns the offsets of the opening brackets of the innermost open containers.
  func openers(_ state: RepairState) -> [Int] {
    var found: [Int] = []
    var frame = state.frame
    while frame >= 0, found.count < Self.deepestLook {
      found.append(frames[frame].open)
      frame = frames[frame].parent
    }
    return found
  }

  /// Pushes the frame of a container that begins at an offset.
  mutating func push(_ open: Int, isObject: Bool, _ state: inout RepairState) {
    frames.append(
      RepairFrame(open: open, isObject: isObject, parent: state.frame, comma: state.comma, key: state.key))
    state.frame = frames.count - 1
    (state.isObject, state.mode, state.comma, state.value) = (
      isObject, .opener, -1, state.position..<state.position
    )
  }

  /// Removes the comma before a closing bracket as a mistake; does nothing if there is none.
  func dropTrailingComma(_ state: inout RepairState) {
    guard state.mode == .comma else { return }
    add(lexer.region(.trailingComma, state.comma..<state.comma + 1, [], state), to: &state)
    state.cost += 4
  }

  /// Pops the frame of the innermost container, which ends at the current position.
  mutating func pop(_ state: inout RepairState) {
    let frame = frames[state.frame]
    state.frame = frame.parent
    state.isObject = frame.parent >= 0 && frames[frame.parent].isObject
    (state.comma, state.key) = (frame.comma, frame.key)
    // If brackets were swapped, a container may end before it begins.
    valueEnded(frame.open..<max(frame.open, state.position), &state)
  }

  /// Records the end of a value in a state.
  func valueEnded(_ range: Range<Int>, _ state: inout RepairState) {
    (state.mode, state.value) = (.value, range)
    if state.frame < 0 { state.rootValues += 1 }
  }

  /// Returns whether a key is equal to the first key of its object.
  private func isRepeated(_ key: Range<Int>, in frame: Int) -> Bool {
    let first = lexer.skip(frames[frame].open + 1)
    return first < key.lowerBound && key.count < 64 && lexer.byte(first + key.count - 1) == ASCII.quote
      && key.allSatisfy { lexer.text[$0] == lexer.text[first + $0 - key.lowerBound] }
  }

  /// Returns whether a token is a key, because a colon follows it.
  func isKey(_ token: RepairToken) -> Bool {
    token.kind == .string
      && [ASCII.colon, ASCII.equals].contains(lexer.byte(lexer.skip(token.range.upperBound)))
  }

  /// Returns the state after inserting missing closing brackets before a token; nil if fewer containers are open.
  ///
  /// - Parameter count: the number of brackets.
  mutating func closing(_ count: Int, before token: RepairToken, _ state: RepairState) -> RepairState? {
    guard state.mode != .key, state.mode != .colon else { return nil }
    var next = state
    let (comma, mode) = (state.comma, state.mode)
    let inner = frames[state.frame].open
    let end = state.mode == .opener ? inner + 1 : state.value.upperBound
    var closers: [UInt8] = []
    next.doubted += openers(state).prefix(count + 1)
    for _ in 0..<count {
      guard next.frame >= 0 else { return nil }
      closers.append(frames[next.frame].closer)
      next.position = end
      pop(&next)
    }
    next.position = state.position
    var region = lexer.region(
      .missingBracket, end..<end, closers, state, at: token.range.lowerBound, code: .expectedCommaOrClose)
    region.container = inner
    next.regions.append(region)
    if mode == .comma {
      guard next.frame >= 0 else { return nil }
      (next.mode, next.comma) = (.comma, comma)
    }
    return next
  }
}

extension RepairLexer {
  /// Returns whether a range contains only whitespace.
  func isBlank(_ range: Range<Int>) -> Bool {
    range.count < 4096 && range.allSatisfy { ASCII.isWhitespace(text[$0]) }
  }

  /// Returns whether a range contains an opening bracket.
  func hasOpener(_ range: Range<Int>) -> Bool { range.contains { text[$0] | 0x20 == ASCII.openBrace } }
}
