import { useState } from 'react';
import { Link } from 'react-router-dom';
import { errorMessage } from '#client/text/api-error.ts';
import { longDate } from '#client/text/time.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/form/field.tsx';
import { useOneField } from '#client/ui/form/use-one-field.ts';
import { LinkPage } from '#client/ui/link-page.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { to } from '#shared/routes.ts';
import type { Outcome } from './deletion-outcome.ts';
import { useComeBackMutation, useEraseNowMutation } from './links-api.ts';

interface Props {
  token: string;
  eraseAt: string;
  onEnd: (outcome: Outcome) => void;
}

export function ComeBack({ token, eraseAt, onEnd }: Props) {
  const [comeBack, { isLoading }] = useComeBackMutation();
  const [failure, setFailure] = useState<string>();
  const [isErasing, setErasing] = useState(false);
  const press = async () => {
    setFailure(undefined);
    try {
      await comeBack({ token }).unwrap();
      onEnd({ title: 'Welcome back', words: 'Everything is as it was. Please log in.', next: 'login' });
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <LinkPage title="Come back?">
      <p>
        You have deleted this account. Nobody sees it, and on <strong>{longDate(eraseAt)}</strong> it will be erased for
        good. Until then you can come back, and everything is as it was.
      </p>
      <ErrorLine>{failure}</ErrorLine>
      <Button look="primary" pending={isLoading} onClick={() => void press()}>
        Come back
      </Button>
      <Link to={to.landing()} className="btn btn-ghost">
        Leave it so
      </Link>
      {isErasing ? (
        <EraseNow token={token} onEnd={onEnd} />
      ) : (
        <Button look="quiet" className="text-error" onClick={() => setErasing(true)}>
          Erase it now
        </Button>
      )}
    </LinkPage>
  );
}

function EraseNow({ token, onEnd }: Pick<Props, 'token' | 'onEnd'>) {
  const [erase] = useEraseNowMutation();
  const { value, change, problem, failure, pending, field, submit } = useOneField('password', async (password) => {
    const reply = await erase({ token, password }).unwrap();
    onEnd({ title: 'Your account is erased', words: 'Nothing of it can be brought back.', next: 'landing' });
    return reply;
  });
  return (
    <form noValidate className="flex flex-col gap-4 border-t border-base-300 pt-4" onSubmit={submit}>
      <PasswordField
        ref={field}
        autoFocus
        label="Password"
        name="password"
        autoComplete="current-password"
        value={value}
        error={problem}
        hint="It is erased at once, and cannot be brought back."
        onChange={(event) => change(event.target.value)}
      />
      <ErrorLine>{failure}</ErrorLine>
      <Button type="submit" look="danger" pending={pending}>
        Erase for good
      </Button>
    </form>
  );
}
