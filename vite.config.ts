import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './client/build/chunks.ts';
import { finishFiles } from './client/build/finish-files.ts';
import { inlineScripts } from './client/build/inline-scripts.ts';
import { keptFormat } from './client/build/kept-format.ts';
import { prerenderedPages } from './client/build/prerendered-pages.ts';
import { routePreloads } from './client/build/route-preloads.ts';
import { serviceWorker } from './client/build/service-worker.ts';
import { sharePages } from './client/build/share-pages.ts';

export default defineConfig(({ command }) => {
  // A test run sets NODE_ENV=test, with which React's larger development build would be bundled.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: 'client',
    publicDir: 'public',
    plugins: [
      react(),
      tailwindcss(),
      keptFormat(),
      routePreloads(),
      inlineScripts(),
      serviceWorker(),
      prerenderedPages(),
      sharePages(),
      finishFiles(),
    ],
    build: {
      outDir: '../dist/client',
      emptyOutDir: true,
      target: 'es2022',
      // The Content-Security-Policy allows no data: scripts or fonts.
      assetsInlineLimit: 0,
      sourcemap: false,
      manifest: true,
      // Every targeted browser supports modulepreload. The page names the files of every screen, and the
      // gateway adds those of the opened one. The same lists inside the scripts would exceed the size budget.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, found, { hostType }) =>
          hostType === 'html' ? found : found.filter((name) => name.endsWith('.css')),
      },
      rolldownOptions: {
        // Advice on slow plugins would appear before every first start.
        checks: { pluginTimings: false },
        output: {
          codeSplitting: { groups: chunkGroups() },
        },
      },
    },
    server: {
      port: 5173,
      strictPort: true,
      proxy: {
        // Uploaded pictures have the address that the gateway serves them at.
        '^/api/(media|chat/picture)/': {
          target: 'http://localhost:7777',
          rewrite: (path) => path.replace(/^\/api/, ''),
        },
        // The gateway draws public pages, with the program of the last build.
        '/share': { target: `http://localhost:${process.env.PORT || 3000}` },
      },
    },
  };
});
