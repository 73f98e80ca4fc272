import Mantle

/// Keys of objects: new ones, and other names for those that are there.
extension Browser {
  mutating func typeMember(_ side: InsertionSide, of object: Row) {
    mode = .editing(
      ValueEdit(cursor.id, .member(side, taken: document.keys(of: object)), start: .suggestion("")))
  }

  mutating func insertMember(_ key: String, _ value: [UInt8], _ target: ValueEdit.Target) {
    guard case .member(let side, _) = target, let place = insertionPlace(side) else { return }
    var inserted: EditedPlace?
    change { document, _ in inserted = try document.insertMember(key, value, at: place) }
    if let inserted { reveal(outline.row(nearest: inserted)) }
  }

  /// `:rename KEY`, or a prompt with the key as it is.
  mutating func rename(_ argument: String) {
    guard let key = document.keyText(of: cursor), let object = document.keyHolder(of: cursor) else { return }
    var taken = object
    taken.remove(ExactText(key))
    guard !argument.isEmpty else {
      mode = .editing(ValueEdit(cursor.id, .key(taken: taken), start: .text(key)))
      return
    }
    if taken.contains(ExactText(argument)) {
      message = .error("The object has a key \(JSONText.quoted(argument)) already")
    } else {
      rename(to: argument)
    }
  }

  mutating func rename(to key: String) {
    var renamed: EditedPlace?
    change { document, row in renamed = try document.rename(row, to: key) }
    if let renamed { reveal(outline.row(nearest: renamed)) }
  }
}
