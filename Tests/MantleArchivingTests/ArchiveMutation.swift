import TestSupport

@testable import Mantle
@testable import MantleArchiving

/// Ways to damage a property list, the clever ones aimed at its own structure.
enum ArchiveMutation: CaseIterable {
  case flipBits, truncate, giantCount, wrongReference, wrongOffset, wrongTrailer, copyRange, noise, markers

  func apply(to original: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var bytes = original
    switch self {
    case .flipBits:
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[index(in: bytes, &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
    case .truncate: bytes.removeLast(index(in: bytes, &random))
    case .giantCount:
      let start = index(in: bytes, &random)
      let type = [0x40, 0x50, 0x60, 0xA0, 0xC0, 0xD0].randomElement(using: &random) ?? 0xA0
      let count = UInt64.max >> UInt64.random(in: 0...63, using: &random)
      overwrite(&bytes, at: start, [UInt8(type | 0x0F), 0x13] + bigEndian(count, width: 8))
    case .wrongReference:
      let start = index(in: bytes, &random)
      overwrite(&bytes, at: start, [0x80, UInt8.random(in: 0...255, using: &random)])
    case .wrongOffset:
      let table = Int(bytes.bigEndian(at: bytes.count - 8, width: 8)) % bytes.count
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        bytes[Int.random(in: table..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
    case .wrongTrailer:
      let start = bytes.count - Int.random(in: 1...32, using: &random)
      overwrite(&bytes, at: max(0, start), [UInt8.random(in: 0...255, using: &random)])
    case .copyRange:
      let start = index(in: bytes, &random)
      let end = min(bytes.count, start + Int.random(in: 1...64, using: &random))
      overwrite(&bytes, at: index(in: bytes, &random), Array(bytes[start..<end]))
    case .noise:
      for position in 8..<max(8, bytes.count - 32) {
        bytes[position] = UInt8.random(in: 0...255, using: &random)
      }
    case .markers:
      let kinds: [UInt8] = [
        0x00, 0x09, 0x10, 0x14, 0x22, 0x33, 0x44, 0x5F, 0x61, 0x80, 0x8F, 0xA3, 0xC1, 0xD2,
      ]
      for _ in 0..<6 { bytes[index(in: bytes, &random)] = kinds.randomElement(using: &random) ?? 0 }
    }
    return bytes
  }

  private func index(in bytes: [UInt8], _ random: inout SeededGenerator) -> Int {
    Int.random(in: bytes.indices, using: &random)
  }

  private func overwrite(_ bytes: inout [UInt8], at start: Int, _ new: [UInt8]) {
    for (offset, byte) in new.enumerated() where start + offset < bytes.count { bytes[start + offset] = byte }
  }

  private func bigEndian(_ value: UInt64, width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (width - 1 - $0))) }
  }
}
