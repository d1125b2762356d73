// Functions of newer C libraries that libraries beside the program call, for systems whose C library is older (Ubuntu 22.04).
// Tools/release links this; where the C library has the functions too, these are called as well, and do the same.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

// glibc 2.36
void arc4random_buf(void *buffer, size_t size) {
  unsigned char *place = buffer;
  while (size > 0) {
    ssize_t count = getrandom(place, size, 0);
    if (count < 0) {
      if (errno == EINTR) continue;
      abort();
    }
    place += count;
    size -= (size_t)count;
  }
}

// glibc 2.36
uint32_t arc4random(void) {
  uint32_t value;
  arc4random_buf(&value, sizeof value);
  return value;
}
