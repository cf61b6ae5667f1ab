/** A node of a Markdown or HTML tree. */
interface Node {
  type: string;
  value?: string;
  align?: unknown[] | null;
  children?: Node[];
}

const maxNodes = 10_000;
const maxDepth = 40;

/**
 * A plugin for remark and rehype. Replaces nodes below the depth limit by their text, so that recursion and layout
 * cannot exhaust the stack, and shows a text that would have too many nodes as it was typed.
 */
export function limitTree() {
  return (tree: Node, file: { toString: () => string }) => {
    let count = 0;
    let level = tree.children ?? [];
    for (let depth = 1; level.length > 0; depth += 1) {
      for (const node of level) {
        // A row shorter than the head of its table is filled up.
        count += (node.align?.length ?? 1) * (node.children?.length ?? 1);
        if (depth === maxDepth && node.children) flatten(node);
      }
      level = level.flatMap(({ children }) => children ?? []);
    }
    if (count > maxNodes) tree.children = [{ type: 'text', value: String(file) }];
  };
}

function flatten(node: Node): void {
  const texts: string[] = [];
  const left = [...(node.children ?? [])];
  for (let next = left.shift(); next; next = left.shift()) {
    if (next.value !== undefined) texts.push(next.value);
    left.unshift(...(next.children ?? []));
  }
  node.type = 'text';
  node.value = texts.join('');
  delete node.children;
}
