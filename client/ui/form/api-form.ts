import type { BaseSyntheticEvent } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { errorMessage, isApiError } from '#client/text/api-error.ts';

interface Options<Values extends FieldValues> {
  defaultValues: DefaultValues<Values>;
  /** Refuses values before any call. */
  resolver?: Resolver<Values>;
  /** Resolves once the values are taken; rejects with the call's error. */
  send: (values: Values) => Promise<unknown>;
}

export interface ApiForm<Values extends FieldValues> extends UseFormReturn<Values> {
  isSubmitting: boolean;
  /** Why it was refused, where no field is to blame. */
  failure: string | undefined;
  submit: (event: BaseSyntheticEvent) => void;
  /** The props that tie a text field to its value and its error. */
  field: (name: Path<Values>, rules?: RegisterOptions<Values>) => UseFormRegisterReturn & { error: string | undefined };
}

/** A form whose values go to the upstream. A refusal stands at its fields, and the first of them gets the focus. */
export function useApiForm<Values extends FieldValues>({
  defaultValues,
  resolver,
  send,
}: Options<Values>): ApiForm<Values> {
  const form = useForm<Values>({ defaultValues, ...(resolver && { resolver }) });
  const { errors, isSubmitting } = form.formState;
  const submitOnce = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      applyServerErrors(form, error);
    }
  });
  return {
    ...form,
    isSubmitting,
    failure: errors.root?.message,
    submit: (event) => {
      event.preventDefault();
      if (!isSubmitting) void submitOnce(event);
    },
    field: (name, rules) => ({
      ...form.register(name, rules),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
  };
}

/** Shows a refusal at the fields that it names, else above the button. */
export function applyServerErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): void {
  const fields = Object.entries((isApiError(error) && error.fields) || {}).filter(([name]) => name in form.getValues());
  for (const [at, [name, message]] of fields.entries())
    form.setError(name as Path<Values>, { message }, { shouldFocus: at === 0 });
  if (fields.length === 0) form.setError('root', { message: errorMessage(error) });
}
