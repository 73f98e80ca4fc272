// What the other targets take from the system, named once: the C library, and of Foundation the part that needs no data
// about locales. Full Foundation would bring ICU with it, which is thirty megabytes of a program that is linked statically.
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
