// The states of profiles, settings, projects, chats and messages that `npm run shots` shows beside the plain screens.
import type { Browser, BrowserContext, Page, Route } from '@playwright/test';

export type Take = (name: string, path: string, prepare?: (page: Page) => Promise<void>) => Promise<void>;

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** People and projects that the sample network has none of; made once, for all sizes and themes. */
export interface Cast {
  ana: State;
  ben: State;
  newcomer: State;
  longNamed: State;
  ids: Record<'ana' | 'ben' | 'longNamed' | 'stranger' | 'asker', string>;
  /** Ana's, with people who ask to join. */
  asked: string;
  /** Everything as long as the service takes it, written from right to left. */
  longProject: string;
}

const skills = ['TypeScript', 'React', 'PostgreSQL', 'Rust', 'Accessibility'];
const manySkills = ['TypeScript', 'React', 'PostgreSQL', 'Kubernetes', 'GraphQL', 'Rust', 'Go', 'Elixir', 'Terraform']
  .concat(['WebAssembly', 'Accessibility', 'Internationalisation', 'Observability', 'Redis', 'Kafka', 'Swift'])
  .concat(['x'.repeat(40), 'Zig', 'Haskell', 'Svelte']);
const code =
  '```ts\nexport const merge = <T>(a: readonly T[], b: readonly T[]): T[] => [...new Set([...a, ...b])];\n```';
const description = [
  '# Aim',
  'Keeps **order** in notes, with `links` between them and nothing that needs an account.',
  '## How',
  '- one file a note\n- [Markdown](https://example.com) in, Markdown out\n- search that forgives typing mistakes',
  code,
  '> Small enough to read in one evening.',
  '| Part | Lines |\n|---|---|\n| Parser | 220 |\n| Search | 140 |',
].join('\n\n');

export async function makeCast(browser: Browser, baseURL: string): Promise<Cast> {
  const contexts: BrowserContext[] = [];
  const join = async (firstName: string, lastName: string, profile: object = {}) => {
    const context = await browser.newContext({ baseURL });
    contexts.push(context);
    const emailId = `${contexts.length}@example.com`;
    const data = { firstName, lastName, emailId, password: 'Str0ng!pass' };
    const reply = (await (await context.request.post('/api/signup', { data })).json()) as {
      data: { savedUser: { _id: string } };
    };
    await context.request.patch('/api/profile/edit', { data: profile });
    return { context, id: reply.data.savedUser._id };
  };
  type Person = Awaited<ReturnType<typeof join>>;
  const show = (from: Person, to: Person) => from.context.request.post(`/api/request/interested/${to.id}`);
  const meet = async (one: Person, other: Person) => {
    await show(one, other);
    await show(other, one);
  };
  const create = async (by: Person, data: object): Promise<string> => {
    const reply = await by.context.request.post('/api/create-project', { data });
    return ((await reply.json()) as { project: { _id: string } }).project._id;
  };

  const about = 'I build quiet tools for people who write.\n\nNow: a search that forgives. https://example.com/ana';
  const ana = await join('Ana', 'Alves', { about, skills, headline: 'Search and editors', location: 'Lisbon' });
  const ben = await join('Ben', 'Berg', { skills, headline: 'Databases, mostly' });
  const longNamed = await join('محمد عبد الرحمن بن خالد', 'Wolfeschlegelsteinhausenbergerdorffs', {
    about: `אני כותב קוד פתוח כבר עשור. ${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(3)}`,
    headline: 'h'.repeat(120),
    location: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    skills: manySkills,
  });
  const stranger = await join('Cleo', 'Park', { about: 'Compilers and coffee.', skills: ['Rust', 'LLVM'] });
  const asker = await join('Dua', 'Okafor', { about: 'Maps.', skills: ['Go', 'PostGIS', 'Rust', 'QGIS', 'Python'] });
  const newcomer = await join('Eva', 'Novak');
  await meet(ana, ben);
  await meet(ana, longNamed);
  await show(asker, ana);
  const asked = await create(ana, { projectName: 'Tidy notes', skills, description });
  await create(ana, {
    projectName: 'Raft, slowly',
    skills: ['Go'],
    description: 'Consensus, explained by small tests.',
  });
  const longProject = await create(longNamed, {
    projectName: 'مشروع مفتوح المصدر Rindfleischetikettierungsüberwachungsaufgabenübertragung',
    description: 'هذا وصف طويل للمشروع. '.repeat(30) + 'x'.repeat(200),
    skills: manySkills,
  });
  for (const [person, note] of [
    [ben, 'I label everything, and I have written two parsers like this one.'],
    [longNamed, 'w'.repeat(280)],
    [asker, ''],
  ] as const)
    await person.context.request.post(`/api/project/interest/${asked}`, { data: note === '' ? {} : { note } });
  await talk(ben, ana.id, ['Hi Ana, have you seen the new index?', 'It is **much** smaller.', code]);
  await talk(ana, ben.id, ['Not yet. Is it in `main`?', 'Does https://example.com/changes/2026 say more?']);
  await talk(ben, ana.id, ['It is. Have a look when you can.', 'x'.repeat(120), 'هل يمكننا التحدث غدًا؟']);
  const cast: Cast = {
    ana: await ana.context.storageState(),
    ben: await ben.context.storageState(),
    newcomer: await newcomer.context.storageState(),
    longNamed: await longNamed.context.storageState(),
    ids: { ana: ana.id, ben: ben.id, longNamed: longNamed.id, stranger: stranger.id, asker: asker.id },
    asked,
    longProject,
  };
  for (const context of contexts) await context.close();
  return cast;
}

