import Foundation
import Testing

@testable import Mantle

@Suite struct Scratch {
  @Test func fixtures() throws {
    let folder = "/work/shared/fixtures/archives/"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix("plist") {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + name)))
      let graph = try ArchiveGraph(reading: bytes)
      let out = try graph.bytes()
      print(name, bytes.count, graph.count, graph.classes.map(\.name), out.count)
      let again = try ArchiveGraph(reading: out)
      #expect(try again.bytes() == out)
      try Data(out).write(to: URL(filePath: "/tmp/arch/" + name))
      try Data(try graph.bytes(.xml)).write(to: URL(filePath: "/tmp/arch/" + name + ".xml"))
    }
  }
}
