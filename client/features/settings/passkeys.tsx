import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import KeyRound from 'lucide-react/icons/key-round';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { baseApi } from '#client/api/base-api.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { focusBeside } from '#client/lib/dom/focus.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { ConfirmDialog } from '#client/ui/dialog/questions.tsx';
import { useApiForm } from '#client/ui/form/api-form.ts';
import { TextField } from '#client/ui/form/field.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { Passkey, PasskeysReply } from '#shared/api/account/passkeys.ts';
import { apiPaths } from '#shared/paths.ts';
import { useOwnerConfirmation } from './confirm-owner.tsx';
import { SettingsCard, WhileLoading } from './settings-card.tsx';

export function Passkeys() {
  const query = usePasskeysQuery();
  const { data } = query;
  const { confirmed, dialog } = useOwnerConfirmation();
  const [askOptions] = usePasskeyOptionsMutation();
  const [store] = useAddPasskeyMutation();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const add = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      const optionsJSON = await confirmed(() => askOptions().unwrap());
      // Loaded with the first press: few visits of the settings add a passkey.
      const { startRegistration } = await import('@simplewebauthn/browser');
      const made = await startRegistration({ optionsJSON });
      const passkey = await confirmed(() => store(made).unwrap());
      announce(`Passkey added: ${passkey.name}`);
    } catch (error) {
      setFailure(explain(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <SettingsCard title="Passkeys">
      <p className="text-muted">
        A passkey logs you in with your finger, your face or the code of your device. Nobody can guess it or steal it
        from us.
      </p>
      <WhileLoading query={query} rows={1} />
      {data && data.length > 0 && (
        <ul className="flex flex-col divide-y divide-base-300">
          {data.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} />
          ))}
        </ul>
      )}
      <ErrorLine>{failure}</ErrorLine>
      <div>
        <Button pending={pending} onClick={() => void add()}>
          <KeyRound size={16} strokeWidth={1.75} aria-hidden="true" />
          Add a passkey
        </Button>
      </div>
      {dialog}
    </SettingsCard>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [asking, setAsking] = useState<'name' | 'remove'>();
  const row = useRef<HTMLLIElement>(null);
  const nameId = useId();
  return (
    <li ref={row} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p id={nameId} className="break-words font-semibold text-small">
          {passkey.name}
        </p>
        <p className="text-muted text-small">
          Added <RelativeTime iso={passkey.createdAt} />
          {passkey.lastUsedAt !== null && (
            <span>
              , last used <RelativeTime iso={passkey.lastUsedAt} />
            </span>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button look="quiet" aria-describedby={nameId} onClick={() => setAsking('name')}>
          Rename
        </Button>
        <Button look="outline" aria-describedby={nameId} onClick={() => setAsking('remove')}>
          Remove
        </Button>
      </div>
      {asking === 'name' && <RenameDialog passkey={passkey} onClose={() => setAsking(undefined)} />}
      {asking === 'remove' && (
        <RemoveDialog
          passkey={passkey}
          onClose={(isRemoved) => {
            flushSync(() => setAsking(undefined));
            if (isRemoved) focusBeside(row.current);
          }}
        />
      )}
    </li>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [rename] = useRenamePasskeyMutation();
  const { field, failure, isSubmitting, submit } = useApiForm({
    defaultValues: { name: passkey.name },
    send: async ({ name }) => {
      await rename({ id: passkey._id, name }).unwrap();
      onClose();
    },
  });
  const name = field('name');
  return (
    <Dialog title="Rename this passkey" onClose={onClose}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label="Name"
          autoComplete="off"
          data-autofocus=""
          maxLength={60}
          {...name}
          error={name.error ?? failure}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" pending={isSubmitting}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: (isRemoved: boolean) => void }) {
  const [remove] = useRemovePasskeyMutation();
  const { confirmed, dialog } = useOwnerConfirmation();
  const confirm = async () => {
    await confirmed(() => remove(passkey._id).unwrap());
    announce(`Passkey removed: ${passkey.name}`);
    onClose(true);
  };
  return (
    <>
      <ConfirmDialog
        title={`Remove “${passkey.name}”?`}
        keep="Keep it"
        action="Remove"
        onClose={() => onClose(false)}
        onConfirm={confirm}
      >
        <p>It no longer opens your account. Your device may go on offering it until you delete it there.</p>
      </ConfirmDialog>
      {dialog}
    </>
  );
}

/** Undefined where the user has closed the browser's dialog: they know. */
function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return errorMessage(error);
  if (error.name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return undefined;
  return 'Your browser could not make a passkey.';
}

/** With the capability `passkeys`. */
const passkeysApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    passkeys: build.query<Passkey[], void>({
      query: () => apiPaths.passkeys,
      transformResponse: (reply: PasskeysReply) => reply.items,
      providesTags: ['Passkey'],
    }),
    passkeyOptions: build.mutation<PublicKeyCredentialCreationOptionsJSON, void>({
      query: () => ({ url: apiPaths.passkeyOptions, method: 'POST' }),
    }),
    addPasskey: build.mutation<Passkey, RegistrationResponseJSON>({
      query: (response) => ({ url: apiPaths.passkeys, method: 'POST', body: { response } }),
      invalidatesTags: ['Passkey'],
    }),
    renamePasskey: build.mutation<Passkey, { id: string; name: string }>({
      query: ({ id, name }) => ({ url: apiPaths.passkey(id), method: 'PATCH', body: { name } }),
      invalidatesTags: ['Passkey'],
    }),
    removePasskey: build.mutation<unknown, string>({
      query: (id) => ({ url: apiPaths.passkey(id), method: 'DELETE' }),
      invalidatesTags: ['Passkey'],
    }),
  }),
});

export const {
  usePasskeysQuery,
  usePasskeyOptionsMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
} = passkeysApi;
