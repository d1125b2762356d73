#define _GNU_SOURCE
#include "cspawn.h"

#include <signal.h>
#include <spawn.h>

int hybrid_spawn(pid_t *process, const char *program, char *const arguments[], char *const environment[],
                 const char *folder, int input, int output, int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  // What cannot be caught has no default to go back to.
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  if ((code = posix_spawn_file_actions_adddup2(&actions, input, 0)) == 0 &&
      (code = posix_spawn_file_actions_adddup2(&actions, output, 1)) == 0 &&
      (code = posix_spawn_file_actions_adddup2(&actions, errors, 2)) == 0 &&
      (code = posix_spawn_file_actions_addchdir_np(&actions, folder)) == 0 &&
#ifndef __APPLE__
      (code = posix_spawn_file_actions_addclosefrom_np(&actions, 3)) == 0 &&
#endif
      (code = posix_spawnattr_setflags(&attributes, flags)) == 0 &&
      (code = posix_spawnattr_setpgroup(&attributes, 0)) == 0 &&
      (code = posix_spawnattr_setsigmask(&attributes, &none)) == 0 &&
      (code = posix_spawnattr_setsigdefault(&attributes, &all)) == 0) {
    code = posix_spawn(process, program, &actions, &attributes, arguments, environment);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}
