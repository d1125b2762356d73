"""Pages that show one component each, with every property that a picture can show, from Tests/Fixtures/ComponentHosts."""
import html
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURE = os.path.join(HERE, "..", "..", "..", "Tests", "Fixtures", "ComponentHosts", "components.json")
PAGE = """<!DOCTYPE html>
<html lang="en" html-identify="Token" version="1.1">
<head><title>{tag}</title>
<style>
body {{ width: 100%; height: 100%; padding: 8px; font-family: Liberation Sans, sans-serif; background-color: rgb(255,255,255) }}
.instance {{ margin-bottom: 4px; align-items: flex-start }}
</style></head>
<body>
{instances}
</body>
</html>
"""


def components():
    with open(FIXTURE, encoding="utf-8") as file:
        return [component for component in json.load(file)["components"] if not component.get("page")]


def markup(component, attributes):
    """The component with attributes; those that are `None` are left out."""
    tag = component.get("element", component["tag"])
    texts = "".join(f' {name}="{html.escape(value)}"' for name, value in attributes.items() if value is not None)
    style = f' style="{component["style"]}"' if "style" in component else ""
    return f'{component.get("before", "")}<{tag}{texts}{style}>{component.get("content", "")}</{tag}>{component.get("after", "")}'


def instances(component):
    """What the component's page shows: by a property, or by none, the number of the instance with it and of the one without."""
    plain = component.get("attributes", {})
    texts, references, numbers = [], {}, {}

    def number(attributes, content=True):
        one = component if content else dict(component, content="")
        texts.append(markup(one, attributes))
        return len(texts) - 1

    def reference(attributes, content=True):
        key = json.dumps([attributes, content], sort_keys=True)
        if key not in references:
            references[key] = number(attributes, content)
        return references[key]

    # Of what every component has, the looks of controls that the platform draws.
    every = next(other for other in components() if other["tag"] == "*")["samples"]
    samples = {**component["samples"], **{name: every[name] for name in component.get("common", [])}}
    numbers[None] = (reference(plain), None)
    for name, sample in samples.items():
        if not isinstance(sample, dict):
            sample = {"value": sample}
        content = not sample.get("without", False)
        base = {**plain, **sample.get("with", {})}
        numbers[name] = (number({**base, name: sample["value"]}, content), reference(base, content))
    return texts, numbers


def write(folder, viewport):
    """Writes a site with a page for each component.

    Returns what `instances` says of each, by tag.
    """
    width, height = viewport
    with open(os.path.join(folder, "hybrid.json"), "w") as file:
        json.dump({"name": "components", "version": "1.0.0", "viewports": [{"width": width, "height": height, "scale": 1}]}, file)
    with open(os.path.join(folder, "help.html"), "w") as file:
        file.write('<!DOCTYPE html><html lang="en"><head><title>Help</title><meta name="viewport" content="width=device-width">'
                   '</head><body style="background-color: rgb(200,30,30)"><p>A page.</p></body></html>')
    bar = '<navigationBar backgroundColor="rgb(36,62,110)"><navItem position="right" title="Edit"></navItem></navigationBar>'
    for name, head in (("bar", bar), ("plain", "")):
        text = PAGE.format(tag="page", instances="<label>Below the bar</label>").replace("<style>", head + "<style>")
        with open(os.path.join(folder, name + ".html"), "w") as file:
            file.write(text)
    known = {}
    for component in components():
        name = component["tag"].replace("*", "every")
        texts, known[component["tag"]] = instances(component)
        rows = "\n".join(f'<view class="instance" id="i{index}">{text}</view>' for index, text in enumerate(texts))
        with open(os.path.join(folder, name + ".html"), "w") as file:
            file.write(PAGE.format(tag=name, instances=rows))
    return known
