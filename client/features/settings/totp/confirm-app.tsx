import { useEffect, useRef } from 'react';
import { copyText } from '#client/dom/copy-text.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { useOneField } from '#client/ui/form/use-one-field.ts';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import type { StartTotpReply } from '#shared/api/totp.ts';
import { QrCode } from './qr-code.tsx';
import { useConfirmTotpMutation } from './totp-api.ts';

interface Props {
  started: StartTotpReply;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Shows the secret for the app, and takes the first code. */
export function ConfirmApp({ started: { uri, secret }, onConfirmed, onCancel }: Props) {
  const [confirm] = useConfirmTotpMutation();
  const { value, change, problem, failure, pending, field, submit } = useOneField('code', async (code) => {
    onConfirmed((await confirm(code).unwrap()).recoveryCodes);
    return undefined;
  });
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <p ref={start} tabIndex={-1}>
        1. Scan this with your authenticator app, or type the key into it.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div className="flex min-w-0 flex-1 basis-56 flex-col items-start gap-2">
          <p className="font-semibold text-small">Key</p>
          <code className="wrap-anywhere font-mono text-small">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          <div className="flex flex-wrap gap-2">
            <Button className="btn-sm" onClick={() => void copyText(secret)}>
              Copy the key
            </Button>
            <a href={uri} className="btn btn-outline btn-sm">
              Open an app on this device
            </a>
          </div>
        </div>
      </div>
      <div className="max-w-md">
        <TextField
          ref={field}
          label="2. The code that the app shows"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          error={problem}
          onChange={(event) => change(event.target.value)}
        />
      </div>
      <ErrorLine>{failure}</ErrorLine>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" pending={pending}>
          Switch on
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
