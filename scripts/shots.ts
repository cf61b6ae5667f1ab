// `node scripts/shots.ts [--edges] [name ...]`: pictures of every screen, light and dark, phone and desktop, into shots/; with
// --edges those of 320 and 1920 pixels, of a zoom of 200 % and of forced colours. The sample
// network fills them. A state that it cannot reach belongs into a test, which also says what must be visible.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { loadConfig } from '#server/config.ts';
import { start } from '#server/start.ts';
import { findChromium } from './find-chromium.mjs';

interface Screen {
  path: string;
  /** Clicks, or anything else that leads from the page to the state in the picture. */
  prepare?: (page: Page) => Promise<unknown>;
}

const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const openFirstCase = async (page: Page) => {
  await page.locator('[data-case]').first().click();
  await page.getByRole('group', { name: 'What you can do' }).waitFor();
};

const openFirstProject = async (page: Page) => {
  await page.locator('article', { hasNotText: 'Yours' }).locator('h3 a').first().click();
  await page.getByRole('button', { name: 'Ask to join' }).waitFor();
};

const openTeam = async (page: Page) => {
  await page.getByRole('tab', { name: /^Team/ }).click();
  await page.getByRole('textbox', { name: 'Message the team' }).waitFor();
};

const beforeLogin: Record<string, Screen> = {
  landing: { path: '/' },
  login: { path: '/login' },
  privacy: { path: '/privacy' },
  terms: { path: '/terms' },
  signup: { path: '/login', prepare: click('SingUP') },
  'invite-void': { path: `/invite#${'x'.repeat(43)}` },
  unsubscribe: { path: '/unsubscribe#000000000000000000000000.message.x' },
};

/** The person is a connection of the demo account, the project one of its own. */
const afterLogin = ({ person, project }: { person: string; project: string }): Record<string, Screen> => ({
  feed: { path: '/feed' },
  'feed-list': { path: '/feed?view=list' },
  'feed-filter-empty': { path: '/feed?skill=COBOL' },
  profile: { path: '/profile' },
  'profile-other': { path: `/profile/${person}` },
  'profile-edit': { path: '/profile/edit' },
  connections: { path: '/connection' },
  'connections-none-found': { path: '/connection?q=zzz' },
  requests: { path: '/requests' },
  'requests-sent': { path: '/requests?tab=sent' },
  search: { path: '/search?q=react' },
  'search-prompt': { path: '/search' },
  'search-none': { path: '/search?q=zzz' },
  settings: { path: '/setting' },
  'settings-notifications': { path: '/setting?section=notifications' },
  'settings-privacy': { path: '/setting?section=privacy' },
  projects: { path: '/projects' },
  'projects-explore': { path: '/projects?tab=explore' },
  'projects-role': { path: '/projects?tab=explore&role=Design' },
  project: { path: `/project/view/${project}` },
  // A project of another person, which the demo account can ask to join.
  'project-other': { path: '/projects?tab=explore&role=Design', prepare: openFirstProject },
  'project-team': { path: `/project/view/${project}`, prepare: openTeam },
  'project-create': { path: '/create-project' },
  'project-edit': { path: `/project/editproject/${project}` },
  chat: { path: `/chat/${person}` },
  'notifications-page': { path: '/notifications' },
  room: { path: `/messages/room/${project}` },
  notifications: { path: '/projects', prepare: click(/^Notifications/) },
  shortcuts: { path: '/projects', prepare: (page) => page.keyboard.press('?') },
  moderation: { path: '/moderation' },
  'moderation-case': { path: '/moderation', prepare: openFirstCase },
  error: { path: '/error' },
  'not-found': { path: '/nowhere' },
});

type Device = BrowserContextOptions & { viewport: { width: number; height: number } };

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
const usual: Record<string, Device> = {
  '390-light': { viewport: phone, colorScheme: 'light' },
  '390-dark': { viewport: phone, colorScheme: 'dark' },
  '1280-light': { viewport: desktop, colorScheme: 'light' },
  '1280-dark': { viewport: desktop, colorScheme: 'dark' },
};
const atTheEdges: Record<string, Device> = {
  '320': { viewport: { width: 320, height: 640 } },
  '1920': { viewport: { width: 1920, height: 1080 } },
  // The size of a window of 1280 × 800 at a zoom of 200 %.
  zoomed: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  forced: { viewport: desktop, forcedColors: 'active' },
};

const edges = process.argv.includes('--edges');
const wanted = process.argv.slice(2).filter((name) => name !== '--edges');
const demo = { emailId: 'demo@example.com', password: 'DotCode#2026' };
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
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
try {
  await product.ready;
  mkdirSync('shots', { recursive: true });
  await makeCases();
  for (const [suffix, device] of Object.entries(edges ? atTheEdges : usual)) {
    const context = await browser.newContext({
      baseURL: product.url,
      reducedMotion: 'reduce',
      hasTouch: device.viewport.width < 640,
      serviceWorkers: 'block',
      ...device,
    });
    await shootAll(context, beforeLogin, suffix);
    await context.request.post('/api/login', { data: demo });
    await shootAll(context, afterLogin(await samples(context)), suffix);
    await context.close();
  }
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true });
}

async function shootAll(context: BrowserContext, screens: Record<string, Screen>, suffix: string): Promise<void> {
  for (const [name, { path, prepare }] of Object.entries(screens)) {
    if (wanted.length > 0 && !wanted.some((each) => name === each || name.startsWith(`${each}-`))) continue;
    const page = await context.newPage();
    await page.goto(path);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `shots/${name}-${suffix}.png` });
    await page.close();
  }
}

/** Makes the demo account a moderator, with reports to look at. */
async function makeCases(): Promise<void> {
  const command = ['scripts/admin.ts', 'moderator', 'add', demo.emailId, '--database', env.DATABASE_URL];
  await promisify(execFile)(process.execPath, command);
  const context = await browser.newContext({ baseURL: product.url });
  const { request } = context;
  const account = { firstName: 'Rita', lastName: 'Reporter', emailId: 'rita@example.com', password: 'Str0ng!pass' };
  await request.post('/api/signup', { data: account });
  const feed = (await (await request.get('/api/user/feed?limit=5')).json()) as { _id: string }[];
  for (const [at, reason] of (['harassment', 'spam', 'impersonation'] as const).entries())
    await request.post('/api/report', {
      data: { kind: 'person', id: feed[at]?._id, reason, details: 'Please look at this.' },
    });
  await context.close();
}

async function samples({ request }: BrowserContext): Promise<{ person: string; project: string }> {
  const connections = (await (await request.get('/api/user/connections')).json()) as { data: { _id: string }[] };
  const projects = (await (await request.get('/api/myprojects')).json()) as { project: { _id: string }[] };
  return { person: connections.data[0]?._id ?? 'missing', project: projects.project[0]?._id ?? 'missing' };
}
