// `npm run shots [screen ...]`: pictures of every screen, light and dark, phone and desktop, into shots/.
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { loadConfig } from '#server/config/config.ts';
import { start } from '#server/process/start.ts';
import { findChromium } from './find-chromium.mjs';
import { shootPeople } from './shots-of-people.ts';
import {
  type Cast,
  makeCast,
  shootChats,
  shootProfiles,
  shootProjects,
  shootSettings,
  type Take,
} from './shots-of-work.ts';

const widths = [390, 1280];
const themes = ['light', 'dark'] as const;
const demo = { emailId: 'demo@example.com', password: 'DotCode#2026' };

interface Named {
  _id: string;
}

const wanted = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'dotcode-shots-'));
const env = {
  ...process.env,
  PORT: '0',
  UPSTREAM_PORT: '0',
  UPSTREAM_URL: '',
  DATABASE_URL: `sqlite:${join(folder, 'shots.db')}`,
  DEMO: 'on',
  LOG_LEVEL: 'error',
  RATE_LIMIT_FACTOR: '100',
};
const product = await start(loadConfig(env), env);
const executablePath = findChromium();
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) });
try {
  await product.ready;
  mkdirSync('shots', { recursive: true });
  const cast = await makeCast(browser, product.url);
  for (const width of widths) {
    for (const theme of themes) await shoot(width, theme, cast);
  }
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true });
}

async function shoot(width: number, theme: (typeof themes)[number], cast: Cast): Promise<void> {
  const newContext = (storageState?: Cast['ana']) =>
    browser.newContext({
      baseURL: product.url,
      viewport: { width, height: width < 1024 ? 844 : 800 },
      colorScheme: theme,
      reducedMotion: 'reduce',
      hasTouch: width < 1024,
      serviceWorkers: 'block',
      ...(storageState && { storageState }),
    });
  const takeIn =
    (open: () => Promise<BrowserContext>, close: (context: BrowserContext) => Promise<void>): Take =>
    async (name, path, prepare) => {
      if (!isWanted(name)) return;
      const context = await open();
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      await page.goto(path, { waitUntil: 'networkidle' }).catch(() => undefined);
      const ready = async () => {
        // A slow machine takes no pictures of what is still loading.
        await page.locator('h1').first().waitFor({ state: 'attached' });
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
        await prepare?.(page);
      };
      await ready().catch((error) => console.error(`${name} ${width} ${theme}: ${error}`));
      await page.screenshot({ path: `shots/${name}-${width}-${theme}.png` });
      const isLonger = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
      if (isLonger) await page.screenshot({ path: `shots/${name}-${width}-${theme}-full.png`, fullPage: true });
      await page.close();
      await close(context);
    };
  const context = await newContext();
  const take = takeIn(
    async () => context,
    async () => undefined,
  );
  /** Each picture in a browser of its own: what one leaves on the device, the next does not find. */
  const takeAs = (state: Cast['ana']): Take =>
    takeIn(
      () => newContext(state),
      (own) => own.close(),
    );
  await take('landing', '/');
  await take('login', '/login');
  await take('signup', '/login', async (page) => {
    await page.getByRole('button', { name: 'SingUP' }).click();
    await page.getByLabel('Password', { exact: true }).fill('Secret#');
    await page.getByRole('button', { name: 'SignUp', exact: true }).click();
    await page.getByRole('alert').getByText(/./).first().waitFor();
  });
  await context.request.post('/api/login', { data: demo });
  const { person, project } = await samples(context);
  await take('feed', '/feed');
  await take('feed-list', '/feed?view=list');
  await take('profile', '/profile');
  await take('profile-other', `/profile/${person}`);
  await take('profile-edit', '/profile/edit');
  await take('connections', '/connection');
  await take('requests', '/requests');
  await take('search', '/search?q=re');
  await take('settings', '/setting');
  await take('projects', '/projects');
  await take('projects-explore', '/projects?tab=explore');
  await take('project', `/project/view/${project}`);
  await take('project-create', '/create-project');
  await take('project-edit', `/project/editproject/${project}`);
  await take('chat', `/chat/${person}`);
  await take('error', '/error');
  await take('not-found', '/nowhere');
  await context.close();

  const takes = { ana: takeAs(cast.ana), newcomer: takeAs(cast.newcomer), longNamed: takeAs(cast.longNamed) };
  const ben = await newContext(cast.ben);
  await shootProfiles(takes, cast);
  await shootSettings(takes.ana);
  await shootProjects(takes, cast);
  await shootChats(takes, cast, ben);
  await ben.close();
  await shootPeople({ browser, url: product.url, width, theme, isWanted });
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((each) => name === each || name.startsWith(`${each}-`));
}

/** Somebody to chat with, and a project to look at. */
async function samples({ request }: BrowserContext): Promise<{ person: string; project: string }> {
  const connections = (await (await request.get('/api/user/connections')).json()) as { data: Named[] };
  const projects = (await (await request.get('/api/myprojects')).json()) as { project: Named[] };
  return { person: connections.data[0]?._id ?? 'missing', project: projects.project[0]?._id ?? 'missing' };
}
