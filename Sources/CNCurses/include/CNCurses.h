// What Swift cannot import from ncurses, what a signal handler must do without Swift, and what Swift reads from /proc.
#ifndef CNCURSES_H
#define CNCURSES_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <ncurses.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

// MARK: Macros and globals of curses

static const attr_t cn_bold = A_BOLD;
static const attr_t cn_dim = A_DIM;
static const attr_t cn_underline = A_UNDERLINE;
static const attr_t cn_reverse = A_REVERSE;

/// The whole screen; valid between newterm and delscreen.
WINDOW *_Nonnull cn_screen(void);
/// How many colors the terminal has, after start_color.
int cn_colors(void);
void cn_set_style(attr_t attributes, short pair);
/// Puts printable ASCII on the screen, as much as fits on the row; the cursor stays where it is.
void cn_add_plain(int row, int column, const char *_Nonnull text, attr_t attributes, short pair);
/// The cells the C library, and with it curses, counts for a character; -1 for one that is not printable.
int cn_character_width(unsigned scalar);

// MARK: Terminal descriptions

/// Looks up the description of a terminal type without touching the terminal: 1 found, 0 unknown, -1 no database. NULL is
/// the type in TERM.
int cn_describe(const char *_Nullable type, int tty);
/// Puts a description that is built in, and its type, into the environment, where curses looks first; false for types none
/// is right for.
bool cn_use_built_in_description(const char *_Nonnull type);
/// Forgets what cn_describe looked up.
void cn_forget_description(void);
/// A string of the description, or NULL.
const char *_Nullable cn_capability(const char *_Nonnull name);
/// A string of the description with one or two numbers filled in, or NULL.
const char *_Nullable cn_capability_with(const char *_Nonnull name, int first, int second);

// MARK: Signals

// What happened since cn_take_notices was last asked, as bits.
static const unsigned cn_notice_terminate = 1;
static const unsigned cn_notice_resize = 2;
static const unsigned cn_notice_stop = 4;
static const unsigned cn_notice_continue = 8;
static const unsigned cn_notice_wake = 16;

/// Opens the doorbell, once in the life of the process, and takes over the signals. Answers the descriptor that
/// becomes readable when there is a notice, or -1.
int cn_guard_install(void);
/// Gives the signals back.
void cn_guard_remove(void);
/// From now on whatever ends the process first writes the text to the terminal and sets the mode. Called with the
/// terminal in our hands; at most 1024 bytes are kept.
void cn_guard_arm(int tty, const struct termios *_Nonnull mode, const char *_Nonnull text, size_t length);
/// The terminal is no longer ours to restore.
void cn_guard_disarm(void);
/// Takes all notices, as a set of bits.
unsigned cn_take_notices(void);
/// Leaves a notice. May be called from any thread and any signal handler.
void cn_notify(unsigned notice);
/// Stops the whole job, as the terminal driver does on ^Z, and returns when it is continued. The shell would not notice
/// if only this process stopped and one that waits for it went on.
void cn_stop_job(void);

/// Leaves what the keys of the terminal send to another program that has it: ^C and ^\ are meant for that one, and ^Z stops
/// this process with it, as the shell expects of a job.
void cn_lend_keys(void);
/// Takes the keys back.
void cn_reclaim_keys(void);

/// The size of a terminal in cells; false where it does not know.
bool cn_window_size(int tty, int *_Nonnull rows, int *_Nonnull columns);

// MARK: The command line

/// The words the program was started with, its own name first; NULL where the C library does not tell. Swift reads them
/// from /proc, which a container or a bare chroot may not have, and takes them for none then.
char *_Nullable *_Nullable cn_arguments(int *_Nonnull total);

#endif
