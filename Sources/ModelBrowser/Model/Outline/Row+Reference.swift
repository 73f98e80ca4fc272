import Mantle

extension Row {
  /// The elements of a document that the value refers to; nil if it is no member of an element, or only a value.
  func reference(in document: Document) -> DocumentSource.Reference? {
    guard let find = document.reference, path.components.count == 2,
      case .key(let key)? = path.components.last,
      let element = sequence(first: self, next: \.parent).first(where: { $0.path.components.count == 1 })
    else { return nil }
    return element.node.flatMap { find(key, $0) }
  }
}
