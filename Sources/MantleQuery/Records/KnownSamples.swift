import Mantle

/// Values of several lists, to whose keys a query of all lists can refer. Of values with the same keys the first one is enough.
struct KnownSamples {
  private(set) var nodes: [JSONNode] = []
  private var keys: Set<ExactText> = []

  /// Adds the samples of a list.
  mutating func add(_ list: RecordList) {
    for sample in list.samples where addKeys(of: sample) || nodes.isEmpty { nodes.append(sample) }
  }

  /// - Returns: Whether the value has keys that were not known, at any depth.
  private mutating func addKeys(of sample: JSONNode) -> Bool {
    var isNew = false
    var waiting = [sample]
    while let node = waiting.popLast() {
      for (key, value) in node.members {
        if keys.insert(ExactText(key.displayText)).inserted { isNew = true }
        if value.kind.isContainer { waiting.append(value) }
      }
      waiting += node.elements.filter(\.kind.isContainer)
    }
    return isNew
  }
}
