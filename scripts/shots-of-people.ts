// The states of landing, login, shell, feed, requests, connections, search and errors that `npm run shots` shows
// beside the plain screens. What the sample network cannot be brought to is answered in the browser.
import type { Browser, BrowserContext, Page } from '@playwright/test';

interface Session {
  browser: Browser;
  url: string;
  width: number;
  theme: 'light' | 'dark';
  isWanted: (name: string) => boolean;
}

/** Answers by "METHOD path": a body, or a status with one; `never` leaves the call open. */
type Answers = Record<string, unknown>;
const never = Symbol('never');
const failing = (status: number, message: string, code = 'internal') => ({ failed: status, code, message });

interface State {
  path: string;
  anonymous?: boolean;
  answers?: Answers;
  /** Before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  prepare?: (page: Page) => Promise<unknown>;
  /** Nothing is awaited: what loads is the picture. */
  loading?: boolean;
}

const me = { _id: 'aa0000000000000000000001', firstName: 'Robin', lastName: 'Castell', emailId: 'demo@example.com' };
const own = { ...me, about: 'I connect things.', skills: ['React', 'PostgreSQL', 'Go'] };
const person = (id: number, firstName: string, lastName: string, more: object = {}) => ({
  _id: `bb000000000000000000000${id}`,
  firstName,
  lastName,
  ...more,
});
const manySkills = ['TypeScript', 'React', 'PostgreSQL', 'Kubernetes', 'GraphQL', 'Rust', 'Go', 'Elixir', 'Terraform'];
const people = [
  person(1, 'محمد عبد الرحمن', 'بن خالد', {
    headline: 'مهندس برمجيات، أحب قواعد البيانات',
    about: 'أبني أدوات هادئة للأشخاص الذين يكتبون. '.repeat(8),
    skills: [...manySkills, 'Accessibility', 'Internationalisation'],
    shared: ['React', 'PostgreSQL', 'Go'],
  }),
  person(2, 'Wolfeschlegelsteinhausenbergerdorff', 'x'.repeat(40), {
    headline: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter',
    about: 'y'.repeat(300),
    skills: ['z'.repeat(40), ...manySkills],
  }),
  person(3, 'Bo', 'Li', { skills: [] }),
  person(4, 'Ana', 'Ferreira', {
    photoUrl: 'https://pictures.test/ana.svg',
    headline: 'Makes slow queries fast',
    about: 'Looking for someone to build a small, kind issue tracker with.',
    skills: ['PostgreSQL', 'Go', 'React', 'Redis', 'Nix'],
    shared: ['PostgreSQL', 'Go', 'React'],
  }),
  person(5, 'Đức', 'Nguyễn', { about: 'Delivery software.', skills: ['Node.js', 'TypeScript', 'Redis'] }),
];
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const received = people.map((fromUserID, at) => ({
  _id: `cc000000000000000000000${at}`,
  fromUserID: at === 2 ? null : fromUserID,
  toUserID: me._id,
  status: 'interested',
  createdAt: ago(at * 400 + 2),
}));
const sent = people.map((toUserID, at) => ({
  _id: `dd000000000000000000000${at}`,
  fromUserID: me._id,
  toUserID: at === 2 ? null : toUserID,
  status: at === 3 ? 'ignored' : 'interested',
  createdAt: ago(at * 700 + 40),
}));
const all = ['search', 'feed.ranked', 'requests.sent', 'connections.remove', 'profile.links', 'chat.list', 'chat.live'];
const list = (data: unknown[]) => ({ message: '', data });
const portrait =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><rect width="400" height="300" fill="#9ab"/><circle cx="200" cy="130" r="60" fill="#543"/><path d="M80 300a120 110 0 0 1 240 0z" fill="#234"/></svg>';

