import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { memberApi, renderApp, unavailable } from '#client/test-support.tsx';
import type { CasePerson, CaseSummary, ModerationCase } from '#shared/api/moderation.ts';
import { day } from '#shared/durations.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const person = (firstName: string): CasePerson => ({
  _id: firstName.toLowerCase(),
  firstName,
  lastName: 'Test',
  createdAt: ago(90_000),
});
const summary: CaseSummary = {
  _id: 'c1',
  kind: 'message',
  state: 'open',
  version: 3,
  person: person('Mallory'),
  reasons: ['harassment', 'spam'],
  reporters: 2,
  openedAt: ago(180),
  dueAt: ago(60),
  firstSeenAt: null,
  closedAt: null,
};
const noReports = { open: 0, acted: 0, dismissed: 0 };
const oneCase: ModerationCase = {
  ...summary,
  reports: [
    {
      _id: 'r1',
      reason: 'harassment',
      details: 'He does not stop.',
      evidence: { text: 'Look at https://bad.example now', sentAt: ago(200) },
      reporter: person('Rita'),
      reporterHistory: { open: 0, acted: 1, dismissed: 0 },
      createdAt: ago(180),
      outcome: null,
    },
  ],
  isHidden: false,
  isNameHidden: false,
  isGone: false,
  actions: ['dismiss', 'hide', 'warn', 'suspend'],
  log: [],
  history: { reports: noReports, actions: [] },
};

function open(path = '/moderation', { isModerator = true } = {}) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const api = memberApi(['moderation'], isModerator ? { role: 'moderator' } : {})
    .on('GET moderation/cases', { body: { items: [summary, { ...summary, _id: 'c2' }], nextCursor: null } })
    .on('GET moderation/cases/c1', { body: oneCase })
    .on('POST moderation/cases/c1/actions', { body: { ...oneCase, version: 4 } });
  return { api, ...renderApp(path) };
}

const firstRow = async () =>
  (await screen.findAllByRole('link', { name: 'A message of Mallory Test' }))[0] as HTMLElement;

