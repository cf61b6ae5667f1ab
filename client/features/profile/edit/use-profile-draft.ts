import { type RefObject, useRef, useState } from 'react';
import { toast } from 'sonner';
import { useEditProfileMutation } from '#client/api/people-api.ts';
import { isText, onStorageChange } from '#client/lib/device/stored-value.ts';
import { type WaitingCall, waitingCalls } from '#client/lib/device/waiting-calls.ts';
import { isRecord } from '#client/lib/is-record.ts';
import { errorMessage, isApiError } from '#client/lib/text/api-error.ts';
import { type ApiForm, useApiForm } from '#client/ui/form/api-form.ts';
import type { OwnUser, ProfileEdit } from '#shared/api/users.ts';
import { apiPaths } from '#shared/paths.ts';
import { changesOf, type FormField, formOf, isSame, mergeSaved, type ProfileForm, problemsOf } from './profile-form.ts';

export interface ProfileDraft extends ApiForm<ProfileForm> {
  values: ProfileForm;
  /** Whether the values differ from the stored profile. */
  dirty: boolean;
  element: RefObject<HTMLFormElement | null>;
  /** The list of the problems of a refused save. */
  summary: RefObject<HTMLDivElement | null>;
  /** Why a save was refused, where no field is to blame. */
  sentence: RefObject<HTMLDivElement | null>;
}

/** The profile form. `onReveal` is called before a refusal is shown, which the preview may hide. */
export function useProfileDraft(user: OwnUser, onReveal: () => void): ProfileDraft {
  const [stored, setStored] = useState(() => storedForm(user));
  const [edit] = useEditProfileMutation();
  const element = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const sentence = useRef<HTMLDivElement>(null);

  const check = (values: ProfileForm) => {
    const problems = problemsOf(changesOf(stored, values));
    if (Object.keys(problems).length > 0) onReveal();
    return problems;
  };

  const send = async (values: ProfileForm) => {
    const changes = changesOf(stored, values);
    if (Object.keys(changes).length === 0) return void toast('Nothing has changed');
    const waiting = watchWaiting(user._id);
    try {
      const sent = edit(changes).unwrap();
      const reply = await Promise.race([sent, waiting.begun]);
      if (reply === 'waits') {
        setStored((before) => mergeSaved(before, changes, values));
        toast('Your changes go out when you are back');
        void sent.catch((error: unknown) => failLater(changes, error));
        return;
      }
      const saved = formOf(reply);
      setStored((before) => mergeSaved(before, changes, saved));
      // A field that was edited during the save keeps its text and stays unsaved.
      for (const name of Object.keys(changes) as FormField[])
        if (isSame(form.getValues(name), values[name])) form.setValue(name, saved[name]);
      toast.success('Profile saved');
    } catch (error) {
      if (!element.current) return toastFailure(changes, errorMessage(error));
      onReveal();
      throw error;
    } finally {
      waiting.stop();
    }
  };

  /** A save that waited was refused, when the form may be gone; or the user has taken it back, or saved again meanwhile. */
  const failLater = (unsaved: ProfileEdit, error: unknown) => {
    if (!isApiError(error) || error.code !== 'aborted') toastFailure(unsaved, errorMessage(error));
    if (waitingSave(user._id) === undefined) setStored(formOf(user));
  };

  /** For a save that failed after the user left the form: a toast that can send the same changes again. */
  const toastFailure = (unsaved: ProfileEdit, why: string) =>
    void toast.error(`Your profile was not saved. ${why}`, {
      duration: 8000,
      action: {
        label: 'Try again',
        onClick: () =>
          void edit(unsaved)
            .unwrap()
            .then(
              () => toast.success('Profile saved'),
              (error: unknown) => toastFailure(unsaved, errorMessage(error)),
            ),
      },
    });

  const form = useApiForm<ProfileForm>({
    defaultValues: stored,
    problemsOf: check,
    send,
    onRefused: () => {
      // A refusal that names no field stands under the Save button, which has the focus but may be out of sight.
      if (summary.current) summary.current.focus();
      else sentence.current?.scrollIntoView({ block: 'nearest' });
    },
  });
  const values = form.watch();
  const dirty = Object.keys(changesOf(stored, values)).length > 0;
  return { ...form, values, dirty, element, summary, sentence };
}

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
