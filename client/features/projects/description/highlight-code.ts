import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

// Loaded on demand, when a page shows fenced code in a language: import it with `import()` only.

/** Longer code stays plain: highlighting costs more than it helps there. */
const maxCharacters = 10_000;

const lowlight = createLowlight({
  ...{ bash, c, csharp, css, diff, go, java, javascript, json, markdown, python, rust, sql, typescript, xml, yaml },
});
lowlight.registerAlias({ typescript: ['tsx', 'mts'], javascript: ['mjs'], c: ['cpp', 'c++'] });

type Highlighted = ReturnType<typeof lowlight.highlight>['children'][number];

/** Colours the text of a code element in place. An unknown language leaves it as it is. */
export function highlightCode(code: HTMLElement, language: string): void {
  const text = code.textContent;
  if (text.length > maxCharacters || !lowlight.registered(language)) return;
  code.replaceChildren(...lowlight.highlight(language, text).children.map(toNode));
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
