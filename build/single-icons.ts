import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const indexFile = 'dist/esm/lucide-react.mjs';
const packageImport = /import\s*\{([^}]*)\}\s*from\s*['"]lucide-react['"];?/g;
const indexLine = /^export \{ ([^}]+) \} from '\.\/icons\/([\w-]+)\.mjs';$/gm;

/**
 * Imports each of Lucide's icons from its own module. Through the package's index, every module that imports one icon
 * would seem to import all of them, and the chunk of the first screen would hold the icons of every screen.
 */
export function singleIcons(): Plugin {
  let files: ReadonlyMap<string, string> = new Map();
  return {
    name: 'single-icons',
    apply: 'build',
    buildStart() {
      files = iconFiles();
    },
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('lucide-react')) return undefined;
      return { code: importSingly(code, files), map: null };
    },
  };
}

export function importSingly(code: string, files: ReadonlyMap<string, string>): string {
  return code.replace(packageImport, (_all, names: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => {
        const [exported = '', local = exported] = name.split(/\s+as\s+/);
        const file = files.get(exported);
        if (file === undefined) throw new Error(`lucide-react has no icon ${exported}.`);
        return `import ${local} from 'lucide-react/icons/${file}';`;
      })
      .join(''),
  );
}

/** The file of every icon by all of its names. */
export function iconFiles(): ReadonlyMap<string, string> {
  const index = readFileSync(
    fileURLToPath(import.meta.resolve('lucide-react')).replace(/dist\/.*$/, indexFile),
    'utf8',
  );
  const found = new Map<string, string>();
  for (const [, names = '', file = ''] of index.matchAll(indexLine))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) found.set(name, file);
  return found;
}
