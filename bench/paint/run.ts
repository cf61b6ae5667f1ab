import { chromium } from '@playwright/test';
import { median, range, table } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { clientRoutes } from '#shared/routes.ts';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { type Opened, openPage } from './open-page.ts';
import { newContext, startProduct } from './product.ts';

type Visits = Opened & { secondVisit: number };

export const paintPart: Part = {
  name: 'paint',
  title: 'First paint: slow 4G (1.6 Mbit/s, 150 ms), a processor four times slower, 390 px, nothing cached',
  async run({ rounds, isSmall }) {
    const executablePath = findChromium();
    if (executablePath === undefined)
      return 'Chromium is not installed here: nothing was measured.\n\n| Page |\n| --- |';
    const product = await startProduct();
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const ids: Record<string, string> = {
      otherProfile: product.peerId,
      chat: product.peerId,
      project: product.projectId,
      room: product.projectId,
      editProject: product.projectId,
    };
    const names = Object.keys(clientRoutes).filter(
      (name) => (!isSmall || name === 'login') && name !== 'moderation',
    ) as (keyof typeof clientRoutes)[];
    const found = new Map<string, Visits[]>(names.map((name) => [name, []]));
    try {
      for (let round = 0; round < (isSmall ? 1 : rounds); round += 1) {
        for (const name of names) {
          const { path, access } = clientRoutes[name];
          const cookie = access === 'authenticated' ? product.cookie : undefined;
          const context = await newContext(browser, product.url, cookie);
          const url = product.url + path.replace(/:\w+/, ids[name] ?? '');
          const first = await openPage(context, url);
          const { largestPaint: secondVisit } = await openPage(context, url);
          found.get(name)?.push({ ...first, secondVisit });
          await context.close();
        }
      }
    } finally {
      await browser.close();
      await product.stop();
    }
    const rows = [...found].map(([name, visits]) => {
      const spread = (key: keyof Visits, digits = 0) => {
        const values = visits.map((visit) => visit[key]);
        return `${median(values).toFixed(digits)} (${range(values, digits)})`;
      };
      const last = visits.at(-1);
      return [
        name,
        ...[
          spread('firstPaint'),
          spread('largestPaint'),
          spread('secondVisit'),
          spread('blocking'),
          spread('shift', 3),
        ],
        `${((last?.bytes ?? 0) / 1000).toFixed(0)}, ${last?.requests}`,
      ];
    });
    return [
      table(
        ['Page', 'first paint ms', 'largest paint ms', 'second visit ms', 'blocked ms', 'shift', 'kB, requests'],
        rows,
      ),
      `The sample network, with its pictures, as \`npm start\` makes it. The second visit is the largest paint with the files in the cache. Bytes are compressed, as they are sent.`,
    ].join('\n\n');
  },
};
