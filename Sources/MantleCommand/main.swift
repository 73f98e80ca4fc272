import MantlePlatform

// Everything happens in a function: a global of a script is never destroyed, and the terminal is restored by
// what is destroyed last.
exit(MantleCommand.run(FileName.arguments).rawValue)
