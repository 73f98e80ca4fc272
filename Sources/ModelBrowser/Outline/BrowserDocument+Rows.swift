import Mantle

extension BrowserDocument {
  /// The row of the whole text.
  ///
  /// A list is shown as its elements, each parsed when it is looked at; anything else small enough is parsed whole.
  func rootRow(view: Row.View) -> Row {
    func row(_ content: Row.Content, record: Record? = nil) -> Row {
      Row(
        .root, in: nil, label: .file, content, pick.reading, record: record, view: view,
        archived: archivedObjects?.root)
    }
    let layout = JSONLayout.detect(base)
    switch layout {
    case .lines(let start): return row(.spine(sequence(from: start, isLines: true)))
    case .concatenated(let start): return row(.spine(sequence(from: start, isLines: false)))
    case .array(let start):
      // Where it ends is found while its elements are counted.
      let whole = JSONChild(key: nil, value: start..<base.count, ordinal: 0, isMeasured: false)
      return row(.spine(spine(whole, in: nil)))
    case .empty, .scalar, .object: break
    }
    let start = base.hasByteOrderMark ? 3 : 0
    let values = JSONChildIndex(base, .concatenated(in: start..<base.count), lookahead: largestRecord)
    guard let first = values.first() else { return row(.nothing) }
    if first.isMeasured, first.value.count <= largestRecord {
      let record = record(ChildID(first), PlaceName { JSONKeyPath() })
      switch record.content {
      case .success(let document): return row(.value(document.root), record: record)
      // The rest of a file with a mistake in it is still worth seeing.
      case .failure(let error) where !startsContainer(first.value.lowerBound):
        return row(.broken(error), record: record)
      case .failure: break
      }
    }
    guard startsContainer(first.value.lowerBound) else { return row(.long(kind(at: first.value.lowerBound))) }
    return row(.spine(spine(first, in: nil)))
  }

  /// The row of a child of a large container.
  func row(for position: Spine.Position, of spine: Spine, in parent: Row) -> Row {
    let ordinal = ordinal(of: position, in: spine)
    var label = Row.Label.element(ordinal)
    var step: JSONKeyPath.Component = ordinal.map { .index($0) } ?? .each
    var reading = parent.reading.element(at: ordinal)
    if spine.form == .object {
      let key = keyText(of: position)
      (label, step, reading) = (.key(key), .key(key), parent.reading.member(key))
    }
    let name = PlaceName(ordinal: ordinal) { parent.path.appending(step) }
    let (content, record) = content(at: position, of: spine, name, reading: reading)
    return Row(
      parent.id.child(position.step), in: parent, label: label, content, reading, record: record,
      view: parent.view, step: [step], position: position)
  }

  // MARK: - What is at a position

  /// How to say where a value is: paths of deep values are long, and rarely wanted.
  private struct PlaceName {
    var ordinal: Int?
    let path: () -> JSONKeyPath
  }

  private func content(
    at position: Spine.Position, of parent: Spine, _ placeName: PlaceName, reading: Reading
  ) -> (Row.Content, Record?) {
    let record: Record
    switch position {
    case .inserted(let gap, _, let insertion):
      record = cached(.inserted(gap, serial: insertion.serial), placeName) {
        let bytes = JSONBytes(insertion.value)
        return (bytes, 0..<bytes.count)
      }
    case .original(let child):
      let offset = child.value.lowerBound
      let isEdited = history.overlay[.value(ChildID(child))] != nil
      if isEdited || child.isMeasured && child.value.count <= mostParsed(at: offset) {
        record = self.record(ChildID(child), placeName)
      } else if startsContainer(offset) {
        return (.spine(spine(child, in: parent)), nil)
      } else {
        return (.long(kind(at: offset)), nil)
      }
    }
    switch record.content {
    case .success(let document): return (.value(document.root), record)
    case .failure(let error):
      guard case .original(let child) = position, record.bytes === base,
        startsContainer(child.value.lowerBound), error.isLimit || reading.isOnTheWay
      else { return (.broken(error), record) }
      // What is too deep or too large to be parsed whole can still be walked into, and on the way to the
      // models a mistake must not hide them.
      return (.spine(spine(child, in: parent)), nil)
    }
  }

  private func record(_ child: ChildID, _ placeName: PlaceName) -> Record {
    cached(.original(child), placeName) {
      guard case .bytes(let edited) = history.overlay[.value(child)] else { return (base, child.child.value) }
      let bytes = JSONBytes(edited)
      return (bytes, 0..<bytes.count)
    }
  }

  private func cached(
    _ place: Record.Place, _ placeName: PlaceName, _ text: () -> (JSONBytes, Range<Int>)
  ) -> Record {
    let numbering = RecordCache.Numbering(
      revision: history.revision, timesCounted: timesCounted, ordinal: placeName.ordinal)
    return records.record(place, numbering) {
      let (bytes, range) = text()
      return Record(place, at: placeName.path, parsing: bytes, in: range, name: name)
    }
  }

  func keyText(of position: Spine.Position) -> String {
    switch position {
    case .inserted(_, _, let insertion):
      return insertion.key ?? ""
    case .original(let child):
      guard let key = child.key else { return "" }
      let document = try? JSONDocument(parsing: base, in: key)
      return document?.root.displayText ?? base.text(key)
    }
  }

  /// How large a value may be to be parsed: a screen full of long texts is read as fast as any other.
  private func mostParsed(at offset: Int) -> Int {
    startsContainer(offset) ? largestRecord : min(largestRecord, Self.longestText)
  }

  private static var longestText: Int { 1 << 16 }

  private func kind(at offset: Int) -> JSONKind { base[offset] == UInt8(ascii: "\"") ? .string : .number }

  private func startsContainer(_ offset: Int) -> Bool {
    base[offset] == UInt8(ascii: "[") || base[offset] == UInt8(ascii: "{")
  }

  // MARK: - Spines

  private func spine(_ child: JSONChild, in parent: Spine?) -> Spine {
    let offset = child.value.lowerBound
    if let spine = spines[offset] { return spine }
    let isArray = base[offset] == UInt8(ascii: "[")
    let spine = Spine(
      isArray ? .array : .object, at: offset, in: base, lookahead: largestRecord,
      end: child.isMeasured ? child.value.upperBound : nil,
      close: child.isMeasured
        ? child.value.upperBound - 1 : parent?.index.presumedEnd(of: child).map { $0 - 1 })
    add(spine)
    return spine
  }

  /// Values one after the other.
  private func sequence(from start: Int, isLines: Bool) -> Spine {
    if let spine = spines[Spine.sequenceOffset] { return spine }
    let spine = Spine(sequenceFrom: start, isLines: isLines, in: base, lookahead: largestRecord)
    add(spine)
    return spine
  }
}
