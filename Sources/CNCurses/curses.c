#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#endif
#include "CNCurses.h"
#include <sys/ioctl.h>
#include <term.h>
#include <wchar.h>

WINDOW *cn_screen(void) { return stdscr; }

int cn_colors(void) { return COLORS; }

void cn_set_style(attr_t attributes, short pair) { wattr_set(stdscr, attributes, pair, NULL); }

// Cell by cell, since waddstr asks of every character what it is and where the cursor goes: fifteen times the work.
void cn_add_plain(int row, int column, const char *text, attr_t attributes, short pair) {
  chtype cells[256];
  const chtype style = attributes | COLOR_PAIR(pair);
  while (*text != '\0' && wmove(stdscr, row, column) == OK) {
    int count = 0;
    while (count < 256 && *text != '\0') cells[count++] = (unsigned char)*text++ | style;
    waddchnstr(stdscr, cells, count);
    column += count;
  }
}

int cn_character_width(unsigned scalar) { return wcwidth((wchar_t)scalar); }

int cn_describe(const char *type, int tty) {
  int status = -1;
  if (setupterm(type, tty, &status) == OK) return 1;
  return status == 0 ? 0 : -1;
}

void cn_forget_description(void) {
  if (cur_term != NULL) del_curterm(cur_term);
}

const char *cn_capability(const char *name) {
  const char *value = tigetstr(name);
  return value == (const char *)-1 ? NULL : value;
}

const char *cn_capability_with(const char *name, int first, int second) {
  const char *value = cn_capability(name);
  return value == NULL ? NULL : tiparm(value, first, second);
}

bool cn_window_size(int tty, int *height, int *width) {
  struct winsize size;
  if (ioctl(tty, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
  *height = size.ws_row;
  *width = size.ws_col;
  return true;
}
