import { useMemo, useRef, useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { toast } from '#client/dom/toast.ts';
import { useEditProfileMutation } from '#client/store/api/people-api.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import type { OwnUser } from '#shared/api/users.ts';
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
  const [stored, setStored] = useState(() => formOf(user));
  const [form, setForm] = useState(stored);
  const [refusal, setRefusal] = useState<Refusal>(noRefusal);
  const [edit, { isLoading }] = useEditProfileMutation();
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
    try {
      const saved = formOf(await edit(changes).unwrap());
      setStored((before) => mergeSaved(before, changes, saved));
      // A field that was edited during the save keeps its text and stays unsaved.
      setForm((now) => mergeSaved(now, changes, saved, form));
      toast.success('Profile saved');
      announce('Profile saved');
    } catch (error) {
      return { errors: (isApiError(error) && error.fields) || {}, sentence: errorMessage(error) };
    } finally {
      isSaving.current = false;
    }
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

  return { form, set, dirty, refusal, setRefusal, isLoading, save, toastFailure };
}

const noRefusal: Refusal = { errors: {} };
