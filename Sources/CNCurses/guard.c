// Signals: those that ask the program to end are passed on as notices, so that it can keep unsaved edits; those that
// report a fault restore the terminal and end it.
//
// Everything a handler does here is async-signal-safe (POSIX 2.4.3): write, poll, fcntl, tcsetattr, tcflush, tcgetpgrp,
// sigaction, raise, pthread_kill, alarm, clock_gettime, and lock-free atomics.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CNCurses.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// MARK: Restoring the terminal

static struct {
  int tty;
  struct termios mode;
  char text[1024];
  size_t length;
} saved;

static atomic_bool armed;

/// Writes the text without ever waiting for a terminal that is not read.
static void write_restoring_text(void) {
  fcntl(saved.tty, F_SETFL, O_NONBLOCK);
  size_t written = 0;
  for (int attempts = 0; written < saved.length && attempts < 5; attempts++) {
    ssize_t count = write(saved.tty, saved.text + written, saved.length - written);
    if (count > 0) {
      written += (size_t)count;
    } else if (errno == EAGAIN) {
      struct pollfd file = {.fd = saved.tty, .events = POLLOUT};
      // What waits there to be read only fills a screen that is about to go; what was written of this text goes with it.
      if (poll(&file, 1, 100) <= 0) {
        tcflush(saved.tty, TCOFLUSH);
        written = 0;
      }
    } else if (errno != EINTR) {
      return;
    }
  }
}

static void restore_terminal(void) {
  if (!atomic_exchange(&armed, false)) return;
  // In the background the terminal belongs to another job.
  if (tcgetpgrp(saved.tty) != getpgrp()) return;
  write_restoring_text();
  tcsetattr(saved.tty, TCSANOW, &saved.mode);
}

void cn_guard_arm(int tty, const struct termios *mode, const char *text, size_t length) {
  atomic_store(&armed, false);
  saved.tty = tty;
  saved.mode = *mode;
  saved.length = length < sizeof saved.text ? length : sizeof saved.text;
  memcpy(saved.text, text, saved.length);
  atomic_store(&armed, true);
}

void cn_guard_disarm(void) { atomic_store(&armed, false); }

// MARK: Notices

static int doorbell[2] = {-1, -1};
static atomic_uint notices;

void cn_notify(unsigned notice) {
  int error = errno;
  atomic_fetch_or(&notices, notice);
  // A full pipe is as good as one more byte in it.
  if (doorbell[1] >= 0 && write(doorbell[1], "", 1) < 0) errno = error;
  errno = error;
}

unsigned cn_take_notices(void) {
  char bytes[64];
  while (read(doorbell[0], bytes, sizeof bytes) > 0) {}
  unsigned taken = atomic_exchange(&notices, 0);
  if (taken & cn_notice_terminate) alarm(0);
  return taken;
}

// MARK: Handlers

static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS};
/// Every other signal that ends a process by default.
static const int asking_signals[] = {SIGTERM, SIGHUP,  SIGINT,    SIGQUIT, SIGPIPE, SIGXCPU,
                                     SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGIO,   SIGALRM,
#ifdef SIGPWR
                                     SIGPWR,
#endif
#ifdef SIGSTKFLT
                                     SIGSTKFLT,
#endif
};

static struct sigaction previous[NSIG];
static bool installed;
/// When the process was first asked to leave, in milliseconds; 0 before.
static atomic_llong asked_at;
/// The signal that asked.
static atomic_int asked_by;

static long long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}

static pthread_t drawing_thread;
static atomic_bool handed_over;

/// A signal that was sent may come to any thread, also while another one starts a thread; what draws would go on behind
/// the restored screen.
static bool hand_over(int number) {
  if (pthread_equal(pthread_self(), drawing_thread)) return false;
  atomic_store(&handed_over, true);
  return pthread_kill(drawing_thread, number) == 0;
}

static void die(int number, siginfo_t *information, void *context) {
  (void)context;
  const bool is_fault = information != NULL && information->si_code > 0;
  const bool is_ours = information != NULL && information->si_code <= 0 && information->si_pid == getpid()
                       && !atomic_load(&handed_over);
  if (!is_fault && !is_ours && hand_over(number)) return;
  restore_terminal();
  // A handler from before, such as the one that prints Swift's backtraces, is for mistakes of our own.
  if (is_fault || is_ours) sigaction(number, &previous[number], NULL);
  else signal(number, SIG_DFL);
  // A fault happens again as soon as the handler returns, with everything where it was.
  if (is_fault) return;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  // That handler may have returned.
  signal(number, SIG_DFL);
  raise(number);
}

/// How long after the first request to end, in milliseconds, another one is not part of it any more: closing a window
/// sends several signals at once.
enum { one_request = 300 };
/// How long a request may go unnoticed, in seconds: a write to a terminal that is not read waits.
enum { patience = 3 };

