/** Makes the children of a node equal to trees. Elements that stay keep the focus and what was typed. */
import type { Tree } from '../picker/tree.ts';

interface Kept {
  readonly key: string;
  tree: Tree | null;
}

const kept = new WeakMap<Node, Kept>();

export function patch(parent: ParentNode & Node, trees: readonly (Tree | string)[]): void {
  const keys = trees.map((tree, i) => (typeof tree === 'string' ? `${i}` : `${tree.tag} ${tree.key ?? i}`));
  const wanted = new Set(keys);
  const old = new Map<string, Node>();
  for (const node of [...parent.childNodes]) {
    const key = kept.get(node)?.key ?? '';
    if (wanted.has(key)) old.set(key, node);
    else node.remove();
  }
  let place = parent.firstChild;
  for (const [i, tree] of trees.entries()) {
    const key = keys[i] ?? '';
    const node = old.get(key) ?? create(tree, key);
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
    if (typeof tree === 'string') {
      if (node.nodeValue !== tree) node.nodeValue = tree;
    } else update(node as HTMLInputElement, tree);
  }
}

function create(tree: Tree | string, key: string): Node {
  const node = typeof tree === 'string' ? document.createTextNode(tree) : document.createElement(tree.tag);
  kept.set(node, { key, tree: null });
  if (typeof tree === 'string') return node;
  const read = () => kept.get(node)?.tree;
  node.addEventListener('click', () => read()?.onClick?.());
  const type = tree.attributes['type'] === 'radio' ? 'change' : 'input';
  if (tree.onChange) node.addEventListener(type, () => read()?.onChange?.((node as HTMLInputElement).value));
  return node;
}

function update(node: HTMLInputElement, tree: Tree): void {
  const known = kept.get(node);
  const before = known?.tree?.attributes ?? {};
  if (known) known.tree = tree;
  for (const name of new Set([...Object.keys(before), ...Object.keys(tree.attributes)])) {
    const value = tree.attributes[name];
    // The visitor may have changed them since.
    if (name === 'checked') node.checked = value === true;
    else if (name === 'value') setValue(node, String(value ?? ''));
    else if (value !== before[name]) setAttribute(node, name, value);
  }
  patch(node, tree.children);
}

function setValue(node: HTMLInputElement, value: string): void {
  if (node.value !== value) node.value = value;
}

function setAttribute(node: Element, name: string, value: string | boolean | undefined): void {
  if (value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? '' : value);
}
