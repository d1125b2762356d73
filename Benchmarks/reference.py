#!/usr/bin/env python3
"""Lays the trees of `layout-trees` out with Yoga and Taffy, where their Python packages are installed, and prints the median CPU time a node.

    python3 -m venv venv; venv/bin/pip install poga stretchable
    venv/bin/python Benchmarks/reference.py [RUNS] [Yoga|Taffy] [TREE...]

Only the engines' own call is timed, in CPU time and on a fresh tree each time; the trees are described once for both.
"""
import math, sys, time

# A node: (style, children). Lengths are px; a style's keys are those of the two functions below.
def rows(automatic):
    row = dict(direction="row", padding=2, shrink=0, **({} if automatic else dict(height=20)))
    def child(k): return (dict(direction="row", grow=k, shrink=1, basis=0, min_width=0, **(dict(height=16) if automatic else {})), [])
    return (dict(direction="column", width=800), [(row, [child(k) for k in (1, 2, 3)]) for _ in range(10000)])

def binary(levels, basis):
    def grow(level):
        style = dict(direction="row" if level % 2 == 0 else "column", grow=1, shrink=1, basis=basis, min_width=0, min_height=0)
        if level == 0: style.update(width=1000, height=1000)
        if level == levels - 1: return (dict(style, width=10, height=10), [])
        return (dict(style, padding=1), [grow(level + 1) for _ in range(2)])
    return grow(0)

def tens():
    def grow(level):
        style = dict(direction="column" if level % 2 else "row", grow=1, shrink=0, width=10, height=10)
        return (style, [grow(level + 1) for _ in range(10)] if level < 4 else [])
    root = (dict(direction="column"), [])
    root[1].extend(grow(1) for _ in range(10))
    return root

TREES = {"T1": lambda: rows(False), "T1b": lambda: rows(True), "T2": lambda: binary(13, None), "T2 at 11 levels": lambda: binary(11, None),
         "T2 at 15 levels": lambda: binary(15, None), "T2b": lambda: binary(13, 0), "T3": tens}

def count(node): return 1 + sum(map(count, node[1]))

def yoga():
    import poga.libpoga_capi as y
    config = y.YGConfigNew()
    y.YGConfigSetUseWebDefaults(config, True); y.YGConfigSetPointScaleFactor(config, 0)
    def build(node, nodes):
        s, children = node; n = y.YGNodeNewWithConfig(config); nodes.append(n)
        y.YGNodeStyleSetFlexDirection(n, y.YGFlexDirection.Column if s["direction"] == "column" else y.YGFlexDirection.Row)
        y.YGNodeStyleSetFlexGrow(n, s.get("grow", 0)); y.YGNodeStyleSetFlexShrink(n, s.get("shrink", 1))
        if s.get("basis") is not None: y.YGNodeStyleSetFlexBasis(n, s["basis"])
        for key, call in (("width", y.YGNodeStyleSetWidth), ("height", y.YGNodeStyleSetHeight), ("min_width", y.YGNodeStyleSetMinWidth), ("min_height", y.YGNodeStyleSetMinHeight)):
            if key in s: call(n, s[key])
        if "padding" in s: y.YGNodeStyleSetPadding(n, y.YGEdge.All, s["padding"])
        for i, c in enumerate(children): y.YGNodeInsertChild(n, build(c, nodes), i)
        return n
    def run(tree):
        nodes = []; root = build(tree, nodes); began = time.process_time()
        y.YGNodeCalculateLayout(root, math.nan, math.nan, y.YGDirection.LTR)
        took = time.process_time() - began
        sums = [sum(f(n) for n in nodes) for f in (y.YGNodeLayoutGetLeft, y.YGNodeLayoutGetTop, y.YGNodeLayoutGetWidth, y.YGNodeLayoutGetHeight)]
        y.YGNodeFreeRecursive(root)
        return took, sums
    return run

def taffy():
    from stretchable import Node
    from stretchable import taffylib
    from stretchable.context import taffy as context
    from stretchable.style import AUTO, Display, FlexDirection, Style
    from stretchable.style.geometry.size import SizeAvailableSpace
    space = SizeAvailableSpace.default().to_dict()
    # Making a style takes the package milliseconds; the trees have a handful.
    styles = {}
    def style(s):
        key = tuple(sorted(s.items(), key=str))
        if key not in styles: styles[key] = Style(**properties(s))
        return styles[key]
    def properties(s):
        style = dict(display=Display.FLEX, flex_direction=FlexDirection.COLUMN if s["direction"] == "column" else FlexDirection.ROW,
                     flex_grow=s.get("grow", 0), flex_shrink=s.get("shrink", 1), size=(s.get("width", AUTO), s.get("height", AUTO)),
                     min_size=(s.get("min_width", AUTO), s.get("min_height", AUTO)))
        if s.get("basis") is not None: style["flex_basis"] = s["basis"]
        if "padding" in s: style["padding"] = s["padding"]
        return style
    def build(node):
        s, children = node
        n = Node(style=style(s))
        n.extend(build(c) for c in children)
        return n
    def run(tree):
        root = build(tree); context.use_rounding = False; began = time.process_time()
        taffylib.node_compute_layout_with_measure(context._ptr, root._node_id, space, lambda *a: (0, 0))
        took = time.process_time() - began
        return took, None
    return run

def main():
    runs = next((int(a) for a in sys.argv[1:] if a.isdigit()), 11); only = [a for a in sys.argv[1:] if not a.isdigit()]; trees = [a for a in only if a in TREES]
    for name, engine in (("Yoga", yoga), ("Taffy", taffy)):
        if any(n in only for n in ("Yoga", "Taffy")) and name not in only: continue
        try: run = engine()
        except ImportError as e: print("%s: not installed (%s)" % (name, e)); continue
        for tree, make in TREES.items():
            if trees and tree not in trees: continue
            described = make(); nodes = count(described); times = []
            for _ in range(runs): took, sums = run(described); times.append(took)
            times.sort()
            print("%s %s: %d ns a node (least %d), %d nodes%s" % (name, tree, times[len(times) // 2] / nodes * 1e9, times[0] / nodes * 1e9, nodes, "" if not sums else ", sums " + " ".join("%.6g" % v for v in sums)))
            sys.stdout.flush()

main()
