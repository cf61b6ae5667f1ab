import { act, render, screen } from '@testing-library/react';
import { createBrowserRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPreference } from '#client/device/preferences.ts';
import { sharedAs } from '#client/dom/shared-element.ts';
import { installBrowserParts } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';
import { preloadPath } from './screen-table.ts';
import { withViewTransitions } from './view-transitions.ts';

installBrowserParts();

/** A transition whose snapshot is taken when the test says so. */
interface Transition {
  /** The names that the old screen has in the snapshot, and then the new screen. */
  run: () => Promise<{ before: string[]; after: string[] }>;
  end: () => Promise<void>;
  skipTransition: ReturnType<typeof vi.fn>;
}

let transitions: Transition[] = [];

const names = () =>
  [...document.querySelectorAll<HTMLElement>('[data-shared]')]
    .filter(({ style }) => style.viewTransitionName)
    .map((element) => `${element.style.viewTransitionName} of ${element.dataset.where}`);

beforeEach(async () => {
  transitions = [];
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 10, 100, 100));
  Element.prototype.animate ??= () => ({}) as Animation;
  Object.assign(document, {
    startViewTransition: (update: () => void) => {
      const finished = Promise.withResolvers<void>();
      const skipTransition = vi.fn();
      transitions.push({
        run: async () => {
          const before = names();
          await act(async () => update());
          return { before, after: names() };
        },
        end: async () => {
          finished.resolve();
          await finished.promise;
          await Promise.resolve();
        },
        skipTransition,
      });
      // As browsers do for a transition that another one follows.
      return { finished: finished.promise, ready: Promise.reject(new DOMException('', 'AbortError')), skipTransition };
    },
  });
  await Promise.all(['/connection', '/messages', '/profile/a', '/chat/a', '/search'].map(preloadPath));
});

afterEach(() => {
  setPreference('motion', 'system');
  Reflect.deleteProperty(document, 'startViewTransition');
  history.replaceState(null, '', '/');
});

function Item({ id, where }: { id: string; where: string }) {
  return (
    <li>
      <i {...sharedAs('face', id)} data-where={where} />
      <i {...sharedAs('title', id)} data-where={where} />
      <Link to={`/profile/${id}`}>{where}</Link>
      <Link to={`/chat/${id}`}>message {where}</Link>
    </li>
  );
}

/** Two screens with the same list, that shows a twice, the profile of a, and a screen with nothing in common with them. */
async function renderList() {
  history.replaceState(null, '', '/connection');
  const list = (
    <ul>
      <Item id="b" where="b" />
      <Item id="a" where="first" />
      <Item id="a" where="second" />
    </ul>
  );
  const profile = (
    <>
      <i {...sharedAs('cover', 'a')} data-where="profile" />
      <i {...sharedAs('face', 'a')} data-where="profile" />
      <p>the profile</p>
    </>
  );
  const chat = (
    <>
      <i {...sharedAs('face', 'a')} data-where="chat" />
      <i {...sharedAs('title', 'a')} data-where="chat" />
      <Link to="/messages">list</Link>
      <p>the chat</p>
    </>
  );
  const router = withViewTransitions(
    createBrowserRouter([
      { path: '/connection', element: list },
      { path: '/messages', element: list },
      { path: '/chat/:targetUserId', element: chat },
      { path: '/profile/:userId', element: profile },
      { path: '/project/view/:projectId', element: <p>the project</p> },
      { path: '/search', element: <p>the search</p> },
    ]),
  );
  render(
    <main id="main">
      <RouterProvider router={router} />
    </main>,
  );
  const press = (where: string) => act(async () => screen.getByRole('link', { name: where }).click());
  const go = (path: string | number) => act(async () => void (await router.navigate(path as string)));
  return { press, go };
}

const begun = (count: number) => waitFor(() => expect(transitions).toHaveLength(count));

