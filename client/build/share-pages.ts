import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rollup } from 'vite';
import { neededStyles, runClientModule, startStylesheet } from './prerendered-pages.ts';

/** The contents of .vite/share.json, which the gateway reads. */
interface ShareStyles {
  styles: string;
  /** The source of these styles, for the Content-Security-Policy. */
  styleSource: string;
}

const entry = fileURLToPath(new URL('../features/share/draw.tsx', import.meta.url));

/**
 * Writes what the gateway draws public pages with: the program, with React in it, to .vite/share.mjs, and the styles to
 * .vite/share.json.
 */
export function sharePages(): Plugin {
  return {
    name: 'share-pages',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const { drawExamples } = await runClientModule<{ drawExamples: () => string[] }>(entry);
      const stylesheets = startStylesheet(bundle) + proseStyles(bundle);
      const styles = await neededStyles(drawExamples(), stylesheets);
      const styleSource = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`;
      const files: [string, string][] = [
        ['share.mjs', await nodeProgram(entry)],
        ['share.json', JSON.stringify({ styles, styleSource } satisfies ShareStyles)],
      ];
      for (const [name, source] of files) this.emitFile({ type: 'asset', fileName: `.vite/${name}`, source });
    },
  };
}

/** The styles of Markdown, which belong to the screen of a project. */
function proseStyles(bundle: Rollup.OutputBundle): string {
  const files = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  const sources = files.map((file) => ('source' in file ? String(file.source) : ''));
  const prose = sources.filter((source) => source.includes('.prose'));
  if (prose.length === 0) throw new Error('The build has no styles for Markdown.');
  return prose.join('');
}

/** One module for Node with everything in it: the packages of the client are not installed where the gateway runs. */
export async function nodeProgram(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      write: false,
      target: 'node24',
      minify: true,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [program, ...others] = chunks.filter((chunk) => chunk.type === 'chunk');
  if (program === undefined || others.length > 0) throw new Error(`The program of ${entry} must be one file.`);
  return program.code;
}
