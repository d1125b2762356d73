#!/usr/bin/env python3
"""Drives hybrid-view under Xvfb by real input (xdotool), and compares its screen with pictures of the painter.

    view_test.py HYBRID HYBRID-VIEW [TEST…]    the two programs; Xvfb and xdotool must be there

Exit status 1 where a test failed, 2 where there is no test of a name.
"""
import os
import shutil
import sys
import time
import traceback

from driver import WORK, Display, Failed
from form_tests import jumps, kept, lists, loops, made_again, scripts, secrets, texts, token_form
from picture_tests import backgrounds, components, painted, pictures, tall_effects, titles, token_picture
from reach_tests import desktop_settings, fingers, held, keys, right_to_left, screen_reader, stops
from release_tests import kiosks, slow_repair, updates, watching, watching_stacks
from size_tests import any_size, in_place, painted_again, rotation, shipped_fonts, text_size, window_size
from stack_tests import bars, deep_stack, own_app, stacks
from web_tests import (
    errors, first_addresses, hidden_screens, mixed, other_sites, own_server, painted_links, typing, web_pages, webkit_declarations)

TESTS = [
    webkit_declarations, web_pages, other_sites, own_server, first_addresses, any_size, window_size, text_size, painted_again,
    painted_links, typing, token_form, jumps, secrets, loops, rotation, made_again, in_place, scripts, lists, stacks, mixed, hidden_screens,
    deep_stack, desktop_settings, texts, fingers, keys, stops, shipped_fonts, components, titles, bars, own_app, right_to_left, held,
    pictures, screen_reader, token_picture, painted, backgrounds, tall_effects, kept, updates, kiosks, slow_repair, watching,
    watching_stacks, errors,
]


def main():
    wanted, known = sys.argv[3:], [test.__name__ for test in TESTS]
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"no test is called {', '.join(unknown)}; there are {', '.join(sorted(known))}", file=sys.stderr)
        shutil.rmtree(WORK, ignore_errors=True)
        return 2
    display = Display()
    failures = 0
    try:
        for test in TESTS:
            if wanted and test.__name__ not in wanted:
                continue
            start = time.time()
            try:
                said = test(display)
                print(f"ok    {test.__name__}: {said} ({time.time() - start:.1f} s)", flush=True)
            except Failed as failure:
                failures += 1
                print(f"FAIL  {test.__name__}: {failure}", flush=True)
            except Exception as error:
                # Whatever a test stumbles over, the others are run.
                failures += 1
                traceback.print_exc()
                print(f"FAIL  {test.__name__}: {type(error).__name__}: {error}", flush=True)
    finally:
        display.process.terminate()
        display.process.wait(30)
        keep = os.environ.get("HYBRID_VIEW_KEEP")
        if keep:
            shutil.copytree(WORK, keep, dirs_exist_ok=True)
        shutil.rmtree(WORK, ignore_errors=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
