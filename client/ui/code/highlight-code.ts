import './code-colours.css';
import type { LanguageFn } from 'highlight.js';
import { createLowlight } from 'lowlight';

// Loaded on demand, when code in a fenced block comes near the window: import it with `import()` only.

/** Longer code stays plain: highlighting costs more than it helps there. */
const maxCharacters = 10_000;

type Grammar = () => Promise<{ default: LanguageFn }>;

/** Each in a file of its own: a page shows one or two languages. */
const grammars: Readonly<Record<string, Grammar>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  python: () => import('highlight.js/lib/languages/python'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** Other names of the languages, as people write them behind a fence. */
const otherNames: Readonly<Record<string, string>> = {
  ...named('bash', 'sh zsh'),
  ...named('c', 'h cpp c++'),
  ...named('csharp', 'cs c#'),
  ...named('diff', 'patch'),
  ...named('go', 'golang'),
  ...named('java', 'jsp'),
  ...named('javascript', 'js jsx mjs cjs'),
  ...named('json', 'jsonc json5'),
  ...named('markdown', 'md mkdown mkd'),
  ...named('python', 'py gyp ipython'),
  ...named('rust', 'rs'),
  ...named('typescript', 'ts tsx mts cts'),
  ...named('xml', 'html xhtml rss atom xjb xsd xsl plist wsf svg'),
  ...named('yaml', 'yml'),
};

function named(language: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, language]));
}

/** Languages that stand inside others. */
const within: Readonly<Record<string, readonly string[]>> = { xml: ['css', 'javascript'], markdown: ['xml'] };

const lowlight = createLowlight();

type Highlighted = ReturnType<typeof lowlight.highlight>['children'][number];

/** Colours the text of a code element in place. An unknown language leaves it as it is. */
export async function highlightCode(code: HTMLElement, name: string): Promise<void> {
  const text = code.textContent;
  const language = otherNames[name] ?? name;
  if (text.length > maxCharacters || !Object.hasOwn(grammars, language)) return;
  await learn(language);
  code.replaceChildren(...lowlight.highlight(language, text).children.map(toNode));
}

async function learn(language: string): Promise<void> {
  const load = grammars[language];
  if (load === undefined || lowlight.registered(language)) return;
  const [grammar] = await Promise.all([load(), ...(within[language] ?? []).map(learn)]);
  lowlight.register(language, grammar.default);
}

function toNode(node: Highlighted): Node {
  if (node.type === 'text') return document.createTextNode(node.value);
  const span = document.createElement('span');
  if (node.type !== 'element') return span;
  const names = node.properties.className;
  if (Array.isArray(names)) span.className = names.join(' ');
  span.append(...node.children.map((child) => toNode(child as Highlighted)));
  return span;
}
