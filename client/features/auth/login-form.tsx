import { type FormEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { takePrerenderedForm } from '#client/lib/dom/page.ts';
import { useHydrated } from '#client/lib/dom/window-state.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import { PasswordHints } from '#client/ui/form/password-hints.tsx';
import { StillTrying } from '#client/ui/state/waiting.tsx';
import type { CodeStep } from './code-step.tsx';
import { loginCopy, useDemoAccount } from './copy.ts';
import { ForgotLink } from './forgot-link.tsx';
import { LoginFailure } from './login-failure.tsx';
import { PasskeyPart } from './passkey-entrance.tsx';
import { useEntrance } from './use-entrance.ts';

export type Mode = 'login' | 'signup';

/** Sends every field as typed: by the specification, nothing is validated here. */
export function LoginForm({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const demo = useDemoAccount();
  const hydrated = useHydrated();
  const [firstName, setFirstName] = useState('');
  const [lastName, setLastName] = useState('');
  const [emailId, setEmailId] = useState<string>(mode === 'login' ? (demo?.emailId ?? '') : '');
  const [password, setPassword] = useState<string>(mode === 'login' ? (demo?.password ?? '') : '');
  const [Code, setCode] = useState<typeof CodeStep>();
  const { enter, stop, pending, error, clearError } = useEntrance(async () => {
    // Loaded on demand: few accounts have a second factor.
    const step = await import('./code-step.tsx');
    setCode(() => step.CodeStep);
  });
  const form = useRef<HTMLFormElement>(null);
  const [takesPasskeys, setTakesPasskeys] = useState(false);
  const offerPasskeys = useCallback(() => setTakesPasskeys(true), []);
  const isSignUp = mode === 'signup';

  // The user or a password manager may fill the pre-rendered form before React hydrates it. React would replace that by
  // its initial state; and where something has added elements to the page, React draws the form anew.
  const prerendered = useRef<HTMLFormElement>(null);
  const [isOpenedAsLogin] = useState(mode === 'login');
  useLayoutEffect(() => {
    prerendered.current ??= takePrerenderedForm();
    // The pre-rendered form is that of the mode Login.
    if (!prerendered.current || !isOpenedAsLogin) return;
    const filled = new FormData(prerendered.current);
    setEmailId(String(filled.get('emailId')));
    setPassword(String(filled.get('password')));
  }, [isOpenedAsLogin]);

  const submit = () => enter(isSignUp ? { firstName, lastName, emailId, password } : { emailId, password });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const toggle = () => {
    flushSync(() => {
      setEmailId('');
      setPassword('');
      clearError();
      onMode(isSignUp ? 'login' : 'signup');
    });
    form.current?.querySelector('input')?.focus();
  };

  if (Code) {
    const back = () => {
      flushSync(() => setCode(undefined));
      form.current?.querySelector('input')?.focus();
    };
    return <Code emailId={emailId} password={password} onBack={back} />;
  }
  return (
    <form ref={form} aria-labelledby="login-title" noValidate className="flex flex-col gap-4" onSubmit={handleSubmit}>
      {isSignUp && (
        <>
          <TextField
            label={loginCopy.firstName}
            name="firstName"
            autoComplete="given-name"
            value={firstName}
            onChange={(event) => setFirstName(event.target.value)}
          />
          <TextField
            label={loginCopy.lastName}
            name="lastName"
            autoComplete="family-name"
            hint="Last name helps people find you"
            value={lastName}
            onChange={(event) => setLastName(event.target.value)}
          />
        </>
      )}
      <TextField
        label={loginCopy.emailId}
        name="emailId"
        inputMode="email"
        autoComplete={takesPasskeys ? 'username webauthn' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        value={emailId}
        onFocus={clearError}
        onChange={(event) => setEmailId(event.target.value)}
      />
      <PasswordField
        label={loginCopy.password}
        name="password"
        autoComplete={isSignUp ? 'new-password' : 'current-password'}
        value={password}
        onFocus={clearError}
        onChange={(event) => setPassword(event.target.value)}
        hint={isSignUp ? <PasswordHints password={password} /> : undefined}
      />
      {!isSignUp && demo && emailId === demo.emailId && (
        <p className="text-small text-muted">Filled in for you: the demo account. Login shows the sample network.</p>
      )}
      <div className="flex flex-col gap-3">
        <Button
          type="submit"
          look="primary"
          pending={pending}
          // Before hydration the browser would submit the form itself, with the password in the address.
          disabled={!hydrated}
          className="w-full"
          aria-describedby="login-error"
        >
          {isSignUp ? loginCopy.signUp : loginCopy.login}
        </Button>
        <StillTrying pending={pending} onStop={stop} />
        <div role="alert" id="login-error">
          {error && <LoginFailure error={error} onSwitch={toggle} onRetry={() => void submit()} />}
        </div>
      </div>
      <p className="flex flex-wrap items-center justify-center gap-x-1 border-t border-base-300 pt-4 text-small">
        <span className="text-muted">{isSignUp ? loginCopy.toLoginText : loginCopy.toSignUpText}</span>
        <button type="button" className="btn btn-ghost btn-sm px-2 text-small text-primary" onClick={toggle}>
          {isSignUp ? loginCopy.toLoginButton : loginCopy.toSignUpButton}
        </button>
      </p>
      {!isSignUp && <ForgotLink />}
      {!isSignUp && <PasskeyPart onOffered={offerPasskeys} />}
    </form>
  );
}