const signedIn: Answers = {
  'GET capabilities': { capabilities: all },
  'GET profile/view': own,
  [`GET profile/${me._id}`]: { message: '', user: own },
  'GET user/feed': people,
  'GET user/request/received': list(received.slice(0, 2)),
  'GET user/request/sent': list(sent),
  'GET user/connections': list(people),
  'GET chats': {
    items: [
      {
        user: people[1],
        lastMessage: { senderId: people[1]?._id, text: 'w'.repeat(90), createdAt: ago(3) },
        unread: 128,
      },
      { user: people[0], lastMessage: { senderId: me._id, text: 'هل نبدأ اليوم؟', createdAt: ago(300) }, unread: 0 },
    ],
    nextCursor: null,
    unreadTotal: 128,
  },
  'GET projects': { message: '', project: [] },
  [`GET myprojects/${me._id}`]: { success: true, message: '', project: [] },
  'GET search/people': { items: people, nextCursor: null },
  'GET search/projects': { items: [], nextCursor: null },
};
const bare = { ...signedIn, 'GET capabilities': failing(404, '', 'not_found') };
const broken = failing(503, 'The service is not available at the moment. Please try again.', 'unavailable');
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const states: Record<string, State> = {
  'landing-unreachable': { path: '/', anonymous: true, answers: { 'GET profile/view': broken } },
  'login-failed': {
    path: '/login',
    anonymous: true,
    answers: { 'POST login': failing(401, 'The email or password is wrong.', 'wrong_credentials') },
    prepare: button('Login'),
  },
  'login-pending': { path: '/login', anonymous: true, answers: { 'POST login': never }, prepare: button('Login') },
  'signup-taken': {
    path: '/login',
    anonymous: true,
    answers: { 'POST signup': failing(409, 'This email is already in use.', 'email_taken') },
    prepare: async (page) => {
      await button('SingUP')(page);
      await button('SignUp')(page);
    },
  },
  gate: {
    path: '/feed',
    loading: true,
    answers: { 'GET profile/view': never },
    before: (page) => page.clock.install(),
    prepare: async (page) => {
      await page.getByText('Loading, please wait...').waitFor();
      await page.clock.runFor(9000);
    },
  },
  'feed-long': { path: '/feed' },
  'feed-photo': { path: '/feed', answers: { 'GET user/feed': people.slice(3) } },
  'feed-list-long': { path: '/feed?view=list' },
  'feed-loading': { path: '/feed', loading: true, answers: { 'GET user/feed': never } },
  'feed-list-loading': { path: '/feed?view=list', loading: true, answers: { 'GET user/feed': never } },
  'feed-empty': { path: '/feed', answers: { 'GET user/feed': [] } },
  'feed-caught-up': {
    path: '/feed',
    answers: { 'GET user/feed': people.slice(4) },
    prepare: button(/^Ignore Đức/),
  },
  'feed-filter-empty': { path: '/feed?skill=COBOL', answers: { 'GET user/feed': [] } },
  'feed-filtered': { path: '/feed?skill=Go' },
  'feed-error': { path: '/feed', answers: { 'GET user/feed': broken } },
  'feed-failed': {
    path: '/feed',
    answers: { [`POST request/interested/${people[3]?._id}`]: broken, 'GET user/feed': people.slice(3) },
    prepare: button(/^Interested in Ana/),
  },
  'feed-undo': {
    path: '/feed',
    answers: { 'GET user/feed': people.slice(3) },
    prepare: async (page) => {
      await button(/^Interested in Ana/)(page);
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  'requests-many': { path: '/requests', answers: { 'GET user/request/received': list(received) } },
  'requests-selecting': {
    path: '/requests',
    answers: { 'GET user/request/received': list(received.map((each, at) => ({ ...each, fromUserID: people[at] }))) },
    prepare: async (page) => {
      await button('Select')(page);
      await button('Select all')(page);
    },
  },
  'requests-question': {
    path: '/requests',
    answers: { 'GET user/request/received': list(received.map((each, at) => ({ ...each, fromUserID: people[at] }))) },
    prepare: async (page) => {
      await button('Select')(page);
      await button('Select all')(page);
      await button(/^Reject 5/)(page);
    },
  },
  'requests-accepted': { path: '/requests', prepare: button(/^Accept/) },
  'requests-failed': {
    path: '/requests',
    answers: { [`POST request/review/rejected/${received[0]?._id}`]: broken },
    prepare: button(/^Reject/),
  },
  'requests-empty': { path: '/requests', answers: { 'GET user/request/received': list([]) } },
  'requests-loading': { path: '/requests', loading: true, answers: { 'GET user/request/received': never } },
  'requests-error': { path: '/requests', answers: { 'GET user/request/received': broken } },
  'requests-sent': { path: '/requests?tab=sent' },
  'requests-sent-empty': { path: '/requests?tab=sent', answers: { 'GET user/request/sent': list([]) } },
  'requests-sent-here': {
    path: '/requests?tab=sent',
    answers: {
      ...bare,
      'GET user/connections': list([]),
      ...Object.fromEntries(people.map((each) => [`GET profile/${each._id}`, { message: '', user: each }])),
    },
    before: (page) =>
      page.addInitScript(
        ([id, entries]) => localStorage.setItem(`dotcode:user:${id}:sent-ledger`, entries ?? ''),
        [
          me._id,
          JSON.stringify(people.slice(0, 3).map(({ _id }) => ({ userId: _id, status: 'interested', at: ago(90) }))),
        ],
      ),
  },
  'connections-long': { path: '/connection' },
  'connections-former': {
    path: '/connection',
    answers: { 'GET user/connections': list([people[0], null, people[4], null]) },
  },
  'connections-none-found': { path: '/connection?q=zzz' },
  'connections-empty': { path: '/connection', answers: { 'GET user/connections': list([]) } },
  'connections-loading': { path: '/connection', loading: true, answers: { 'GET user/connections': never } },
  'connections-error': { path: '/connection', answers: { 'GET user/connections': broken } },
  'search-prompt': { path: '/search' },
  'search-long': { path: '/search?q=re' },
  'search-skill': { path: '/search?q=re&skill=Go' },
  'search-none': { path: '/search?q=zzz', answers: { 'GET search/people': { items: [], nextCursor: null } } },
  'search-loading': { path: '/search?q=re', loading: true, answers: { 'GET search/people': never } },
  'search-error': { path: '/search?q=re', answers: { 'GET search/people': broken } },
  'search-bare': { path: '/search?q=re', answers: bare },
  'error-crash': {
    path: '/feed',
    answers: { 'GET user/feed': [person(6, 'Ana', 'Broken', { about: {}, skills: [] })] },
  },
  'error-offline': {
    path: '/feed',
    loading: true,
    answers: { 'GET profile/view': 'offline' },
    before: (page) => page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false })),
    prepare: (page) => page.getByRole('heading', { name: 'There is no connection' }).waitFor(),
  },
  'shell-offline': {
    path: '/projects',
    answers: { [`GET myprojects/${me._id}`]: 'offline' },
    before: (page) => page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false })),
  },
  'shell-session-ended': {
    path: '/connection',
    answers: { 'GET user/connections': failing(401, 'Please log in.', 'unauthenticated') },
    loading: true,
    prepare: (page) => page.getByRole('dialog').waitFor(),
  },
  'shell-legend': { path: '/feed', prepare: (page) => page.keyboard.press('?') },
  'shell-legend-none': {
    path: '/feed',
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('searchbox', { name: 'Filter the shortcuts' }).fill('zzz');
    },
  },
  'shell-focus': {
    path: '/feed',
    prepare: async (page) => {
      for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
    },
  },
  'bell-news': { path: '/projects', prepare: button(/^Notifications/) },
  'bell-empty': {
    path: '/projects',
    answers: {
      'GET user/request/received': list([]),
      'GET chats': { items: [], nextCursor: null, unreadTotal: 0 },
    },
    prepare: button(/^Notifications/),
  },
  'bell-failed': {
    path: '/projects',
    answers: { 'GET user/request/received': broken },
    prepare: button(/^Notifications/),
  },
  'bell-text-200': {
    path: '/projects',
    prepare: async (page) => {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await button(/^Notifications/)(page);
      await page.getByRole('link', { name: 'See all messages' }).scrollIntoViewIfNeeded();
    },
  },
  'shell-text-200': {
    path: '/connection',
    prepare: (page) =>
      page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      }),
  },
  'shell-toasts': {
    path: '/feed?view=list',
    answers: {
      [`POST request/interested/${people[0]?._id}`]: failing(409, 'There is one.', 'already_related'),
      [`POST request/ignored/${people[2]?._id}`]: { message: '', data: { _id: 'ee1', status: 'ignored' } },
      [`POST request/interested/${people[3]?._id}`]: { message: '', data: { _id: 'ee2', status: 'accepted' } },
    },
    prepare: async (page) => {
      await page
        .locator('article')
        .nth(0)
        .getByRole('button', { name: /^Interested/ })
        .click();
      await page
        .locator('article')
        .nth(1)
        .getByRole('button', { name: /^Ignore/ })
        .click();
      await page
        .locator('article')
        .nth(1)
        .getByRole('button', { name: /^Interested/ })
        .click();
      await page.getByText('you are connected').waitFor();
      await page.locator('[data-sonner-toast]').first().hover();
    },
  },
};

