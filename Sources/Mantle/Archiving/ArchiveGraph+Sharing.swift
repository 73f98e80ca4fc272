extension ArchiveGraph {
  /// By object: whether more than one reference leads to it, or to a collection it is in.
  var sharedObjects: [Bool] {
    var isMet = Array(repeating: false, count: count)
    var isShared = isMet
    func meet(_ reference: ArchiveReference) {
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
    return isShared
  }

  /// What holds a shared collection holds its members.
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
