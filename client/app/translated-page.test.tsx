import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ClosedNote } from '#client/features/chat/thread/thread-notes.tsx';
import { makePerson, translateTexts } from '#client/test-support.tsx';
import { ProjectFacts } from '#client/ui/project/project-facts.tsx';

const facts = (...roles: { name: string; filled: boolean }[]) => <ProjectFacts project={{ roles }} />;
const peer = makePerson({ firstName: 'Ben' });

it.each<[string, ReactElement, ReactElement, string]>([
  [
    'a role that another one now precedes',
    facts({ name: 'Design', filled: false }),
    facts({ name: 'Tests', filled: false }, { name: 'Design', filled: false }),
    'Tests, Design',
  ],
  [
    'a person who is no longer blocked',
    <ClosedNote key="note" peer={peer} isBlocked />,
    <ClosedNote key="note" peer={peer} isBlocked={false} />,
    'This account is not available.',
  ],
])('a page that the browser has translated shows %s', (_what, before, after, words) => {
  const { container, rerender } = render(before, { wrapper: MemoryRouter });
  translateTexts(container);
  rerender(after);
  expect(container.textContent).toContain(words);
});
