// A Token page as views: fills it with data and says in commands what a host shows (docs/reference/hosts.md). Nothing here needs a browser.
import { refuse } from './errors.js';
import { further, isWithin, run, Scope, setting, textOf } from './evaluator.js';
import { renumber } from './items.js';
import { canonicalJSON, sameJSON } from './json.js';
import { declarable, declared, holders, lookNames, lookOf, pixels, styleNames, textLooks, valueOf } from './looks.js';
import { roleOf } from './roles.js';
import { stack } from './stacking.js';

/** The most nodes at once; what data would make beyond is left out. */
const maximumNodes = 100_000;
/** The most rows of one list at once, however small they are. */
export const maximumRows = 300;
const withoutText = new Set(['body', 'view', 'div', 'scrollView', 'image', 'table', 'tableHeader', 'tableSection', 'tableRow', 'tableFooter', 'webView']);
const controls = new Set(['button', 'navItem', 'input', 'textArea', 'searchBar', 'switch', 'segment', 'dots', 'picker', 'webView', 'html', 'head']);
const scrollers = new Set(['table', 'scrollView']), gestures = new Set(['click', 'longPress', 'swipe', 'swipeLeft', 'swipeRight', 'swipeUp', 'swipeDown']);
const rows = new Set(['tableRow', 'tableSection']);
const isFalse = text => /^(?:false|0|no)$/i.test(text ?? '');
const depends = { data: 1, size: 4 };
const named = { byContent: 1 << 19, hidden: 1 };

/** @param {string} name */
export const camelCased = name => name.replace(/(.)-+(.?)/g, (_, before, after) => before + after.toUpperCase());

/** The property that a reader changes, and that `@bind` fills. */
export const valueProperty = component => ({ __proto__: null, input: 'text', textArea: 'text', searchBar: 'text', switch: 'on', segment: 'selectedIndex' })[component] ?? 'value';

/** The name by which hosts hear of a property that has several. */
const reportedName = (name, component) => ({
  __proto__: null, textColor: 'color', titleColor: 'color', align: 'textAlign', placeHolder: 'placeholder', keyBoardType: 'keyboardType', value: valueProperty(component),
})[name] ?? name;

/** The property that is the text of a component without texts inside. */
const contentProperty = component => ({ __proto__: null, label: 'text', button: 'title', navItem: 'title' })[component];

/** A node of the page that is shown: one of the file's, or of a copy that data made. */
export class LiveNode {
  /** @type {(LiveNode | List)[]} */ children = [];
  /** @type {Record<string, string> | null} what it looks like beyond its style, by CSS's names */ looks = null;
  /** @type {{section: number, row: number} | null} */ row = null;
  isShown = false;
  isRemoved = false;
  /** What data and scripts set, by name. @type {Map<string, string>} */ properties = new Map();
  /** What bound styles give it. @type {Record<string, string>} */ bound = {};
  /** The styles that classes of nodes give it; the last one counts. @type {{by: LiveNode, style: number}[]} */ classStyles = [];
  /** The nodes that its classes give other styles. @type {LiveNode[]} */ restyled = [];
  scroll = { x: 0, y: 0 };
  /** In page coordinates. @type {import('./stacking.js').Frame | null} */ frame = null;
  /** What hosts were notified of. @type {any} */ sent = {};

  /** @param {number} number @param {number} source @param {any} file @param {LiveNode | null} parent @param {Scope} scope @param {Map<number, LiveNode>} copy */
  constructor(number, source, file, parent, scope, copy) {
    /** @type {number} */ this.number = number;
    /** @type {number} */ this.source = source;
    /** @type {import('./pagefile.js').PageNode} */ this.file = file;
    /** @type {LiveNode | null} */ this.parent = parent;
    /** @type {Scope} */ this.scope = scope;
    /** The nodes of the copy that it is in, by their numbers in the file. @type {Map<number, LiveNode>} */ this.copy = copy;
    /** @type {string | null} */ this.text = file.kind === 2 ? file.text : null;
    copy.set(source, this);
  }

  get component() { return this.file.component; }
}

/** What a copy of a template is for; its variables are made where the copy is. */
class Item {
  /** @param {number} template @param {number} section @param {number} number @param {any} element @param {(item: Item) => [[string, any][], [string, any][]]} variables @param {string} home what its section is known by */
  constructor(template, section, number, element, variables, home = '') {
    this.template = template;
    this.section = section;
    this.number = number;
    this.element = element;
    this.variables = variables;
    this.home = home;
  }

  /** @param {Scope} scope */
  scope(scope) { return scope.with(...this.variables(this)); }
}

/** Copies that data makes of templates: only those near what is to be seen are there. */
export class List {
  /** @type {Item[]} */ items = [];
  /** By number of the item. @type {Map<number, LiveNode>} */ shown = new Map();

