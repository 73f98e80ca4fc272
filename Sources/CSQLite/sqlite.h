// What SQLite offers as macros that Swift does not import: a result, and values that SQLite copies while they are bound.
#pragma once
#include <sqlite3.h>

// The result of reading a file with the journal of an interrupted transaction without being allowed to write.
static const int sqlite3_hot_journal = SQLITE_READONLY_ROLLBACK;

static inline int sqlite3_bind_copied_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int sqlite3_bind_copied_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