export async function shootPeople({ browser, url, width, theme, isWanted }: Session): Promise<void> {
  for (const [name, state] of Object.entries(states)) {
    if (!isWanted(name)) continue;
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height: width < 1024 ? 844 : 800 },
      colorScheme: theme,
      reducedMotion: 'reduce',
      hasTouch: width < 1024,
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(8000);
    // Without a cookie the gateway sends a screen of a signed-in user elsewhere; whose session it is, is answered here.
    if (!state.anonymous) await context.addCookies([{ name: 'token', value: 'a-picture', url }]);
    await answer(context, state);
    const page = await context.newPage();
    await state.before?.(page);
    await page.goto(state.path).catch(() => undefined);
    try {
      if (!state.loading) await settled(page);
      await state.prepare?.(page);
      await page.waitForLoadState('networkidle', { timeout: 600 }).catch(() => undefined);
    } catch (error) {
      console.error(`${name} ${width} ${theme}: ${error}`);
    }
    await page.screenshot({ path: `shots/${name}-${width}-${theme}.png` });
    await context.close();
  }
}

/** The loading gate is past, and no list still loads. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' });
}

async function answer(context: BrowserContext, { anonymous, answers = {} }: State): Promise<void> {
  const all = { ...(anonymous ? {} : signedIn), ...answers };
  await context.route('https://pictures.test/**', (route) =>
    route.fulfill({ body: portrait, contentType: 'image/svg+xml' }),
  );
  await context.route('**/api/**', async (route) => {
    const request = route.request();
    const call = `${request.method()} ${new URL(request.url()).pathname.replace(/^\/api\//, '')}`;
    if (!(call in all)) {
      if (anonymous) return route.fallback();
      if (request.method() === 'GET')
        return route.fulfill({ status: 404, json: { code: 'not_found', message: 'Nothing.' } });
      return route.fulfill({ json: { message: '', data: { _id: 'ee0000000000000000000001', status: 'interested' } } });
    }
    const body = (all as Answers)[call];
    if (body === never) return;
    if (body === 'offline') return route.abort('internetdisconnected');
    if (typeof body === 'object' && body !== null && 'failed' in body) {
      const { failed, ...error } = body as { failed: number };
      return route.fulfill({ status: failed, json: error });
    }
    return route.fulfill({ json: body });
  });
}
