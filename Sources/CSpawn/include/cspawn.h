#ifndef HYBRID_CSPAWN_H
#define HYBRID_CSPAWN_H

#include <sys/types.h>

/// Starts a program in a folder and in a process group of its own, with three files and no others, and with all signals at
/// their defaults. The answer is 0, or a number of `errno`.
int hybrid_spawn(pid_t *process, const char *program, char *const arguments[], char *const environment[],
                 const char *folder, int input, int output, int errors);

#endif
