// Exports the system libraries that all other targets use: the C library, and the part of Foundation that
// needs no locale data. Full Foundation includes ICU, which adds thirty megabytes to a statically linked
// program.
#if canImport(FoundationEssentials)
  @_exported import FoundationEssentials
#else
  @_exported import Foundation
#endif

#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Android)
  @_exported import Android
#elseif canImport(WASILibc)
  @_exported import WASILibc
#elseif canImport(ucrt)
  @_exported import ucrt
  @_exported import WinSDK
#endif