async function talk({ context }: { context: BrowserContext }, peer: string, texts: string[]): Promise<void> {
  const page = await context.newPage();
  await page.goto(`/chat/${peer}`);
  for (const text of texts) await write(page, text);
  await page.close();
}

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message / });

async function write(page: Page, text: string): Promise<void> {
  const shown = page.locator('[data-message]');
  await composer(page).waitFor();
  const before = await shown.count();
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await shown.nth(before).waitFor();
  await page.getByText('Sending').waitFor({ state: 'detached' });
}

const json = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body });
const down = json(503, { code: 'unavailable', message: 'The service cannot be reached just now.' });

/** With a page that meets other answers than the real ones. */
function answering(pattern: RegExp, answer: (route: Route) => Promise<void>, then?: (page: Page) => Promise<void>) {
  return async (page: Page) => {
    await page.route(pattern, answer);
    await page.reload({ waitUntil: 'networkidle' });
    await then?.(page);
  };
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

export async function shootProfiles(take: { [Who in 'ana' | 'newcomer' | 'longNamed']: Take }, cast: Cast) {
  const { ids } = cast;
  await take.newcomer('profile-new', '/profile');
  await take.longNamed('profile-long', '/profile');
  await take.ana('profile-projects-fail', '/profile', answering(/\/api\/myprojects/, down));
  await take.ana('profile-other-long', `/profile/${ids.longNamed}`);
  await take.ana('profile-other-menu', `/profile/${ids.ben}`, press('More about Ben'));
  await take.ana('profile-other-note', `/profile/${ids.ben}`, async (page) => {
    await press('More about Ben')(page);
    await press('Private note')(page);
  });
  await take.ana('profile-other-remove', `/profile/${ids.ben}`, async (page) => {
    await press('More about Ben')(page);
    await press('Remove connection')(page);
  });
  await take.ana('profile-other-stranger', `/profile/${ids.stranger}`);
  await take.ana('profile-other-asks', `/profile/${ids.asker}`);
  await take.newcomer('profile-other-sent', `/profile/${ids.stranger}`, async (page) => {
    const interested = page.getByRole('button', { name: 'Interested' });
    if (await interested.isVisible()) await interested.click();
    await page.getByText('Request sent').first().waitFor();
  });
  await take.ana('profile-other-gone', '/profile/nobody');
  await take.ana('profile-other-fail', `/profile/${ids.ben}`, answering(/\/api\/profile\/[^v]/, down));
  await take.longNamed('profile-edit-long', '/profile/edit');
  await take.ana('profile-edit-errors', '/profile/edit', async (page) => {
    await page.getByLabel('First name').fill('A');
    await page.getByLabel('Photo link').fill('nothing');
    await page.getByLabel('About').fill('z'.repeat(501));
    await press('Save')(page);
  });
  await take.ana('profile-edit-fail', '/profile/edit', async (page) => {
    await page.route(/\/api\/profile\/edit/, down);
    await page.getByLabel('First name').fill('Anna');
    await press('Save')(page);
    await page.getByRole('alert').getByText(/./).first().waitFor();
  });
  await take.ana('profile-edit-leave', '/profile/edit', async (page) => {
    await page.getByLabel('First name').fill('Anna');
    await page.getByRole('link', { name: 'Back to profile' }).click();
    await page.getByRole('dialog').waitFor();
  });
  await take.ana('profile-edit-preview', '/profile/edit', async (page) => {
    const tab = page.getByRole('tab', { name: 'Preview' });
    if (await tab.isVisible()) await tab.click();
  });
}

export async function shootSettings(take: Take) {
  for (const section of ['appearance', 'accessibility', 'notifications', 'privacy', 'data'])
    await take(`settings-${section}`, `/setting?section=${section}`);
  await take('settings-password', '/setting', async (page) => {
    await page.getByLabel('Current password', { exact: true }).fill('Str0ng!pass');
    await page.getByLabel('New password', { exact: true }).fill('Str0ng');
    await page.getByLabel('Confirm new password', { exact: true }).fill('Str');
    await press('Change password')(page);
  });
  await take('settings-password-fail', '/setting', async (page) => {
    await page.getByLabel('Current password', { exact: true }).fill('not mine');
    await page.getByLabel('New password', { exact: true }).fill('An0ther!pass');
    await page.getByLabel('Confirm new password', { exact: true }).fill('An0ther!pass');
    await press('Change password')(page);
    await page.getByText('This is not your current password.').waitFor();
  });
  await take('settings-sessions-fail', '/setting', answering(/\/api\/profile\/sessions/, down));
  await take('settings-delete', '/setting?section=data', press('Delete my account'));
  await take('settings-delete-fail', '/setting?section=data', async (page) => {
    await press('Delete my account')(page);
    await press('Delete for good')(page);
  });
  await take('settings-clear', '/setting?section=data', press('Clear this device'));
  await take('settings-downloaded', '/setting?section=data', async (page) => {
    await press('Download my data')(page);
    await page.getByText('Saved to your downloads.').waitFor();
  });
}

export async function shootProjects(take: { [Who in 'ana' | 'newcomer' | 'longNamed']: Take }, cast: Cast) {
  const { asked, longProject } = cast;
  await take.newcomer('projects-empty', '/projects');
  await take.newcomer('projects-joined-empty', '/projects?tab=interested');
  await take.longNamed('projects-long', '/projects');
  await take.longNamed('projects-joined', '/projects?tab=interested');
  await take.ana('projects-fail', '/projects', answering(/\/api\/myprojects/, down));
  await take.ana('projects-none-fits', '/projects?skill=Cobol');
  await take.ana('project-asked', `/project/view/${asked}`);
  await take.ana('project-delete', `/project/view/${asked}`, press('Delete'));
  await take.ana('project-long', `/project/view/${longProject}`);
  await take.newcomer('project-visitor', `/project/view/${asked}`);
  await take.longNamed('project-asking', `/project/view/${asked}`);
  await take.ana('project-gone', '/project/view/nothing');
  await take.ana('project-fail', `/project/view/${asked}`, answering(/\/api\/project\/view/, down));
  await take.ana('project-edit-filled', `/project/editproject/${asked}`);
  await take.ana('project-edit-preview', `/project/editproject/${asked}`, async (page) => {
    await press('Preview')(page);
    // The code has its frame last.
    await page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Copy' }).waitFor();
  });
  await take.ana('project-edit-not-mine', `/project/editproject/${longProject}`);
  await take.ana('project-edit-conflict', `/project/editproject/${asked}`, async (page) => {
    await page.getByLabel('Name').fill('Tidier notes');
    await page.route(/\/api\/project\/view/, async (route) => {
      const reply = await route.fetch();
      const body = (await reply.json()) as { project: object };
      await route.fulfill({ json: { ...body, project: { ...body.project, description: 'Changed elsewhere' } } });
    });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('button', { name: 'Keep mine' }).waitFor();
  });
  await take.longNamed('project-edit-long', `/project/editproject/${longProject}`);
  await take.newcomer('project-create-errors', '/create-project', async (page) => {
    await page.route(/\/api\/create-project/, (route) =>
      json(422, {
        code: 'invalid',
        message: 'Some fields cannot be saved.',
        fields: { projectName: 'This name is taken.', projectImage: 'This must be a link.' },
      })(route),
    );
    await page.getByLabel('Name').fill('Notes');
    await press(/^Create$/)(page);
    await page.getByText('This name is taken.').first().waitFor();
  });
  await take.newcomer('project-create-no-name', '/create-project', press(/^Create$/));
  await take.newcomer('project-create-draft', '/create-project', async (page) => {
    await page.getByLabel('Name').fill('Half a thought');
    await page.reload();
    await page.getByText(/^Draft from/).waitFor();
  });
  await take.newcomer('project-create-leave', '/create-project', async (page) => {
    await page.getByLabel('Name').fill('Half a thought');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor();
  });
}

export async function shootChats(take: { [Who in 'ana' | 'newcomer']: Take }, cast: Cast, ben: BrowserContext) {
  const { ids } = cast;
  const chat = `/chat/${ids.ben}`;
  await take.ana('chat-conversation', chat);
  await take.ana('chat-empty', `/chat/${ids.longNamed}`);
  await take.newcomer('chat-not-connected', `/chat/${ids.ana}`);
  await take.ana('chat-fail', chat, answering(/\/api\/chat\//, down));
  await take.ana('chat-menu', chat, press('More about this conversation'));
  await take.ana('chat-message-menu', chat, async (page) => {
    await page
      .getByRole('button', { name: /^Message of/ })
      .first()
      .click({ force: true });
  });
  await take.ana('chat-find', chat, async (page) => {
    await press('More about this conversation')(page);
    await press('Find in conversation')(page);
    await page.getByRole('searchbox', { name: 'Find in conversation' }).fill('is');
    await page.getByText(/ of /).first().waitFor();
  });
  await take.ana('chat-code', chat, async (page) => {
    await page.locator('[data-message] pre').first().scrollIntoViewIfNeeded();
  });
  await take.ana('chat-long-text', chat, async (page) => {
    await composer(page).fill('y '.repeat(1010));
  });
  await take.ana('chat-keyboard', chat, async (page) => {
    const size = page.viewportSize();
    if (size && size.width < 1024) await page.setViewportSize({ width: size.width, height: 460 });
    await composer(page).fill('Three\nlines\nof text');
  });
  for (const [name, path] of [
    ['connections-online', '/connection'],
    ['chat-online', chat],
  ] as const)
    await take.ana(name, path, async (page) => {
      const other = await ben.newPage();
      await other.goto('/projects');
      await page.getByText('Online', { exact: true }).first().waitFor();
    });
  await take.ana('chat-typing', chat, async (page) => {
    const other = await ben.newPage();
    await other.goto(`/chat/${ids.ana}`);
    await other
      .getByText(/^(Online|Offline)$/)
      .first()
      .waitFor();
    await composer(other).pressSequentially('Well');
    await page.getByText('is typing…').waitFor();
    await other.close();
  });
  await take.ana('chat-offline', chat, async (page) => {
    await page
      .getByText(/^(Online|Offline)$/)
      .first()
      .waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline', { exact: true }).first().waitFor();
    for (const text of ['This waits', 'and this, in order']) {
      await composer(page).fill(text);
      await composer(page).press('Enter');
    }
    await page.getByText('Will send when you are back').nth(1).waitFor();
  });
  await take.ana('chat-failed', chat, async (page) => {
    await page.evaluate(
      ({ own, peer }) => {
        const item = {
          clientId: 'failed-1',
          peerId: peer,
          text: 'Can we talk tomorrow?',
          createdAt: new Date().toISOString(),
          order: 1,
          state: 'failed',
          reason: 'The service had a problem of its own.',
          attempted: true,
          after: null,
        };
        localStorage.setItem(`dotcode:user:${own}:outbox:failed-1`, JSON.stringify(item));
      },
      { own: ids.ana, peer: ids.ben },
    );
    await page.reload({ waitUntil: 'networkidle' });
  });
  await take.ana(
    'chat-former-member',
    chat,
    answering(/\/api\/(chat|profile)\/[^v]/, (route) =>
      json(route.request().url().includes('/profile/') ? 404 : 200, {
        chat: {
          _id: 'c',
          participants: [null],
          messages: [{ _id: 'm', senderId: null, text: 'So long.', createdAt: '2026-03-02T09:30:00.000Z' }],
        },
      })(route),
    ),
  );
  await take.ana('toast-message', '/projects', async (page) => {
    const other = await ben.newPage();
    await other.goto(`/chat/${ids.ana}`);
    await write(other, 'Are you there?');
    await page.getByText('Ben Berg: Are you there?').waitFor();
    await other.close();
  });
  await take.ana('toast-three', `/project/view/${cast.asked}`, async (page) => {
    for (let i = 0; i < 3; i += 1) await page.getByRole('button', { name: 'Copy link' }).click();
    await page.locator('[data-sonner-toast]').nth(2).waitFor();
    await page.locator('[data-sonner-toast]').first().hover();
  });
}
