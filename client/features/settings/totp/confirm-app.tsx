import { type FormEvent, useEffect, useRef, useState } from 'react';
import { copyText } from '#client/dom/copy-text.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
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
  const [confirm, { isLoading }] = useConfirmTotpMutation();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setProblem(undefined);
    setFailure(undefined);
    try {
      onConfirmed((await confirm(code).unwrap()).recoveryCodes);
    } catch (error) {
      const refused = isApiError(error) ? error.fields?.code : undefined;
      setProblem(refused);
      if (refused === undefined) setFailure(errorMessage(error));
      else field.current?.focus();
    }
  };
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
          value={code}
          error={problem}
          onChange={(event) => {
            setCode(event.target.value);
            setProblem(undefined);
          }}
        />
      </div>
      <ErrorLine>{failure}</ErrorLine>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" pending={isLoading}>
          Switch on
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
