import type { Plugin } from 'vite';

const routerModule = /[\\/]react-router[\\/]dist[\\/]production[\\/]chunk-\w+\.mjs$/;

/** What the package keeps although the client uses none of it, and what it becomes. */
const changes: readonly (readonly [RegExp, string])[] = [
  // The links of React Router's own server framework fetch code ahead; ours never ask for it.
  [/function PrefetchPageLinks\(\{ page, \.\.\.linkProps \}\) \{/, '$& return null;'],
  // Without the marks, a bundler must assume that these calls and names have effects.
  [/var Form = (?=React\d*\.forwardRef\()/, '$&/* @__PURE__ */ '],
  [/^Form\.displayName = "Form";$/m, ''],
];

/** Leaves out the parts of React Router for forms and for its server framework, which the client does not use. */
export function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    apply: 'build',
    transform(code, id) {
      if (!routerModule.test(id) || !code.includes('var Form = ')) return undefined;
      const changed = changes.reduce((text, [place, replacement]) => {
        if (!place.test(text)) throw new Error(`react-router has no ${place} any more.`);
        return text.replace(place, replacement);
      }, code);
      return { code: changed, map: null };
    },
  };
}
