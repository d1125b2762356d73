#include <glib-unix.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "Shims.h"

// A release is published with the renaming of this file, after all others.
static const char *published = "latest.json";

// A folder that is followed as long as the program runs, whether it is there or not.
typedef struct {
  uint64_t target;
  char *folder;
  int descriptor;
} Watch;

static bool begins_watch(Watch *watch) {
  g_autofree char *file = g_build_filename(watch->folder, published, NULL);
  const uint32_t mask = IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE | IN_MOVE_SELF;
  return access(file, F_OK) == 0 && inotify_add_watch(watch->descriptor, watch->folder, mask) >= 0;
}

static gboolean watch_again(gpointer watch) {
  if (!begins_watch(watch)) return G_SOURCE_CONTINUE;
  // What was published before the folder was seen.
  hv_event(((Watch *)watch)->target, HV_FILES, 0, 0, "");
  return G_SOURCE_REMOVE;
}

// How often a folder is looked for that is not there, in ms.
enum { looking = 250 };

static gboolean on_files(gint descriptor, GIOCondition condition, gpointer data) {
  Watch *watch = data;
  _Alignas(struct inotify_event) char buffer[16384];
  gboolean isPublished = FALSE, isGone = FALSE;
  ssize_t count;
  while ((count = read(descriptor, buffer, sizeof buffer)) > 0) {
    for (char *place = buffer; place < buffer + count;) {
      const struct inotify_event *event = (const struct inotify_event *)place;
      bool isFile = event->len > 0 && strcmp(event->name, published) == 0;
      if ((isFile && !(event->mask & IN_DELETE)) || event->mask & IN_Q_OVERFLOW) isPublished = TRUE;
      // Another folder may take its place. One whose files are mapped says nothing of its own end.
      if (event->mask & IN_MOVE_SELF || (isFile && event->mask & IN_DELETE)) inotify_rm_watch(descriptor, event->wd);
      if (event->mask & IN_IGNORED) isGone = TRUE;
      place += sizeof *event + event->len;
    }
  }
  if (isGone) g_timeout_add(looking, watch_again, watch);
  if (isPublished) hv_event(watch->target, HV_FILES, 0, 0, "");
  return G_SOURCE_CONTINUE;
}

// Not GFileMonitor, which holds events back for up to a tenth of a second.
void hv_monitor(const char *folder, uint64_t target) {
  int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (descriptor < 0) return;
  Watch *watch = g_new(Watch, 1);
  *watch = (Watch){target, g_strdup(folder), descriptor};
  g_unix_fd_add(descriptor, G_IO_IN, on_files, watch);
  if (!begins_watch(watch)) g_timeout_add(looking, watch_again, watch);
}
