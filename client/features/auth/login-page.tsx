import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { rememberRefused } from '#client/lib/device/pending-links.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { setPageTitle } from '#client/lib/dom/page.ts';
import { type LoginState, signUpLink } from '#client/lib/text/screen-names.ts';
import { OpenHeader } from '#client/ui/open-page.tsx';
import { loginCopy } from './copy.ts';
import { LoginForm, type Mode } from './login-form.tsx';

export function LoginPage() {
  const [mode, setMode] = useState<Mode>(useOpeningMode());
  const title = mode === 'login' ? loginCopy.login : loginCopy.signUp;
  useEffect(() => setPageTitle(title), [title]);
  return (
    <div className="flex min-h-dvh flex-col">
      <OpenHeader width="max-w-content" />
      {/* About the middle, by a distance from the top: a centred card would move up under the pointer when the passkey
          button comes. */}
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 items-start justify-center px-4 py-6 sm:pt-[max(1.5rem,calc(50dvh-22.5rem))] sm:pb-24"
      >
        <div className="card w-full max-w-[26.25rem] p-6 sm:p-8">
          <h1 id="login-title" tabIndex={-1} className="mb-6 text-h1">
            {title}
          </h1>
          <LoginForm
            mode={mode}
            onMode={(next) => {
              setMode(next);
              announce(next === 'login' ? loginCopy.login : loginCopy.signUp);
            }}
          />
        </div>
      </main>
      <footer className="flex justify-center gap-x-6 text-small text-muted">
        <a href="/privacy" className="py-3 underline underline-offset-4">
          Privacy
        </a>
        <a href="/terms" className="py-3 underline underline-offset-4">
          Terms
        </a>
      </footer>
    </div>
  );
}

function useOpeningMode(): Mode {
  const { pathname, hash, state } = useLocation();
  const navigate = useNavigate();
  const isLinked = (pathname + hash).startsWith(signUpLink);
  useEffect(() => {
    if (!isLinked) return;
    // A public page adds what its visitor wants to see as a member.
    const wanted = (pathname + hash).slice(signUpLink.length);
    if (wanted) rememberRefused(wanted);
    void navigate(pathname, { replace: true, state: { mode: 'signup' } satisfies LoginState });
  }, [isLinked, navigate, pathname, hash]);
  return isLinked || (state as LoginState | null)?.mode === 'signup' ? 'signup' : 'login';
}
