extension ArchiveGraph {
  /// The objects that more than one reference leads to, or that are in a collection of which that is so; and
  /// how many references there are.
  var sharing: (isShared: [Bool], references: Int) {
    var isMet = Array(repeating: false, count: count)
    var isShared = isMet
    var references = 0
    func meet(_ reference: ArchiveReference) {
      references += 1
      isShared[reference.index] = isMet[reference.index]
      isMet[reference.index] = true
    }
    for entry in top { meet(entry.value) }
    for object in objects {
      switch object.value {
      case .array(let items), .set(let items), .orderedSet(let items): for item in items { meet(item) }
      case .dictionary(let entries): for entry in entries { meet(entry.value) }
      case .object(let fields): for field in fields { meet(field.value) }
      default: break
      }
    }
    share(everythingInside: &isShared)
    return (isShared, references)
  }

  /// Whoever holds a shared collection holds its members.
  private func share(everythingInside isShared: inout [Bool]) {
    var waiting = objects.indices.filter { isShared[$0] }
    while let index = waiting.popLast() {
      let members: [ArchiveReference] =
        switch objects[index].value {
        case .array(let items), .set(let items), .orderedSet(let items): items
        case .dictionary(let entries): entries.map(\.value)
        default: []
        }
      for member in members where !isShared[member.index] {
        isShared[member.index] = true
        waiting.append(member.index)
      }
    }
  }
}