  /** @param {LiveNode} parent @param {number[]} templates */
  constructor(parent, templates) {
    this.parent = parent;
    this.templates = templates;
  }

  /** By number of an item: how much larger its copy is than the template, as far as it was ever shown. @type {Map<number, number>} */
  grown = new Map();
  /** Where its items are in data. @type {import('./evaluator.js').Place | null} */
  place = null;
  /** How large it is, in CSS px. */
  size = { x: 0, y: 0 };
  get inOrder() { return [...this.shown.keys()].sort((one, other) => one - other).map(index => this.shown.get(index)); }
}

const childrenOf = node => node.children.flatMap(child => (child instanceof List ? child.inOrder : [child]));

/** Calls for a node and all below it, in order; those below are passed over where the answer is `false`. */
function walk(node, body) {
  if (body(node) !== false) for (const child of childrenOf(node)) walk(child, body);
}

/**
 * @typedef {object} LiveOptions
 * @property {any} [data] what fills the bindings: JSON
 * @property {(commands: any[]) => void} apply shows the commands
 * @property {(name: string, values: any[], node: LiveNode) => void} [onCall] takes the calls of handlers such as `@click="open(1)"`
 * @property {(event: any, node: LiveNode | undefined) => void} [onEvent] takes every event after the page has taken it
 * @property {(data: any) => void} [onData] hears of what readers entered
 * @property {(text: string, font: Record<string, string>, width: number | null, lines: number) => {width: number, height: number}} [measure] how large a
 *   text is, in a width or without an end; without it boxes stay as they were built
 * @property {boolean} [navigationBar] `false` where the app has a bar of its own
 * @property {(problem: {code: string, message: string}) => void} [onProblem] hears once of what is not possible
 */

export class LivePage {
  #pending = [];
  /** By node: the rows that the app or a script gave a table. @type {Map<LiveNode, any>} */
  #tables = new Map();
  /** Where the value is that a reader or a script entered, while the page is filled with it. @type {import('./evaluator.js').Place | null} */
  #written = null;
  #nextNumber; #problems = new Set(); #looks = new Map();
  /** By number. @type {Map<number, LiveNode>} */
  nodes = new Map();
  /** Nodes whose rows stay though they are out of sight. @type {Set<LiveNode>} */
  pinned = new Set();
  /** Nodes that hold what was entered and nothing else does: their rows stay, too. */
  kept = new Set();

  /** @param {import('./pagefile.js').Page} file @param {import('./pagefile.js').Layout | null} layout @param {LiveOptions} options */
  constructor(file, layout, options) {
    this.file = file;
    this.layout = layout;
    this.options = options;
    this.data = jsonOf(options.data ?? {});
    this.viewport = layout?.viewport ?? { name: '', width: 0, height: 0, scheme: 1 };
    /** From where the page is seen, and how high: hosts say it. */
    this.seen = { x: 0, y: 0, height: this.viewport.height };
    this.#nextNumber = file.nodes.length;
    /** By component of the app's own: its defaults. @type {Record<string, Record<string, string>>} */
    this.defaults = Object.create(null);
    this.makers = new Set(['table']);
    for (const { kind, name, value } of file.facts) {
      const dot = name.lastIndexOf('.');
      if (kind === 6 && dot > 0) (this.defaults[name.slice(0, dot)] ??= Object.create(null))[name.slice(dot + 1)] = value;
      if (kind === 7) this.makers.add(name);
    }
    // What has no box anywhere inside is hidden.
    this.boxed = file.nodes.map((_, node) => !layout || layout.frames[node] !== null || layout.lines.has(node));
    for (let node = file.nodes.length - 1; node > 0; node--) if (this.boxed[node]) this.boxed[file.nodes[node].parent] = true;
    if (file.nodes.length) {
      this.root = this.#make(0, null, new Scope(), new Map());
    }
  }

