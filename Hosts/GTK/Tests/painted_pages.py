"""Pages whose looks GTK has nothing like: what hybrid-view shows of each is compared with the painter's picture."""

BASE = "body { width: 100%; height: 100% } .box { width: 150px; height: 90px; margin: 24px; background-color: #e8eef8 }"
BOX = '<view class="box a"></view><view class="box a" style="width: 221px; height: 40px"></view>'
TEXT = '<label class="a" style="margin: 24px; font-size: 24px">Painted as measured</label>'

# By name: what the sheet says of `.a`, and the page's body.
PAGES = {
    "gradient": ("background-image: linear-gradient(120deg, #e33, #36c 60%, #fd3)", BOX),
    "radial": ("background-image: radial-gradient(circle at 20% 30%, #fff, #36c 70px)", BOX),
    "image": ("background: url(dots.png) 4px 6px / 16px 12px", BOX),
    "shadow": ("box-shadow: 3px 6px 10px 2px rgba(0, 0, 0, 0.5), inset 0 0 8px #36c", BOX),
    "corners": ("background-color: #36c; border-radius: 24px 4px 40px 0", BOX),
    "ellipse": ("background-color: #36c; border-radius: 50%", BOX),
    "dashed": ("border: 4px dashed #c33", BOX),
    "double": ("border: 9px double #c33; border-radius: 12px", BOX),
    "ridge": ("border: 8px ridge #888", BOX),
    "outline": ("outline: 5px solid #c33; outline-offset: 4px", BOX),
    "blur": ("background-color: #36c; filter: blur(6px)", BOX),
    "gray": ("background-color: #36c; filter: sepia(1) hue-rotate(90deg)", BOX),
    "drop": ("background-color: #36c; border-radius: 20px; filter: drop-shadow(6px 9px 4px #c33)", BOX),
    "clip": ("background-color: #36c; clip-path: polygon(50% 0, 100% 100%, 0 70%)", BOX),
    "mask": ("background-color: #36c; mask-image: linear-gradient(90deg, black, transparent)", BOX),
    "cut": ("background-color: #fd3; border: 6px solid #36c; border-radius: 30px 0; overflow: hidden",
            '<view class="box a"><view style="width: 300px; height: 300px; background-color: #c33"></view></view>'),
    "spacing": ("letter-spacing: 5px", TEXT),
    "capitals": ("font-variant: small-caps", TEXT),
    "text-shadow": ("color: #36c; text-shadow: 3px 3px 2px #c33", TEXT),
    "lines": ("text-decoration: underline wavy #c33 2px", TEXT),
}


def page(name, has_look=True):
    """The page of a look, or the same page without it."""
    look, body = PAGES[name]
    rule = f".a {{ {look} }}" if has_look else ""
    return (
        f'<!DOCTYPE html><html lang="en" html-identify="Token"><head><title>{name}</title>'
        f"<style>{BASE} {rule}</style></head><body>{body}</body></html>")
