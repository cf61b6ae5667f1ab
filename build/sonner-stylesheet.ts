import type { Plugin } from 'vite';

const sonnerModule = /[\\/]sonner[\\/]dist[\\/]index\.mjs$/;
const injection = /\b\w+\(`:where\(html\[dir="ltr"\]\)[^`]+`\);/;

/**
 * sonner 1.x writes its CSS into the page with a script, which a Content-Security-Policy without inline styles forbids.
 * The package has the same rules as a file. This plugin bundles that file and removes the script.
 */
export function sonnerStylesheet(): Plugin {
  return {
    name: 'sonner-stylesheet',
    apply: 'build',
    transform(code, id) {
      if (!sonnerModule.test(id)) return undefined;
      if (!injection.test(code)) throw new Error('sonner no longer injects its CSS the way this plugin expects.');
      return { code: `import 'sonner/dist/styles.css';\n${code.replace(injection, ';')}`, map: null };
    },
  };
}
