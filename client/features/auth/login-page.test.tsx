import { act, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { notePrerenderedForm } from '#client/lib/dom/page.ts';
import { makeStore } from '#client/state/make-store.ts';
import { fakeApi } from '#client/test-api.ts';
import { makePerson, renderApp, visitorApi } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';
import { LoginPage } from './login-page.tsx';

async function openLogin() {
  const api = visitorApi();
  const app = renderApp('/login');
  await screen.findByRole('heading', { name: 'Login' });
  return { api, ...app };
}

const email = () => screen.getByLabelText<HTMLInputElement>('Email Id');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const press = (name: string) => screen.getByRole('button', { name });

describe('the login screen', () => {
  it('comes with the sample credentials, labelled and masked, and shows the password on request', async () => {
    const { user } = await openLogin();
    expect(email().value).toBe('demo@example.com');
    expect(password().value).toBe('DotCode#2026');
    expect(password().type).toBe('password');
    expect(screen.queryByText(/demo account/)).not.toBeNull();
    expect(screen.queryByText(/No answer from the service/)).toBeNull();
    await user.click(press('Show password'));
    expect(password().type).toBe('text');
    expect(press('Show password').getAttribute('aria-pressed')).toBe('true');
    await user.click(press('Show password'));
    expect(password().type).toBe('password');
  });

  it('opens as SignUp from a public page, without the sample credentials, and remembers what its visitor came for', async () => {
    visitorApi();
    const { router } = renderApp('/login#signup/profile/mira');
    await screen.findByRole('heading', { name: 'SignUp' });
    expect(email().value).toBe('');
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    expect(sessionStorage.getItem('dotcode:refused')).toBe('/profile/mira');
  });

  it('has the specified fields and words; the toggle clears email, password and error, and keeps names', async () => {
    const { api, user } = await openLogin();
    const labels = () => [...document.querySelectorAll('form label')].map((label) => label.textContent);
    expect(labels()).toEqual(['Email Id', 'Password']);
    expect(screen.getByText("Don't have account ?").parentElement?.textContent).toBe("Don't have account ?SingUP");
    api.on('POST login', { status: 400, body: 'Something went wrong Invalid Credentials' });
    await user.click(press('Login'));
    await screen.findByText('Something went wrong Invalid Credentials');
    await user.click(press('SingUP'));
    expect(labels()).toEqual(['First Name', 'Last Name', 'Email Id', 'Password']);
    expect(screen.getByText('Already have a account?').parentElement?.textContent).toBe('Already have a account?Login');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('SignUp');
    expect(screen.queryByText('Something went wrong Invalid Credentials')).toBeNull();
    expect([email().value, password().value]).toEqual(['', '']);
    const first = screen.getByLabelText('First Name');
    expect(document.activeElement).toBe(first);
    await user.type(first, 'Ana');
    await user.click(press('Login'));
    await user.click(press('SingUP'));
    expect(screen.getByLabelText('First Name')).toHaveProperty('value', 'Ana');
  });

  it('keeps the failure under the button until one of its fields has the focus', async () => {
    const { api, user } = await openLogin();
    api.on('POST login', { status: 401, body: { code: 'wrong_credentials', message: 'Wrong email or password.' } });
    for (const field of [email, password]) {
      await user.click(press('Login'));
      expect((await screen.findByText('Wrong email or password.')).closest('[role=alert]')).not.toBeNull();
      expect(document.activeElement).toBe(press('Login'));
      const described = press('Login').getAttribute('aria-describedby') ?? '';
      expect(document.getElementById(described)?.textContent).toContain('Wrong email or password.');
      await user.click(field());
      expect(screen.queryByText('Wrong email or password.')).toBeNull();
    }
  });

  it('sends the fields as typed, stores the body of the answer as the user, and goes to the feed', async () => {
    const { api, user, router, store } = await openLogin();
    const reply = { firstName: 'Demo', lastName: 'Person', data: { savedUser: 'a field of theirs' } };
    api.on('POST login', { body: reply }).on('GET user/feed', { body: [] });
    await user.clear(email());
    await user.type(email(), ' Ana@Example.com ');
    await user.click(press('Login'));
    await expect.poll(() => router.state.location.pathname).toBe('/feed');
    expect(api.bodies('POST login')).toEqual([{ emailId: ' Ana@Example.com ', password: 'DotCode#2026' }]);
    expect(store.getState().auth).toEqual({ user: reply, authenticated: true });
  });

  it('stays empty where the page says that there is no demo; empty fields are sent too, nothing is validated', async () => {
    document.head.innerHTML = '<meta name="demo" content="off">';
    const { api, user } = await openLogin();
    api.on('POST login', { status: 400, body: 'data and hash arguments required' });
    await user.click(press('Login'));
    await screen.findByText('data and hash arguments required');
    expect(api.calls.at(-1)).toMatchObject({ call: 'POST login', body: { emailId: '', password: '' } });
    await user.click(press('SingUP'));
    await user.click(press('SignUp'));
    await expect
      .poll(() => api.calls.at(-1))
      .toMatchObject({
        call: 'POST signup',
        body: { firstName: '', lastName: '', emailId: '', password: '' },
      });
  });

  it('shows the words of an error of the server apart from ours', async () => {
    const { api, user } = await openLogin();
    api.on('POST login', { status: 400, body: 'connect ECONNREFUSED 10.0.0.1' });
    await user.click(press('Login'));
    const shown = await screen.findByText(/not available at the moment/);
    expect(shown.closest('[role=alert]')?.querySelector('details')?.textContent).toBe(
      'Detailsconnect ECONNREFUSED 10.0.0.1',
    );
  });

  it.each(['login', 'signup'])(
    '%s is sent once, and not stopped by itself: Still trying and Stop after eight seconds',
    async (mode) => {
      const { api, user } = await openLogin();
      if (mode === 'signup') await user.click(press('SingUP'));
      const button = mode === 'login' ? 'Login' : 'SignUp';
      api.on(`POST ${mode}`, new Promise<never>(() => undefined));
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
      await user.dblClick(press(button));
      await user.type(password(), '{Enter}');
      expect(api.count(`POST ${mode}`)).toBe(1);
      expect(press(button).getAttribute('aria-disabled')).toBe('true');
      await act(() => vi.advanceTimersByTimeAsync(6000));
      expect(screen.queryByText('Still trying')).toBeNull();
      await act(() => vi.advanceTimersByTimeAsync(600_000));
      vi.useRealTimers();
      expect(screen.getAllByText('Still trying')).toHaveLength(1);
      expect(api.calls.at(-1)?.signal?.aborted).toBe(false);
      await user.click(press('Stop'));
      await screen.findByText('You stopped waiting for the answer.');
      expect(api.calls.at(-1)?.signal?.aborted).toBe(true);
      await user.click(press('Try again'));
      expect(api.count(`POST ${mode}`)).toBe(2);
    },
  );
});

describe('signing up', () => {
  async function fillIn() {
    const opened = await openLogin();
    await opened.user.click(press('SingUP'));
    await opened.user.type(screen.getByLabelText('First Name'), 'Ana');
    await opened.user.type(screen.getByLabelText('Last Name'), 'Lima');
    await opened.user.type(email(), 'ana@example.com');
    await opened.user.type(password(), 'abc');
    return opened;
  }

  it('only hints at a good password, explains a refusal without words, stores the saved user and goes to the profile', async () => {
    const { api, user, router, store } = await fillIn();
    expect((await screen.findAllByRole('listitem')).length).toBeGreaterThan(3);
    screen.getByText(/not made of your name or email address/);
    api.on('POST signup', { status: 400, body: {} });
    await user.click(press('SignUp'));
    await screen.findByText(/gave no reason/);
    const savedUser = makePerson({ _id: 'me' });
    api.on('POST signup', { body: { message: '', data: { savedUser } } });
    await user.click(press('SignUp'));
    await expect.poll(() => router.state.location.pathname).toBe('/profile');
    expect(store.getState().auth).toEqual({ user: savedUser, authenticated: true });
    const sent = { firstName: 'Ana', lastName: 'Lima', emailId: 'ana@example.com', password: 'abc' };
    expect(api.bodies('POST signup')).toEqual([sent, sent]);
    expect(api.count('GET profile/view'), 'the load at the start alone').toBe(1);
  });

  it('offers to log in where the email is taken, in whichever shape the upstream says so', async () => {
    const { api, user } = await fillIn();
    api.on('POST signup', { status: 400, body: { code: 11000, keyPattern: { emailId: 1 } } });
    await user.click(press('SignUp'));
    await screen.findByText('That email already has an account');
    await user.click(press('Switch to Login'));
    expect(screen.queryByRole('heading', { name: 'Login' })).not.toBeNull();
  });
});

it.each([null, [], 'ok'])('a login that is answered with %j signs nobody in, and says so', async (body) => {
  const { api, store, user } = await openLogin();
  api.on('POST login', { body });
  await user.click(press('Login'));
  await screen.findByText(/sent something unreadable/);
  expect(store.getState().auth).toEqual({ user: null, authenticated: false });
});

it('keeps what a password manager has filled into the pre-rendered form, which may have added an element', async () => {
  fakeApi();
  const page = (
    <StrictMode>
      <Provider store={makeStore()}>
        <MemoryRouter initialEntries={['/login']}>
          <LoginPage />
        </MemoryRouter>
      </Provider>
    </StrictMode>
  );
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(page);
  email().value = 'ana@example.com';
  password().value = 'of the manager';
  root.querySelector('form')?.prepend(document.createElement('password-manager-icon'));
  notePrerenderedForm(root);
  const hydrated = await act(async () => hydrateRoot(root, page, { onRecoverableError: () => undefined }));
  expect([email().value, password().value]).toEqual(['ana@example.com', 'of the manager']);
  act(() => hydrated.unmount());
  root.remove();
});
