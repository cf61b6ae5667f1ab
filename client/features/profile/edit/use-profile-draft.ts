import { useMemo, useRef, useState } from 'react';
import { toast } from 'sonner';
import { isText, onStorageChange } from '#client/device/stored-value.ts';

import { type WaitingCall, waitingCalls } from '#client/device/waiting-calls.ts';
import { useEditProfileMutation } from '#client/store/api/people-api.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { isRecord } from '#client/text/is-record.ts';
import type { OwnUser } from '#shared/api/users.ts';
import { apiPaths } from '#shared/paths.ts';
import {
  changesOf,
  type FormErrors,
  type FormField,
  formOf,
  mergeSaved,
  type ProfileForm,
  problemsOf,
} from './profile-form.ts';

/** Why a save was refused: by field, and in one sentence where the upstream refused it. */
export interface Refusal {
  errors: FormErrors;
  sentence?: string;
}

export type ProfileDraft = ReturnType<typeof useProfileDraft>;

/**
 * The values of the profile form, the fields that differ from the stored profile, and why the last save was refused.
 */
export function useProfileDraft(user: OwnUser) {
  const [stored, setStored] = useState(() => storedForm(user));
  const [form, setForm] = useState(stored);
  const [refusal, setRefusal] = useState<Refusal>(noRefusal);
  const [edit, { isLoading }] = useEditProfileMutation();
  const [isWaiting, setWaiting] = useState(false);
  // `isLoading` changes with the next render: a second press can come before.
  const isSaving = useRef(false);
  const changes = useMemo(() => changesOf(stored, form), [stored, form]);
  const dirty = Object.keys(changes).length > 0;

  const set = <Name extends FormField>(name: Name, value: ProfileForm[Name]) => {
    setForm((before) => ({ ...before, [name]: value }));
    setRefusal(({ errors: { [name]: _mended, ...errors }, ...rest }) => ({ ...rest, errors }));
  };

  /** Sends the changes. Resolves with the refusal, if there is one; the caller decides where it is shown. */
  const save = async (): Promise<Refusal | undefined> => {
    if (isSaving.current) return;
    const errors = problemsOf(changes);
    if (Object.keys(errors).length > 0) return { errors };
    setRefusal(noRefusal);
    if (!dirty) return void toast('Nothing has changed');
    isSaving.current = true;
    setWaiting(false);
    const waiting = watchWaiting(user._id);
    try {
      const sent = edit(changes).unwrap();
      const reply = await Promise.race([sent, waiting.begun]);
      if (reply === 'waits') {
        setStored((before) => mergeSaved(before, changes, form));
        setWaiting(true);
        toast('Your changes go out when you are back');
        void sent.catch(failLater);
        return;
      }
      const saved = formOf(reply);
      setStored((before) => mergeSaved(before, changes, saved));
      // A field that was edited during the save keeps its text and stays unsaved.
      setForm((now) => mergeSaved(now, changes, saved, form));
      toast.success('Profile saved');
    } catch (error) {
      return { errors: (isApiError(error) && error.fields) || {}, sentence: errorMessage(error) };
    } finally {
      isSaving.current = false;
      waiting.stop();
    }
  };

  /** A save that waited was refused, when the form may be gone; or the user has taken it back, or saved again meanwhile. */
  const failLater = (error: unknown) => {
    setWaiting(false);
    if (!isApiError(error) || error.code !== 'aborted') toastFailure(errorMessage(error));
    if (waitingSave(user._id) === undefined) setStored(formOf(user));
  };

  /** For a save that failed after the user left the form: a toast that can send the same changes again. */
  const toastFailure = (sentence: string) =>
    void toast.error(`Your profile was not saved. ${sentence}`, {
      duration: 8000,
      action: {
        label: 'Try again',
        onClick: () =>
          void edit(changes)
            .unwrap()
            .then(
              () => toast.success('Profile saved'),
              (error: unknown) => toastFailure(errorMessage(error)),
            ),
      },
    });

  return { form, set, dirty, refusal, setRefusal, isLoading: isLoading && !isWaiting, save, toastFailure };
}

const noRefusal: Refusal = { errors: {} };

/** The profile as it is stored, with the changes of an earlier save that wait on this device for the network. */
function storedForm(user: OwnUser): ProfileForm {
  const form = formOf(user);
  const changes = waitingSave(user._id)?.body;
  for (const [name, value] of Object.entries(isRecord(changes) ? changes : {})) {
    const known = form[name as FormField];
    if (name === 'hoursPerWeek') form.hoursPerWeek = typeof value === 'number' ? value.toString() : '';
    else if (Array.isArray(known) ? Array.isArray(value) && value.every(isText) : isText(known) && isText(value))
      Object.assign(form, { [name]: value });
  }
  return form;
}

function waitingSave(userId: string): WaitingCall | undefined {
  return waitingCalls(userId).find(({ method, url }) => method === 'PATCH' && url === apiPaths.profileEdit);
}

/** `begun` resolves once a new save waits for the network on this device. */
function watchWaiting(userId: string): { begun: Promise<'waits'>; stop: () => void } {
  const before = waitingSave(userId)?.at;
  let stop: () => void = () => undefined;
  const begun = new Promise<'waits'>((resolve) => {
    stop = onStorageChange(() => {
      const at = waitingSave(userId)?.at;
      if (at !== undefined && at !== before) resolve('waits');
    });
  });
  return { begun, stop: () => stop() };
}
