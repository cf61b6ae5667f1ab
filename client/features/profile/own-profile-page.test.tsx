import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { makePerson, memberApi, projectsOf, renderApp } from '#client/test-support.tsx';

const me = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person', about: 'Short.\nSee https://a.example.' });

describe('the own profile', () => {
  it('shows about with addresses linked, and lists what would complete it, until dismissed', async () => {
    memberApi([], me);
    const { user } = renderApp('/profile');
    await screen.findByRole('heading', { level: 1, name: 'Demo Person' });
    expect(screen.getByRole('link', { name: 'https://a.example' }).getAttribute('rel')).toContain('nofollow');
    expect(screen.getByRole('link', { name: 'Edit Profile' }).getAttribute('href')).toBe('/profile/edit');
    const list = await screen.findByRole('region', { name: /Complete your profile/ });
    expect(within(list).queryByRole('link', { name: 'One project' })).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Dismiss the checklist' }));
    expect(screen.queryByRole('region', { name: /Complete your profile/ })).toBeNull();
  });

  it('keeps its header when the projects fail, and retries them alone', async () => {
    const api = memberApi([], me).on('GET myprojects/me', {
      status: 500,
      body: { message: 'Failed to fetch projects' },
    });
    const { user } = renderApp('/profile');
    await screen.findByText('The projects could not be loaded');
    expect(screen.queryByRole('heading', { level: 1, name: 'Demo Person' })).not.toBeNull();
    api.on('GET myprojects/me', projectsOf({ _id: 'p1', projectName: 'Quiet Quill', creator: me }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('link', { name: 'Quiet Quill' });
  });
});
