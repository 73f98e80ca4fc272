// What Swift's Glibc module leaves out: a file's extended attributes, and with them its access lists.
#include <sys/types.h>
#include <sys/xattr.h>
