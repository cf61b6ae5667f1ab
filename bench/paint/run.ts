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
  'Before they started without the router and RTK Query (record 063): 121 kB of script and 297 ms blocked at the landing page, ' +
  '332 ms at the login. Layout shifts before: profile 0.094, edit profile 0.246, settings 0.039.';

const remaining =
  'Wanted: 0.8 s for both paints of the open pages, 1.9 s for the largest paint of signed-in screens. Before record 069, in the same ' +
  'minutes on one busy machine (processor about twice slower than when quiet): feed 3500 ms, 955 ms blocked, 207 kB; after it 2100 to ' +
  '2560 ms, 200 to 370 ms blocked, 196 kB; landing and login 780 and 670 ms before, 500 to 670 ms after; login 199 kB before, 119 after. ' +
  'The time of a signed-in screen is the transfer of some 165 kB before its first paint (1.1 s at this rate, after 0.45 s of round ' +
  'trips) and then the drawing of the screen on the slowed processor; React is evaluated while the rest arrives. What is blocked is ' +
  'the evaluation of React (one module), and the commit of the screen.';

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
      remaining,
    ].join('\n\n');
  },
};