describe('from a list to a detail', () => {
  it('gives a name to the pressed item and to its counterpart only, until the transition has ended', async () => {
    const { press } = await renderList();
    await press('second');
    await begun(1);
    expect(screen.queryByText('the profile')).toBeNull();
    expect(await transitions[0]?.run()).toEqual({ before: ['face of second'], after: ['face of profile'] });
    expect(screen.queryByText('the profile')).not.toBeNull();
    await transitions[0]?.end();
    expect(names()).toEqual([]);
  });

  it('shows the newest screen when another navigation has followed before the snapshot', async () => {
    const { press, go } = await renderList();
    await press('first');
    await begun(1);
    await go('/search');
    await transitions[0]?.run();
    expect(screen.queryByText('the search')).not.toBeNull();
    expect(location.pathname).toBe('/search');
    expect(names()).toEqual([]);
    expect(transitions[0]?.skipTransition).toHaveBeenCalledOnce();
  });

  it('begins after the frame that answers the press, and not at all when another navigation comes before', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    const drawFrame = () => window.dispatchEvent(new Event('keydown'));
    const { press, go } = await renderList();
    await press('first');
    expect(transitions).toEqual([]);
    await go('/search');
    drawFrame();
    expect(transitions).toEqual([]);
    await screen.findByText('the search');
    await go('/connection');
    await press('second');
    drawFrame();
    expect(transitions).toHaveLength(1);
  });

  it('keeps the names of the newer of two transitions when the older one ends', async () => {
    const { press, go } = await renderList();
    await press('first');
    await begun(1);
    await transitions[0]?.run();
    await go(-1);
    await begun(2);
    await transitions[0]?.end();
    expect(names()).toEqual(['cover of profile', 'face of profile']);
  });
});

it('goes back to an item of the list, and forward to the detail', async () => {
  const { press, go } = await renderList();
  await press('first');
  await begun(1);
  await transitions[0]?.run();
  await go(-1);
  await begun(2);
  expect(await transitions[1]?.run()).toEqual({
    before: ['cover of profile', 'face of profile'],
    after: ['face of first'],
  });
  await go(1);
  await begun(3);
  expect(await transitions[2]?.run()).toEqual({ before: ['face of first'], after: ['face of profile'] });
});

it('opens a conversation with the face and the name of the pressed row, and its link moves them to the messages', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const { press } = await renderList();
  await press('message second');
  await begun(1);
  expect(await transitions[0]?.run()).toEqual({
    before: ['face of second', 'title of second'],
    after: ['face of chat', 'title of chat'],
  });
  await press('list');
  await begun(2);
  expect(await transitions[1]?.run()).toEqual({
    before: ['face of chat', 'title of chat'],
    after: ['face of first', 'title of first'],
  });
});

describe('without a transition', () => {
  const expectNone = async (act: (list: Awaited<ReturnType<typeof renderList>>) => Promise<void>, shows: string) => {
    await act(await renderList());
    await screen.findByText(shows);
    expect(transitions).toEqual([]);
    expect(names()).toEqual([]);
  };

  it('shows a detail when motion is reduced in the settings', async () => {
    setPreference('motion', 'reduce');
    await expectNone(({ press }) => press('first'), 'the profile');
  });

  it('shows a detail when the system asks for reduced motion', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-motion') }));
    await expectNone(({ press }) => press('first'), 'the profile');
  });

  it('opens a conversation beside its list, in a wide window', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('64rem') }));
    await expectNone(({ press }) => press('message first'), 'the chat');
  });

  it('shows a detail whose item is out of the window', async () => {
    vi.mocked(Element.prototype.getBoundingClientRect).mockReturnValue(new DOMRect(0, -200, 100, 100));
    await expectNone(({ press }) => press('first'), 'the profile');
  });

  it('shows a detail whose code is not loaded yet', async () => {
    await expectNone(({ go }) => go('/project/view/b'), 'the project');
  });

  it('shows other screens', async () => {
    await expectNone(({ go }) => go('/search'), 'the search');
  });

  it('shows a detail in browsers that have no transitions', async () => {
    Reflect.deleteProperty(document, 'startViewTransition');
    await expectNone(({ press }) => press('first'), 'the profile');
  });
});