static void ask(int number, siginfo_t *information, void *context) {
  (void)information;
  long long now = milliseconds();
  long long none = 0;
  if (atomic_compare_exchange_strong(&asked_at, &none, now)) {
    atomic_store(&asked_by, number);
    alarm(patience);
  } else if (now - none > one_request) {
    // A later signal means that asking did not help.
    die(number == SIGALRM ? atomic_load(&asked_by) : number, NULL, context);
    return;
  }
  cn_notify(cn_notice_terminate);
}

static void report(int number, siginfo_t *information, void *context) {
  (void)information;
  (void)context;
  switch (number) {
    case SIGWINCH: cn_notify(cn_notice_resize); break;
    case SIGTSTP: cn_notify(cn_notice_stop); break;
    case SIGCONT: cn_notify(cn_notice_continue); break;
    default: break;
  }
}

// MARK: Taking over and giving back

typedef void handler(int, siginfo_t *, void *);

static void take_over(int number, handler *handle, bool even_if_ignored) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigfillset(&action.sa_mask);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigaction(number, NULL, &previous[number]);
  if (even_if_ignored || previous[number].sa_handler != SIG_IGN) sigaction(number, &action, NULL);
}

/// A stack for handlers, so that even a stack overflow restores the terminal.
static void use_alternate_stack(void) {
  static char memory[64 * 1024];
  stack_t current;
  if (sigaltstack(NULL, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
  stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory, .ss_flags = 0};
  sigaltstack(&stack, NULL);
}

static bool open_doorbell(void) {
  if (doorbell[0] >= 0) return true;
  if (pipe(doorbell) != 0) return false;
  for (int end = 0; end < 2; end++) {
    fcntl(doorbell[end], F_SETFL, O_NONBLOCK);
    fcntl(doorbell[end], F_SETFD, FD_CLOEXEC);
  }
  atexit(restore_terminal);
  return true;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

int cn_guard_install(void) {
  if (!open_doorbell()) return -1;
  if (installed) return doorbell[0];
  installed = true;
  atomic_store(&asked_at, 0);
  atomic_store(&handed_over, false);
  drawing_thread = pthread_self();
  use_alternate_stack();
  for (size_t i = 0; i < COUNT(fatal_signals); i++) take_over(fatal_signals[i], die, false);
  for (size_t i = 0; i < COUNT(asking_signals); i++) take_over(asking_signals[i], ask, false);
  // A file that grows beyond the limit is an error of the write then.
  sigaction(SIGXFSZ, NULL, &previous[SIGXFSZ]);
  signal(SIGXFSZ, SIG_IGN);
  take_over(SIGTSTP, report, false);
  take_over(SIGCONT, report, true);
  take_over(SIGWINCH, report, true);
  return doorbell[0];
}

void cn_guard_remove(void) {
  if (!installed) return;
  installed = false;
  atomic_store(&armed, false);
  sigaction(SIGXFSZ, &previous[SIGXFSZ], NULL);
  for (size_t i = 0; i < COUNT(fatal_signals); i++) sigaction(fatal_signals[i], &previous[fatal_signals[i]], NULL);
  for (size_t i = 0; i < COUNT(asking_signals); i++) sigaction(asking_signals[i], &previous[asking_signals[i]], NULL);
  sigaction(SIGTSTP, &previous[SIGTSTP], NULL);
  sigaction(SIGCONT, &previous[SIGCONT], NULL);
  sigaction(SIGWINCH, &previous[SIGWINCH], NULL);
}

void cn_stop_job(void) {
  struct sigaction ours, action;
  sigaction(SIGTSTP, NULL, &ours);
  // Without job control there is no shell that could continue us.
  if (ours.sa_handler == SIG_IGN) return;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  // The others first; raise then stops this very thread, so nothing of ours runs on before the stop takes effect.
  action.sa_handler = SIG_IGN;
  sigaction(SIGTSTP, &action, NULL);
  kill(0, SIGTSTP);
  action.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &action, NULL);
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &before);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGTSTP, &ours, NULL);
}

static const struct {
  int number;
  void (*meaning)(int);
} lent_signals[] = {{SIGINT, SIG_IGN}, {SIGQUIT, SIG_IGN}, {SIGTSTP, SIG_DFL}};

static struct sigaction own[COUNT(lent_signals)];

void cn_lend_keys(void) {
  for (size_t i = 0; i < COUNT(lent_signals); i++) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = lent_signals[i].meaning;
    sigaction(lent_signals[i].number, NULL, &own[i]);
    // What was ignored from the beginning, as without job control, stays so.
    if (own[i].sa_handler != SIG_IGN) sigaction(lent_signals[i].number, &action, NULL);
  }
}

void cn_reclaim_keys(void) {
  for (size_t i = 0; i < COUNT(lent_signals); i++) sigaction(lent_signals[i].number, &own[i], NULL);
}
