import './code-colours.css';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
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
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

// Loaded on demand: import it with `import()` only.

const lowlight = createLowlight({
  ...{ bash, c, csharp, css, diff, go, java, javascript, json, markdown, python, rust, sql, typescript, xml, yaml },
});
lowlight.registerAlias({ c: ['cpp', 'c++'], json: ['json5'] });

/** Longer code stays plain: highlighting costs more than it helps there. */
const maxCharacters = 10_000;

/** Code in the colours of its language; plain where the language is unknown. */
export function ColouredCode({ code, language }: { code: string; language: string }) {
  const name = language.toLowerCase();
  const isKnown = code.length <= maxCharacters && lowlight.registered(name);
  return (
    <code className={`language-${language}`}>
      {isKnown ? toJsxRuntime(lowlight.highlight(name, code), { Fragment, jsx, jsxs }) : code}
    </code>
  );
}