  /** Reports what is not possible, once. */
  problem(code, message) {
    if (this.#problems.has(message)) return;
    if (this.#problems.size < 1000) this.#problems.add(message);
    this.options.onProblem?.({ code, message });
  }

  /** Shows the page. */
  start() {
    if (!this.root) return;
    this.#show(this.root);
    this.#fill(this.root);
    this.flush();
  }

  /** Fills the page from other data. */
  setData(data) {
    this.data = jsonOf(data);
    if (this.root) this.#fill(this.root);
    this.flush();
  }

  /** Takes from where the page is seen, or how high that is: copies come and go. @param {{x?: number, y?: number, height?: number}} part */
  see(part) {
    Object.assign(this.seen, part);
    this.flush();
  }

  // MARK: The tree

  #templateKind(source) {
    const { bindings, component, parent } = this.file.nodes[source];
    if (bindings.some(one => one.target === 'repetition')) return 'loop';
    return parent >= 0 && rows.has(component ?? '') && this.makers.has(this.file.nodes[parent].component ?? '') ? 'row' : null;
  }

  #make(source, parent, scope, copy, number = source) {
    const file = this.file.nodes[source], node = new LiveNode(number, source, file, parent, scope, copy);
    this.nodes.set(number, node);
    let list = null;
    for (let child = source + 1; child < file.end; child = this.file.nodes[child].end) {
      const kind = this.#templateKind(child);
      if (kind === 'row' && list) list.templates.push(child);
      else if (kind) {
        const made = new List(node, [child]);
        if (kind === 'row') list = made;
        node.children.push(made);
      } else node.children.push(this.#make(child, node, scope, copy, copy.size && number !== source ? this.#nextNumber++ : child));
    }
    const content = contentProperty(node.component);
    if (content && !this.#textNodes(node).length) node.text = this.attribute(node, content) || null;
    return node;
  }

  #textNodes(node) { return node.children.filter(child => child instanceof LiveNode && child.file.kind === 2); }

  /** An attribute as the page has it. */
  attribute(node, name) { return node.file.attributes.find(one => one[0] === name)?.[1]; }

  /** A property that data or a script set, or the page's attribute in either of its spellings. */
  property(node, name) {
    return node.properties.get(reportedName(name, node.component)) ?? this.attribute(node, name)
      ?? node.file.attributes.find(one => camelCased(one[0]) === name)?.[1];
  }

  /** A node's text as readers see it. */
  text(node) {
    let text = '';
    walk(node, one => { text += one.text ?? ''; });
    return text;
  }

  /** What a reader may change in a view; else the text of the node. */
  value(node) { return this.property(node, valueProperty(node.component)) ?? this.property(node, 'value') ?? this.property(node, 'text') ?? this.text(node); }

  /** The nodes below one for which a condition holds, in order. */
  find(root, isMatch) {
    const found = [];
    walk(root, node => { if (node !== root && isMatch(node)) found.push(node); });
    return found;
  }

  children(node) { return childrenOf(node); }

  /** The table, section and row that a node is in. */
  rowOf(node) {
    for (let at = node; at; at = at.parent) if (at.row) return { table: at.parent, ...at.row };
    return null;
  }

  makesRows(node) { return this.makers.has(node.component ?? ''); }

  // MARK: Filling

  #evaluate(node, program) { return run(this.file.programs(program), this.data, node.scope); }

  /** Fills the bindings of a node and of everything below it; those that say what they said in `known` are passed over. */
  #fill(root, known = new Map()) {
    walk(root, node => {
      this.#fillBindings(node, known.get(node));
      for (const child of node.children) {
        if (!(child instanceof List)) continue;
        this.#renumber(child, this.#templateKind(child.templates[0]) === 'loop' ? this.#loopItems(node, child) : this.#rowItems(node, child));
        for (const [index, copy] of child.shown) {
          const item = child.items[index];
          if (item?.template !== copy.source) this.#discard(child, index);
          else this.#rescope(copy, item);
        }
      }
    });
  }

  /** Gives a list other items: copies go along with theirs, wherever data puts them. */
  #renumber(list, items) {
    // A value that was entered is still in its item, whatever that looks like now.
    const isEdited = isWithin(this.#written, list.place) && list.items.length === items.length;
    renumber(list, items, isEdited, item => {
      const id = this.file.nodes[item.template].bindings.find(one => one.target === 'attribute' && one.name === 'id');
      const text = id ? textOf(run(this.file.programs(id.program), this.data, item.scope(list.parent.scope)).value) : '';
      return { isId: text !== '', text: text || canonicalJSON(item.element ?? null) };
    }, { discard: index => this.#discard(list, index), moved: copy => this.#insertViews(copy) });
  }

  /** The section and row of a table's copy; a section view is row -1. */
  #rowOfItem({ template, section, number }) {
    return section < 0 ? null : { section, row: this.file.nodes[template].component === 'tableSection' ? -1 : number };
  }

  #rescope(copy, item) {
    copy.row = this.#rowOfItem(item);
    const scope = item.scope(copy.parent.scope);
    walk(copy, node => {
      if (node.copy !== copy.copy) return false;
      node.scope = scope;
      return true;
    });
  }

  #fillBindings(node, known) {
    if (!(node.file.flags & depends.data)) return;
    const bound = {}, own = this.attribute(node, 'class');
    node.file.bindings.forEach(({ target, name, program }, number) => {
      if (program === 0xffffffff || target === 'repetition' || target === 'data') return;
      const { value } = this.#evaluate(node, program);
      if (target === 'declaration') {
        Object.assign(bound, this.#declaration(node, name ?? '', textOf(value)));
        return;
      }
      if (known && sameJSON(known[number], value)) return;
      if (target === 'text') node.text = textOf(value);
      else if (target === 'attribute') this.#assign(node, camelCased(name ?? ''), textOf(value));
      else if (target === 'value') this.#assign(node, valueProperty(node.component), textOf(value));
      else if (target === 'classes') this.#assign(node, 'class', `${own === undefined ? '' : `${own} `}${classesOf(value)}`);
    });
    if (sameJSON(bound, node.bound)) return;
    node.bound = bound;
    this.#redeclare(node);
  }

  /** What a bound declaration gives a node: looks, its size, whether it is there. */
  #declaration(node, name, text) {
    const property = name.toLowerCase(), word = text.trim().toLowerCase();
    if (property === 'display') return word === 'none' ? { display: 'none' } : {};
    if (property === 'width' || property === 'height') return { [`:${property}`]: text };
    const values = declared(camelCased(property), text, this.viewport);
    if (!declarable.has(property)) this.problem('layout', `${this.file.source}: “${name}” from data is not laid out in a browser`);
    return values ?? {};
  }

