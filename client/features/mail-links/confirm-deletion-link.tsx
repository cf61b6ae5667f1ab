import { useState } from 'react';
import { Link } from 'react-router-dom';
import { errorMessage } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { LinkPage } from '#client/ui/link-page.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { to } from '#shared/routes.ts';
import { useConfirmLeavingMutation } from './links-api.ts';

interface Props {
  token: string;
  days: number;
  onConfirmed: (eraseAt: string) => void;
}

/** Opened from a mail. Programs that look into mails follow links, so that only the button changes something. */
export function ConfirmDeletionLink({ token, days, onConfirmed }: Props) {
  const [confirm, { isLoading }] = useConfirmLeavingMutation();
  const [failure, setFailure] = useState<string>();
  const press = async () => {
    setFailure(undefined);
    try {
      onConfirmed((await confirm({ token }).unwrap()).eraseAt);
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <LinkPage title="Delete your account?">
      <p>
        It is hidden from everybody at once, every device is logged out, and {days === 1 ? 'a day' : `${days} days`}{' '}
        later everything is erased. Until then you come back by logging in.
      </p>
      <p className="text-muted text-small">
        To keep a copy of your data, download it in Settings, Data before you press the button.
      </p>
      <ErrorLine>{failure}</ErrorLine>
      <Button look="danger" pending={isLoading} onClick={() => void press()}>
        Delete my account
      </Button>
      <Link to={to.landing()} className="btn btn-ghost">
        Keep my account
      </Link>
    </LinkPage>
  );
}
