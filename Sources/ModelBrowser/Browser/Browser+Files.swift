extension Browser {
  /// Cancels what is running; or else shows all elements, or ends highlighting.
  mutating func cancel() -> [Effect] {
    if outline.filter != nil { return showAll() }
    let kinds = running.keys.filter { $0 != .count }
    if kinds.isEmpty {
      search.isHighlighting = false
      return []
    }
    // Whether a file was written before it could be stopped is still to be heard; counting is soon over.
    for kind in kinds where kind != .save { end(kind) }
    search.stepsLeft = 0
    findings.stop()
    message = .note("Cancelled")
    return kinds.map { Effect.cancel($0) }
  }
}
