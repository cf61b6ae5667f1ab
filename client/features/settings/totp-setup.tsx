import { useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { baseApi } from '#client/api/base-api.ts';
import { copyText, saveFile } from '#client/lib/dom/clipboard.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { OneFieldForm } from '#client/ui/form/one-field-form.tsx';
import type { RecoveryCodesReply, SecondFactorReply, StartTotpReply } from '#shared/api/account/totp.ts';
import { apiPaths } from '#shared/paths.ts';

/** With the capability `totp`. `Session`: what changes here is in the account's history too. */
const totpApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    secondFactor: build.query<SecondFactorReply, void>({ query: () => apiPaths.totp, providesTags: ['Session'] }),
    startTotp: build.mutation<StartTotpReply, string>({
      query: (password) => ({ url: apiPaths.totpStart, method: 'POST', body: { password } }),
    }),
    confirmTotp: build.mutation<RecoveryCodesReply, string>({
      query: (code) => ({ url: apiPaths.totpConfirm, method: 'POST', body: { code } }),
      invalidatesTags: ['Session'],
    }),
    makeRecoveryCodes: build.mutation<RecoveryCodesReply, string>({
      query: (password) => ({ url: apiPaths.totpRecoveryCodes, method: 'POST', body: { password } }),
      invalidatesTags: ['Session'],
    }),
    switchTotpOff: build.mutation<unknown, string>({
      query: (password) => ({ url: apiPaths.totp, method: 'DELETE', body: { password } }),
      invalidatesTags: ['Session'],
    }),
  }),
});

export const {
  useSecondFactorQuery,
  useStartTotpMutation,
  useConfirmTotpMutation,
  useMakeRecoveryCodesMutation,
  useSwitchTotpOffMutation,
} = totpApi;

interface Props {
  started: StartTotpReply;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** Shows the secret for the app, and takes the first code. */
export function ConfirmApp({ started: { uri, secret }, onConfirmed, onCancel }: Props) {
  const [confirm] = useConfirmTotpMutation();
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);

  return (
    <OneFieldForm
      name="code"
      action="Switch on"
      send={async (code) => onConfirmed((await confirm(code).unwrap()).recoveryCodes)}
      onCancel={onCancel}
      render={(field) => (
        <div className="max-w-md">
          <TextField
            label="2. The code that the app shows"
            inputMode="numeric"
            autoComplete="one-time-code"
            {...field}
          />
        </div>
      )}
    >
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
    </OneFieldForm>
  );
}

/** New recovery codes, which are shown this once. */
export function ShowCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const own = useOwnUser();
  const [answer, setAnswer] = useState<string>();
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);
  const text = codes.join('\n');

  const copy = async () =>
    setAnswer(
      (await copyText(text)) ? 'Copied.' : 'Your browser does not allow it: select the codes, or download them.',
    );
  const download = () => {
    saveFile('dotcode-recovery-codes.txt', `DotCode recovery codes of ${own.emailId ?? ''}\n\n${text}\n`, 'text/plain');
    setAnswer('Downloaded.');
  };
  return (
    <div className="flex flex-col gap-4">
      <p ref={start} tabIndex={-1}>
        These are your recovery codes. Each opens your account once, in place of the app’s code. Keep them where you
        find them without your phone: they are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid max-w-md grid-cols-1 gap-x-6 gap-y-1 rounded-field border border-base-300 p-4 font-mono text-small sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={download}>Download</Button>
        <Button look="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
      <p role="status" className="text-small empty:hidden">
        {answer}
      </p>
    </div>
  );
}

/** Light modules around the code, which cameras need. */
const margin = 4;

/** A QR code, dark on light in both themes: many apps do not read it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 0, ecc: 'M' });
  const whole = size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${whole} ${whole}`}
      className="size-52 max-w-full rounded-field border border-base-300"
    >
      <rect x={-margin} y={-margin} width={whole} height={whole} fill="#fff" />
      <path d={pathOf(data)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      [
        ...row
          .map((isDark) => (isDark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');
}
