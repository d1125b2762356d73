/** The views that commands have made, in the order of the tree. */
export class Views {
  views = new Map();
  roots = [];

  apply(commands) {
    for (const { op, node, parent, index, name, value, ...rest } of commands) {
      const view = this.views.get(node);
      if (op === 'create') this.views.set(node, { node, component: rest.component, properties: {}, text: '', children: [], frame: null, parent: null });
      else if (op === 'setProperty') value === null ? delete view.properties[name] : view.properties[name] = value;
      else if (op === 'insert') {
        // A view that is there already goes to another place.
        const before = view.parent?.children ?? this.roots;
        if (before.includes(view)) before.splice(before.indexOf(view), 1);
        view.parent = this.views.get(parent) ?? null;
        (view.parent?.children ?? this.roots).splice(index, 0, view);
      } else if (op === 'setFrame') view.frame = [rest.x, rest.y, rest.width, rest.height];
      else if (op === 'setScrollArea') view.area = [rest.width, rest.height];
      else if (op === 'setText') view.text = rest.text;
      else if (op === 'remove') {
        const around = view.parent?.children ?? this.roots;
        around.splice(around.indexOf(view), 1);
        const forget = one => {
          this.views.delete(one.node);
          one.children.forEach(forget);
        };
        forget(view);
      }
    }
  }

  get all() {
    const list = [], add = (view, depth) => {
      list.push({ ...view, depth });
      view.children.forEach(child => add(child, depth + 1));
    };
    this.roots.forEach(root => add(root, 0));
    return list;
  }
}