  /** The elements of a `t:for`. */
  #loopItems(parent, list) {
    const [template] = list.templates, binding = this.file.nodes[template].bindings.find(one => one.target === 'repetition');
    const { value, place } = this.#evaluate(parent, binding?.program ?? 0xffffffff), item = binding?.name ?? 'item';
    list.place = place;
    const variables = ({ number, element }) => [[[binding?.index ?? 'index', number], [item, element]], [[item, further(place, number)]]];
    return (Array.isArray(value) ? value : []).map((element, number) => new Item(template, -1, number, element, variables));
  }

  /** The rows and section views of a table. */
  #rowItems(table, list) {
    let item = 'item', index = 'index', value = this.#tables.get(table), place = value === undefined ? null : { table, steps: [] };
    for (const binding of table.file.bindings) {
      if (binding.target !== 'data') continue;
      item = binding.name ?? item;
      index = binding.index ?? index;
      if (value === undefined) ({ value, place } = this.#evaluate(table, binding.program));
    }
    list.place = place ?? null;
    if (value === undefined) {
      // A table without data yet shows the rows that want none as they are written.
      return list.templates.filter(template => !this.#wantsRow(template)).map(template => new Item(template, 0, 0, null, () => [[], []]));
    }
    const elements = Array.isArray(value) ? value : [], has = (one, name) => one !== null && typeof one === 'object' && Object.hasOwn(one, name);
    const isSectioned = elements.some(one => has(one, 'rowsData') || has(one, 'sectionData'));
    const sectionTemplate = isSectioned && !isFalse(this.property(table, 'showSectionView')) ? list.templates.find(one => this.file.nodes[one].component === 'tableSection') : undefined;
    const rowTemplate = list.templates.find(one => this.file.nodes[one].component === 'tableRow'), items = [];
    /** @type {(place: (item: Item) => any) => (item: Item) => any} */
    const variables = place => one => {
      const { section, number, element } = one, at = place(one);
      return [
        [['section', section], [index, number], [item, element], ...(item === 'item' ? [] : [['item', element]]), ...(index === 'index' ? [] : [['index', number]])],
        [[item, at], ...(item === 'item' ? [] : [['item', at]])],
      ];
    };
    const ofSection = variables(({ section }) => further(further(place, section), 'sectionData'));
    const ofRow = variables(({ section, number }) => further(isSectioned ? further(further(place, section), 'rowsData') : place, number));
    (isSectioned ? elements : [{ rowsData: elements }]).forEach((one, section) => {
      if (sectionTemplate !== undefined) items.push(new Item(sectionTemplate, section, section, one?.sectionData ?? null, ofSection));
      const data = has(one, 'rowsData') && Array.isArray(one.rowsData) ? one.rowsData : [], home = isSectioned ? canonicalJSON(one?.sectionData ?? section) : '';
      if (rowTemplate !== undefined) data.forEach((element, row) => items.push(new Item(rowTemplate, section, row, element, ofRow, home)));
    });
    return items;
  }

  /** Whether anything in a row's template is filled from the row's own data, or hands it to a handler. */
  #wantsRow(template) {
    return this.file.nodes.slice(template, this.file.nodes[template].end).some(node => [...node.bindings, ...node.handlers].some(
      one => this.file.programs(one.program).some(([kind, name]) => kind === 'variable' && ['item', 'index', 'section'].includes(name))));
  }

  /** Makes the copy of an item and shows it; `null` where there are too many nodes. */
  #insert(list, index) {
    const item = list.items[index], { parent } = list;
    if (this.nodes.size + this.file.nodes[item.template].end - item.template > maximumNodes) {
      this.problem('nodes', `${this.file.source}: more than ${maximumNodes} nodes; what data makes beyond is left out`);
      return null;
    }
    const copy = this.#make(item.template, parent, item.scope(parent.scope), new Map(), this.#nextNumber++);
    copy.row = this.#rowOfItem(item);
    list.shown.set(index, copy);
    this.#show(copy);
    this.#fill(copy);
    return copy;
  }

  #discard(list, index) {
    const copy = list.shown.get(index);
    list.shown.delete(index);
    this.#removeViews(copy);
    walk(copy, node => {
      node.isRemoved = true;
      node.isShown = false;
      this.nodes.delete(node.number);
      this.#tables.delete(node);
      this.pinned.delete(node);
      this.kept.delete(node);
    });
    walk(copy, node => this.#forgetStyles(node, []));
  }

  #removeViews(node) {
    if (node.isShown) this.#pending.push({ op: 'remove', node: node.number });
    else for (const child of childrenOf(node)) this.#removeViews(child);
  }

  // MARK: Views and properties

  #show(root) {
    walk(root, node => {
      if (node.component === null) return undefined;
      if (node.component === 'navigationBar' && this.options.navigationBar === false) return false;
      node.isShown = true;
      this.#pending.push({ op: 'create', node: node.number, component: node.component });
      node.sent.properties = {};
      this.#refresh(node);
      this.#insertViews(node);
      return undefined;
    });
  }

  /** Puts the view of a node, or those inside of a node without one, into the view around it. */
  #insertViews(node) {
    if (!node.isShown) return childrenOf(node).forEach(child => this.#insertViews(child));
    const around = viewAround(node);
    this.#pending.push({ op: 'insert', node: node.number, parent: around?.number ?? null, index: around ? this.#position(node, around) : 0 });
  }

  /** The place of a view among those that are shown in the view around it. */
  #position(node, around) {
    let position = 0, isFound = false;
    const count = one => {
      for (const child of childrenOf(one)) {
        if (isFound || child === node) {
          isFound = true;
          return;
        }
        if (child.isShown) position++;
        else count(child);
      }
    };
    count(around);
    return position;
  }

  #styleNumber(node) { return node.classStyles.at(-1)?.style ?? this.layout?.styles.get(node.source) ?? node.file.style; }
  #style = node => this.file.styles(this.#styleNumber(node));

  /** The computed value of a property of a node; `undefined` for the initial one. */
  computed(node, property) { return valueOf(node, property, this.#style); }
  /** The computed values of a node that are not initial. */
  declarations(node) { return new Map([...this.#style(node)].map(([name]) => [name, this.computed(node, name) ?? ''])); }

  #look(node) {
    for (let at = node; at; at = at.parent) if (at.looks) return lookOf(property => valueOf(node, property, this.#style));
    const style = this.#styleNumber(node);
    if (!this.#looks.has(style)) this.#looks.set(style, lookOf(property => this.file.styles(style).get(property)?.value));
    return { ...this.#looks.get(style) };
  }

  /** What a view is given: its look, then its attributes, which win. */
  #properties(node) {
    const { component, file, parent } = node, values = this.#look(node), has = this.#textNodes(node).length > 0;
    if (parent && this.#look(parent).hidden && this.#style(node).get('display')?.value !== 'none') delete values.hidden;
    if (withoutText.has(component ?? '') && !has) for (const name of textLooks) delete values[name];
    if (!holders.has(component ?? '')) delete values.overflow;
    if (component === 'button' || component === 'navItem') values.color ??= 'rgb(0, 0, 0)';
    const bound = new Set(file.bindings.filter(one => one.target === 'attribute').map(one => one.name));
    this.#giveMeaning(node, values);
    for (const [name, value] of file.attributes) {
      if (name === 'style' || /^(?:@|t:|xmlns)/.test(name) || bound.has(name)) continue;
      const camel = reportedName(camelCased(name), component);
      if (values[camel] === undefined || !styleNames.has(camel)) values[camel] = value.replace(/^[\s;]+|[\s;]+$/g, '');
    }
    for (const [name, value] of node.properties) if (!lookNames.has(name) || name === 'font' || !declared(name, value, this.viewport)) values[name] = value;
    for (const [name, value] of Object.entries(this.defaults[component ?? ''] ?? {})) values[name] ??= value;
    if (!this.boxed[node.source]) values.hidden = 'true';
    if (component === 'label' || component === 'button') {
      const insets = this.#insets(node).map(one => `${one}px`).join(' '), lineHeight = this.computed(node, 'line-height');
      if (insets !== '0px 0px 0px 0px') values.textInset = insets;
      if (lineHeight) values.lineHeight = lineHeight;
    }
    return values;
  }

  /** How far a text is from a node's edges, in px: top, right, bottom, left. */
  #insets(node) {
    const value = name => pixels(this.computed(node, name) ?? '') ?? 0;
    return ['top', 'right', 'bottom', 'left'].map(side => value(`padding-${side}`) + value(`border-${side}-width`));
  }

  /** What the page's semantics say of a view; attributes that the page writes come after. */
  #giveMeaning(node, values) {
    const meaning = this.file.semantics.get(node.source), { component, file } = node;
    const isPressable = file.handlers.some(one => one.event === 'click') && !controls.has(component ?? '');
    if (isPressable) values.pressable = 'true';
    if (!meaning) return;
    const role = roleOf(meaning.role);
    if (role && component !== 'html') values.role = role;
    // What data fills in is not in the name that the build knows.
    if (meaning.name && !(meaning.states & named.byContent) && !meaning.name.includes('{{') && component !== 'html') values.ariaLabel = meaning.name;
    if (meaning.description) values.ariaDescription = meaning.description;
    if (meaning.states & named.hidden) values.ariaHidden = 'true';
    for (const [number, name] of [[5, 'ariaLevel'], [6, 'ariaPosinset'], [7, 'ariaSetsize'], [15, 'ariaLive'], [18, 'ariaRoledescription'], [19, 'ariaCurrent']]) {
      // Places of copies are those among the rows that data makes.
      if (meaning.properties.has(number) && (node.number === node.source || number < 6 || number > 7)) values[name] = meaning.properties.get(number);
    }
  }

  /** Sends what of a view's properties changed. */
  #refresh(node) {
    if (!node.isShown) return;
    const values = { ...this.#properties(node), ...node.sent.place }, before = node.sent.properties;
    for (const name of Object.keys(before).sort()) if (!Object.hasOwn(values, name)) this.#pending.push({ op: 'setProperty', node: node.number, name, value: null });
    for (const name of Object.keys(values).sort()) {
      if (before[name] !== values[name]) this.#pending.push({ op: 'setProperty', node: node.number, name, value: values[name] });
    }
    node.sent.properties = values;
  }

  /** Gives a node another text. What data filled in is gone until data is set again. */
  setText(node, text) {
    const [first, ...others] = node.file.kind === 2 ? [node] : this.#textNodes(node);
    if (first) {
      first.text = text;
      for (const other of others) other.text = '';
    } else node.text = text;
  }

  /** Sets a property of a node's view; `null` takes away what was set. What `@bind` binds reaches the data. */
  setProperty(node, name, value) {
    this.#assign(node, name, value);
    if (value === null) return;
    const bound = valueProperty(node.component);
    if (reportedName(name, node.component) !== bound) return;
    this.#bindBack(node, bound === 'on' ? /^(?:true|1|yes)$/i.test(value) : bound === 'selectedIndex' && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : value);
  }

  #assign(node, given, value) {
    const name = reportedName(given, node.component);
    if ((node.properties.get(name) ?? null) === value) return;
    if (value === null) node.properties.delete(name);
    else node.properties.set(name, value);
    if (lookNames.has(name)) return this.#redeclare(node);
    if (name === contentProperty(node.component) && !this.#textNodes(node).length) this.setText(node, value ?? this.attribute(node, name) ?? '');
    if (name === 'class') this.#restyle(node, value ?? this.attribute(node, 'class') ?? '');
    // Readers of another value of the same property, such as a row's height, look at it when the page is placed.
    this.#refresh(node);
  }

  /** Brings a node's look up to date with its bindings and properties, and what inherits from it. */
  #redeclare(node) {
    const looks = { ...node.bound };
    for (const name of [...node.properties.keys()].sort()) if (lookNames.has(name)) Object.assign(looks, declared(name, node.properties.get(name), this.viewport));
    node.looks = Object.keys(looks).length ? looks : null;
    walk(node, one => this.#refresh(one));
  }

  /** Has a node's view do something once. */
  perform(node, action, values = []) {
    if (node.isShown) this.#pending.push({ op: 'perform', node: node.number, action, arguments: values });
  }

  /** Gives a table its rows: `[{sectionData, rowsData: […]}]`, or a list of rows. */
  setTable(table, sections) {
    this.#tables.set(table, jsonOf(sections));
    this.#fill(table);
  }

  // MARK: Classes

  #restyle(node, classes) {
    const states = this.file.classStates.get(node.source);
    if (!states) return;
    const own = new Set((this.attribute(node, 'class') ?? '').split(/\s+/)), wanted = new Set(classes.split(/\s+/).filter(one => !own.has(one)));
    const { name, scheme } = this.viewport, isHere = one => one.viewport === name && one.scheme === scheme;
    const known = states.some(isHere) ? states.filter(isHere) : states.filter(one => one.viewport === null), styles = new Map();
    // Larger sets say what smaller ones in them cannot.
    for (const state of known.sort((one, other) => one.classes.length - other.classes.length)) {
      if (state.classes.every(one => wanted.has(one))) for (const [target, style] of state.rows) styles.set(target, style);
    }
    const now = [];
    for (const [source, style] of styles) {
      let around = node;
      while (around && !around.copy.has(source)) around = [...around.copy.values()][0].parent;
      const target = around?.copy.get(source);
      if (!target) continue;
      now.push(target);
      const mine = target.classStyles.find(one => one.by === node);
      if (mine) mine.style = style;
      else target.classStyles.push({ by: node, style });
    }
    const before = node.restyled;
    this.#forgetStyles(node, now);
    for (const target of new Set([...before, ...now])) walk(target, one => this.#refresh(one));
  }

  #forgetStyles(node, kept) {
    for (const target of node.restyled) {
      if (kept.includes(target)) continue;
      target.classStyles = target.classStyles.filter(one => one.by !== node);
      if (!target.isRemoved) this.#refresh(target);
    }
    node.restyled = kept;
  }

  // MARK: Events

  /** Takes what a reader does, as hosts report it: `{ event: 'click', node: 8 }`. Answers whether a handler for a gesture heard of it. */
  handle(event) {
    const node = this.nodes.get(event.node);
    // What throws is the app's; what it changed before is shown.
    try {
      const isHeard = node ? this.#takeEvent(event, node) === true : false;
      if (node || event.event === 'appear' || event.event === 'disappear') this.options.onEvent?.(event, node);
      return isHeard;
    } finally {
      this.flush();
    }
  }

  #takeEvent(event, node) {
    switch (event.event) {
      case 'textChange': case 'valueChange': {
        const isText = event.event === 'textChange', value = isText ? String(event.text ?? '') : event.value ?? null, name = valueProperty(node.component);
        node.properties.set(name, textOf(value));
        if (node.sent.properties) node.sent.properties[name] = textOf(value);
        if (!node.file.bindings.some(one => one.target === 'value')) this.kept.add(node);
        this.#bindBack(node, value);
        if (!node.isRemoved) this.#call(isText ? 'textChange' : 'change', node);
        break;
      }
      case 'scroll': node.scroll = { x: Number(event.x) || 0, y: Number(event.y) || 0 }; break;
      default: return this.#call(String(event.event), node);
    }
  }

  /** Calls the handlers of a node or, for gestures, of the nearest node around it that has some. */
  #call(event, start) {
    for (let node = start; node; node = node.parent) {
      const handlers = node.file.handlers.filter(one => one.event === event);
      for (const { function: name, program } of handlers) {
        if (node.isRemoved) return true;
        const { value } = this.#evaluate(node, program);
        this.options.onCall?.(name, Array.isArray(value) ? value : [], node);
      }
      if (!gestures.has(event) || handlers.length) return handlers.length > 0;
    }
  }

  /** Writes what a reader or a script entered back to the data that `@bind` names, and fills what shows it. */
  #bindBack(node, value) {
    for (const binding of node.file.bindings) {
      if (binding.target !== 'value') continue;
      const { value: before, place } = this.#evaluate(node, binding.program);
      if (!place || sameJSON(before, value)) continue;
      const known = new Map();
      walk(this.root, one => {
        if (one.file.flags & depends.data) known.set(one, one.file.bindings.map(({ program }) => this.#evaluate(one, program).value));
      });
      if (place.table) this.#tables.set(place.table, setting(this.#tables.get(place.table), place.steps, value));
      else this.data = setting(this.data, place.steps, value);
      this.#written = place;
      this.#fill(this.root, known);
      this.#written = null;
      this.options.onData?.(this.data);
    }
  }

  // MARK: Sending

  /** Places what changed and hands everything that was collected to the host. */
  flush() {
    if (!this.root) return;
    this.layOut();
    const commands = this.#pending;
    this.#pending = [];
    if (commands.length) this.options.apply(commands);
  }

  /** Places the page; rows come and go. */
  layOut() {
    const changes = {
      insert: (list, index) => this.#insert(list, index),
      discard: (list, index) => this.#discard(list, index),
      place: (node, around, area) => this.#place(node, around, area),
      number: (copy, index, count) => {
        const place = { ariaPosinset: String(index + 1), ariaSetsize: String(count) };
        if (copy.component !== 'tableRow' || sameJSON(copy.sent.place, place)) return;
        copy.sent.place = place;
        this.#refresh(copy);
      },
      area: (node, area) => this.#sendArea(node, area),
      scrollBy: (node, by) => this.perform(node, 'scrollBy', by),
    };
    stack(this, changes);
  }

  /** Sends a view's frame, scroll area and text, where they are others than before. */
  #place(node, around, area) {
    const { frame, sent, number } = node;
    if (frame) {
      const [x, y] = [frame.x - (around?.x ?? 0), frame.y - (around?.y ?? 0)], text = [x, y, frame.width, frame.height].join();
      if (sent.frame !== text) {
        sent.frame = text;
        this.#pending.push({ op: 'setFrame', node: number, x, y, width: frame.width, height: frame.height });
      }
    }
    if (area) this.#sendArea(node, area);
    this.#placeText(node);
  }

  #sendArea({ sent, number }, area) {
    const text = `${area.width},${area.height}`;
    if (sent.area !== text) this.#pending.push({ op: 'setScrollArea', node: number, ...area });
    sent.area = text;
  }

  #shownText(node) { return shownText(this.#textNodes(node).map(one => one.text ?? '').join('') + (node.text ?? '')); }

  /** Whether a node has the text of the build. */
  #isBuilt(node) {
    return this.#textNodes(node).every(one => one.text === one.file.text) && (node.text === null || node.text === this.attribute(node, contentProperty(node.component)));
  }

  #placeText(node) {
    const texts = this.#textNodes(node), { sent } = node, text = this.#shownText(node), isBuilt = this.#isBuilt(node);
    if (text === null && sent.text === undefined) return;
    // Lines are those of the build as long as their text is.
    const built = isBuilt && this.layout?.frames[node.source];
    if (sent.text === (text ?? '') && sent.isBuilt === isBuilt) return;
    const lines = !built ? [] : [...texts, node].flatMap(one => this.layout?.lines.get(one.source) ?? []).map(line => ({
      text: line.text, x: line.x - built.x, y: line.y - built.y, width: line.width, height: line.height, baseline: line.baseline - built.y,
    }));
    sent.text = text ?? '';
    sent.isBuilt = isBuilt;
    this.#pending.push({ op: 'setText', node: node.number, text: text ?? '', lines });
  }

  /**
   * How much larger the text of a node makes it than it was built; `null` where it has no text of data, or nobody measures.
   *
   * @param {LiveNode} node @param {import('./stacking.js').Frame} built @param {boolean} isFree whether it is as wide as its text
   */
  measure(node, built, isFree) {
    const { measure } = this.options;
    if (!measure || !(node.component === 'label' || node.component === 'button') || this.#isBuilt(node)) return null;
    const insets = this.#insets(node), lines = Number(this.computed(node, '-webkit-line-clamp')) || 0;
    const [across, along] = [insets[1] + insets[3], insets[0] + insets[2]], text = this.#shownText(node) ?? '';
    const font = Object.fromEntries(['font-size', 'font-family', 'font-weight', 'font-style', 'line-height', 'letter-spacing'].map(name => [name, this.computed(node, name) ?? '']));
    const { width, height } = measure(text, font, isFree ? null : Math.max(0, built.width - across), lines);
    return { x: width + across - built.width, y: height + along - built.height };
  }

  /** The height that a table gives its rows. */
  rowHeight(table, isSection) { return pixels(this.property(table, isSection ? 'rowSectionHeight' : 'rowHeight') ?? '', this.viewport); }
  isScroller(node) { return scrollers.has(node.component ?? ''); }
  dependsOnData(node) { return (node.file.flags & depends.size) !== 0; }
}

/** The nearest view around a node. */
function viewAround(node) {
  for (let at = node.parent; at; at = at.parent) if (at.isShown) return at;
  return null;
}

/** What a view shows as its text: white space at the ends of lines is gone. `null` where there is none. */
function shownText(text) {
  const lines = text.split('\n').map(line => line.split(/[ \t\r]+/).filter(Boolean).join(' '));
  while (lines.length && !lines[0]) lines.shift();
  while (lines.length && !lines[lines.length - 1]) lines.pop();
  return lines.length ? lines.join('\n') : null;
}

/** A text, a list of texts, or an object whose members say which classes hold. */
function classesOf(value) {
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  if (value === null || typeof value !== 'object') return textOf(value);
  return Object.keys(value).filter(name => ![false, null, 0, ''].includes(value[name])).sort().join(' ');
}

/** A copy of data as JSON has it. */
function jsonOf(value) {
  try {
    return JSON.parse(JSON.stringify(value ?? null) ?? 'null');
  } catch (error) {
    return refuse('data', 'JSON', error.message);
  }
}
