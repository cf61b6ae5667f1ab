import { chromium } from '@playwright/test';
import { newContext, startProduct } from '#bench/client/product.ts';
import { fillSampleNetwork } from '#bench/client/sample-network.ts';
import { chromiumPath, noChromium } from '#bench/harness/chromium.ts';
import { median, range, table } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { clientRoutes } from '#shared/routes.ts';
import { type Opened, openPage } from './open-page.ts';

const phone = { width: 390, height: 844 };

const anchor =
  'The original’s landing page, measured from outside in the same way: first paint 1470 ms, largest paint 2050 ms, 143 kB. ' +
  'Largest paints before open pages were pre-rendered: landing 1890 ms, login 2000 ms, feed 3320 ms, projects 2680 ms. ' +
  'Before they started without the router and RTK Query: 121 kB of script and 297 ms blocked at the landing page, ' +
  '332 ms at the login. Layout shifts before: profile 0.094, edit profile 0.246, settings 0.039.';

const before =
  'Before first pictures, compile hints and smaller calls, on the same machine when quiet (2026-11-23, 06:54): feed 2264 ms and 227 kB, ' +
  'profile 2056 and 237, connection 1976, 315 ms blocked, shift 0.193, search 2484 and 262 kB, projects 2488, project 2644, ' +
  '450 ms blocked and 310 kB, chat 2372 and 294 ms blocked, settings 2276 and 197 ms blocked. Before compile hints and smaller calls alone: ' +
  'feed 1908 ms, 143 ms blocked and 202 kB, projects 2152 and 232 kB, project 2288, 218 ms blocked and 294 kB, chat 2164 and 161 ms blocked.';

const remaining =
  'Wanted: 0.8 s for both paints of the open pages; 1.9 s for the largest paint, 150 ms blocked and 200 kB for signed-in screens. ' +
  'What the time of a signed-in screen is made of: 0.45 s until the first bytes of its code (the page, the start of the renderer on ' +
  'the slowed processor, one latency); 1.05 s of a nearly full line, on which 20 kB are 100 ms: 165 kB of code and answers, with 0.8 kB ' +
  'of headers for each file; 50 ms for the evaluation of the last file; 120 to 300 ms in which React draws frame and screen, in steps ' +
  'of 5 ms; 130 ms of styles, layout and paint, with the first picture. React is 58 kB of it, RTK Query 15, the router 16, the stylesheet ' +
  '14. After the screen come the live connection (19 kB), what the badges count (6 kB) and pictures. The feed’s 202 kB are 184 kB of ' +
  'page, styles and code (with React and the live connection), 12 kB of answers and 6 kB of pictures.';

export const paintPart: Part = {
  name: 'paint',
  title: 'First paint: slow 4G (1.6 Mbit/s, 150 ms), a processor four times slower, 390 px, nothing cached',
  fewestRounds: 3,
  async run({ rounds, isSmall, only = [] }) {
    const executablePath = chromiumPath();
    if (executablePath === undefined) return noChromium('Page');
    const product = await startProduct(fillSampleNetwork);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const ids: Record<string, string> = {
      otherProfile: product.peer.id,
      chat: product.peer.id,
      project: product.projectId,
      room: product.projectId,
      editProject: product.projectId,
    };
    const names = Object.keys(clientRoutes).filter(
      (name) => (!isSmall || name === 'login') && name !== 'moderation' && (only.length === 0 || only.includes(name)),
    ) as (keyof typeof clientRoutes)[];
    const found = new Map<string, Opened[]>(names.map((name) => [name, []]));
    try {
      for (let round = 0; round < (isSmall ? 1 : rounds); round += 1) {
        for (const name of names) {
          const { path, access } = clientRoutes[name];
          const context = await newContext(
            browser,
            product.url,
            access === 'authenticated' ? product.me : undefined,
            phone,
          );
          const url = product.url + path.replace(/:\w+/, ids[name] ?? '');
          found.get(name)?.push(await openPage(context, url));
          await context.close();
        }
      }
    } finally {
      await browser.close();
      await product.stop();
    }
    const rows = [...found].map(([name, visits]) => {
      const spread = (key: Exclude<keyof Opened, 'repeated'>, digits = 0) => {
        const values = visits.map((visit) => visit[key]);
        return `${median(values).toFixed(digits)} (${range(values, digits)})`;
      };
      const last = visits.at(-1);
      return [
        name,
        ...[spread('firstPaint'), spread('largestPaint'), spread('blocking'), spread('shift', 3)],
        `${((last?.bytes ?? 0) / 1000).toFixed(0)}, ${last?.requests}`,
        last?.repeated.length === 0 ? 'none' : (last?.repeated.join(' ') ?? ''),
      ];
    });
    return [
      table(
        ['Page', 'first paint ms', 'largest paint ms', 'blocked ms', 'shift', 'kB, requests', 'calls made twice'],
        rows,
      ),
      `The sample network, with its pictures, as \`npm start\` makes it. Bytes are compressed, as they are sent, until the network has been quiet for two seconds. ${anchor}`,
      `${before} ${remaining}`,
    ].join('\n\n');
  },
};
