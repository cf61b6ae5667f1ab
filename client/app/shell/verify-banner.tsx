import MailCheck from 'lucide-react/icons/mail-check';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { loadOwnUser } from '#client/api/auth-api.ts';
import { useResendVerificationMutation, useVerifyEmailMutation } from '#client/features/mail-links/links-api.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { useAppDispatch, useOwnUser } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { Banner } from '#client/ui/state/service-line.tsx';
import type { MessageReply } from '#shared/api/parts.ts';

/** Above the own profile until the address is confirmed. */
export function VerifyBanner() {
  const { emailId = '' } = useOwnUser();
  const [asking, setAsking] = useState(false);
  return (
    <section aria-label="Your email address" className="print:hidden">
      <Banner
        icon={MailCheck}
        words={
          <>
            Please confirm your address: we have sent a mail to <bdi>{emailId}</bdi>.
          </>
        }
      >
        <button
          type="button"
          className="btn btn-ghost btn-sm text-primary text-small pointer-coarse:min-h-11"
          onClick={() => setAsking(true)}
        >
          Enter the code
        </button>
      </Banner>
      {asking && <CodeDialog onClose={() => setAsking(false)} />}
    </section>
  );
}

function CodeDialog({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [verify, { isLoading }] = useVerifyEmailMutation();
  const [resend, resending] = useResendVerificationMutation();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string>();

  const tell = async (call: () => Promise<MessageReply>, onAnswer: () => unknown) => {
    setFailure(undefined);
    try {
      const { message } = await call();
      await onAnswer();
      toast.success(message);
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    void tell(
      () => verify({ code }).unwrap(),
      () => dispatch(loadOwnUser()),
    );
  };
  const sendAgain = () =>
    tell(
      () => resend().unwrap(),
      () => setCode(''),
    );
  return (
    <Dialog title="Confirm your address" onClose={onClose}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <p>Open the link in the mail, or type its six digits here.</p>
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          className="font-mono"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <ErrorLine>{failure}</ErrorLine>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" pending={resending.isLoading} onClick={() => void sendAgain()}>
            Send the mail again
          </Button>
          <Button type="submit" look="primary" pending={isLoading}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