describe('the screen for moderators', () => {
  it('is what an unknown address shows to a user without the role, in any letters, and asks nothing of the API', async () => {
    const unknown = open('/nowhere', { isModerator: false });
    await screen.findByRole('heading', { name: 'No route matches URL' });
    await screen.findByText(/No route matches URL "/);
    const shown = () => document.querySelector('main')?.outerHTML;
    const path = '/Moderation/';
    const expected = shown()?.replaceAll('/nowhere', path);
    const title = document.title;
    unknown.unmount();
    const { api } = open(path, { isModerator: false });
    await screen.findByText(/No route matches URL "/);
    expect(shown()).toBe(expected);
    await waitFor(() => expect(document.title).toBe(title));
    expect(screen.queryByRole('link', { name: 'Moderation' })).toBeNull();
    expect(api.calls.filter(({ call }) => call.includes('moderation'))).toEqual([]);
  });

  it('is in the navigation, lists the cases with reasons, reporters and age, and J and K walk through them', async () => {
    const { user } = open();
    const row = await firstRow();
    const text = row.closest('li')?.textContent ?? '';
    expect(text).toContain('Insults, threats or harassment · Spam or advertising');
    expect(text).toContain('2 people reported it · first 3 hours ago');
    expect(text).toContain('Late: was due 1 hour ago');
    expect(screen.queryByRole('link', { name: 'Moderation' })).not.toBeNull();
    row.focus();
    await user.keyboard('j');
    expect(document.activeElement?.getAttribute('data-case')).toBe('c2');
    await user.keyboard('k');
    expect(document.activeElement).toBe(row);
  });

  it('says when the queue could not be loaded, loads decided cases and further ones on demand', async () => {
    const { api, user } = open();
    await firstRow();
    api.on('GET moderation/cases', unavailable('Not now.'));
    await user.click(screen.getByRole('tab', { name: 'Decided' }));
    await screen.findByText('Not now.');
    api.on('GET moderation/cases', ({ query }) => ({
      body: query.get('cursor')
        ? { items: [{ ...summary, _id: 'c9', person: person('Zed') }], nextCursor: null }
        : { items: [summary], nextCursor: 'more' },
    }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByRole('link', { name: 'A message of Zed Test' });
    const asked = api.calls.findLast(({ call }) => call === 'GET moderation/cases');
    expect(asked?.query.get('state')).toBe('closed');
  });

  it.each([
    ['nothing waits', '/moderation', 'Nothing waits'],
    ['a case is the moderator’s own matter, or gone', '/moderation?case=none', 'This case is not here'],
  ])('says where %s', async (_what, path, heading) => {
    open(path).api.on('GET moderation/cases', { body: { items: [], nextCursor: null } });
    await screen.findByRole('heading', { name: heading });
  });
});

describe('a case', () => {
  const actions = () => screen.findByRole('group', { name: 'What you can do' });
  async function choose(name: string, app: ReturnType<typeof open>) {
    await app.user.click(within(await actions()).getByRole('button', { name }));
    return screen.findByRole('dialog');
  }

  it('shows the copy of a message as text, without links, and its pictures each after a press', async () => {
    const data = (name: string) => `data:image/webp;base64,${btoa(name)}`;
    const evidence = {
      ...{ text: 'Look at https://bad.example now', sentAt: ago(200), editedAt: ago(190) },
      pictures: [
        { data: data('one'), alt: 'A threat' },
        { data: data('two'), alt: '' },
      ],
    };
    const { api, user } = open('/moderation?case=c1');
    api.on('GET moderation/cases/c1', { body: { ...oneCase, reports: [{ ...oneCase.reports[0], evidence }] } });
    await screen.findByText('Look at https://bad.example now');
    expect(screen.queryByRole('link', { name: /bad\.example/ })).toBeNull();
    screen.getByText('He does not stop.');
    const [first, second] = await screen.findAllByRole('button', { name: 'Load this picture' });
    screen.getByText(/^Sent .*, edited /);
    screen.getByText('A threat');
    expect(document.querySelector('img[src^="data:"]')).toBeNull();
    await user.click(first as HTMLElement);
    expect(screen.getByRole('img', { name: 'A threat' }).getAttribute('src')).toBe(evidence.pictures[0]?.data);
    await user.click(second as HTMLElement);
    expect(screen.getByRole('img', { name: 'The reported picture' }).getAttribute('src')).toBe(
      evidence.pictures[1]?.data,
    );
  });

  it('shows the copy of a project as text, without loading its picture', async () => {
    const image = 'https://pictures.example/a.png';
    const evidence = { name: 'Raft', description: '# Title', image, imageText: 'A raft' };
    const { api, user } = open('/moderation?case=c1');
    api.on('GET moderation/cases/c1', {
      body: { ...oneCase, kind: 'project', reports: [{ ...oneCase.reports[0], evidence }] },
    });
    await screen.findByText('# Title');
    expect(document.querySelector('img[src*="pictures.example"]')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Load this picture' }));
    expect(screen.getByRole('img', { name: 'A raft' }).getAttribute('src')).toBe(image);
  });

  it('shows what was reported before by somebody who has reported it again, once for all who reported it so', async () => {
    const [report] = oneCase.reports;
    const copy = (text: string) => ({ text, sentAt: ago(200) });
    const [now, before, first] = [copy('The third text'), copy('The second text'), copy('The first text')];
    const { api } = open('/moderation?case=c1');
    api.on('GET moderation/cases/c1', {
      body: {
        ...oneCase,
        reports: [
          { ...report, evidence: now, earlier: [before, first] },
          { ...report, _id: 'r2', evidence: before, reporter: person('Una'), details: 'Not nice.' },
        ],
      },
    });
    const latest = await screen.findByRole('region', { name: 'What was reported' });
    within(latest).getByText('The third text');
    within(latest).getByText('He does not stop.');
    const regions = screen.getAllByRole('region', { name: 'How it was at an earlier report' });
    expect(regions.map((region) => region.querySelector('blockquote')?.textContent)).toEqual([
      'The second text',
      'The first text',
    ]);
    const again = 'Reported by Rita Test, who has reported it again since.';
    expect(regions.map((region) => region.textContent?.includes(again))).toEqual([true, true]);
    within(regions[0] as HTMLElement).getByText('Not nice.');
  });

  it('needs a reason, says what happens, and sends what the moderator has seen, with the end of a suspension', async () => {
    const app = open('/moderation?case=c1');
    const suspend = async (until: string) => {
      const dialog = await choose('Suspend', app);
      // The answer to an action is the case for the next one, before it is loaded again.
      app.api.on('GET moderation/cases/c1', new Promise(() => undefined));
      within(dialog).getByText(/logged out everywhere at once/);
      await app.user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
      expect(within(dialog).getByRole('alert').textContent).toBe('Say why, in a sentence.');
      await app.user.click(within(dialog).getByRole('radio', { name: until }));
      await app.user.type(within(dialog).getByRole('textbox'), 'Threats.');
      await app.user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await suspend('For ever');
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'));
    await suspend('30 days');
    const [forEver, forDays] = app.api.bodies('POST moderation/cases/c1/actions') as { until?: string }[];
    expect(forEver).toEqual({ action: 'suspend', reason: 'Threats.', expectedVersion: 3 });
    expect(forDays).toMatchObject({ expectedVersion: 4 });
    expect(Math.round((Date.parse(forDays?.until ?? '') - Date.now()) / day)).toBe(30);
  });

  it('that another moderator has changed shows what happened, keeps the reason, and acts on the new state', async () => {
    const app = open('/moderation?case=c1');
    const dialog = await choose('Warn', app);
    const log = [{ _id: 'a1', action: 'hide' as const, reason: 'Rude.', at: ago(0), by: 'Otto Other' }];
    const now: ModerationCase = { ...oneCase, version: 4, state: 'closed', log, actions: ['warn', 'undo'] };
    app.api.on('POST moderation/cases/c1/actions', {
      status: 409,
      body: { code: 'case_changed', message: 'Changed.', case: now },
    });
    await app.user.type(within(dialog).getByRole('textbox'), 'Please stop.');
    await app.user.click(within(dialog).getByRole('button', { name: 'Warn' }));
    const said = await within(dialog).findByText(/This case has changed meanwhile/);
    const alert = said.closest('[role="alert"]') as HTMLElement;
    within(alert).getByText('Hidden by Otto Other: “Rude.”');
    within(alert).getByText('It is closed now.');
    expect(within(dialog).getByRole('textbox')).toHaveProperty('value', 'Please stop.');
    app.api.on('POST moderation/cases/c1/actions', { body: { ...now, version: 5 } });
    await app.user.click(within(dialog).getByRole('button', { name: 'Warn' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.api.bodies('POST moderation/cases/c1/actions').at(-1)).toMatchObject({ expectedVersion: 4 });
  });

  it('keeps an unsent reason on this device, for each action of its own', async () => {
    const app = open('/moderation?case=c1');
    await app.user.type(within(await choose('Hide', app)).getByRole('textbox'), 'Half a sen');
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(within(await choose('Warn', app)).getByRole('textbox')).toHaveProperty('value', '');
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(within(await choose('Hide', app)).getByRole('textbox')).toHaveProperty('value', 'Half a sen');
  });
});
