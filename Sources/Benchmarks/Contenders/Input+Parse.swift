import Foundation
import Mantle

extension Input {
  var parseContenders: [Contender] {
    let count = Tally(count: issues.count)
    return [
      .making(.parse, "Mantle: document", bytes: data.count, tally: { _ in count }) { [bytes] in
        try JSONDocument(parsing: bytes)
      },
      Contender(.parse, "Mantle: element by element", bytes: data.count) { [bytes, elements] watch, _ in
        var parser = JSONParser()
        watch.start()
        for range in elements { _ = try parser.parse(bytes, from: range.lowerBound, to: range.upperBound) }
        watch.stop()
        return count
      },
      .making(.parse, "JSONSerialization", bytes: data.count, tally: { _ in count }) { [data] in
        try JSONSerialization.jsonObject(with: data)
      },
    ]
  }

  var boundaryContenders: [Contender] {
    [
      .making(.boundaries, "Mantle: child index", bytes: data.count, tally: { Tally(count: $0) }) { [bytes] in
        let index = JSONChildIndex(bytes, .array(at: 0))
        while !index.extend(budgetBytes: 1 << 24).isComplete {}
        return index.count ?? 0
      },
      .making(.boundaries, "Mantle: document", bytes: data.count, tally: { Tally(count: $0) }) { [bytes] in
        try JSONDocument(parsing: bytes).root.count
      },
    ]
  }
}
