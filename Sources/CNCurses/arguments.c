#include "CNCurses.h"

static int count;
static char **words;

#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  count = argc;
  words = argv;
}
#endif

char **cn_arguments(int *total) {
  *total = count;
  return words;
}
