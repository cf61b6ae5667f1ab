import { type BaseSyntheticEvent, useEffectEvent, useLayoutEffect } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type RegisterOptions,
  type ResolverResult,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { errorMessage, isApiError } from '#client/lib/text/api-error.ts';

interface Options<Values extends FieldValues> {
  defaultValues: DefaultValues<Values>;
  /** The problems that stop the values before any call, by field. */
  problemsOf?: (values: Values) => { [Name in Path<Values>]?: string };
  /** Resolves once the values are taken; rejects with the call's error. */
  send: (values: Values) => Promise<unknown>;
  /**
   * For a form with a list of its problems: called once a refusal is drawn, to move the focus, which otherwise goes to the
   * first refused field. The list grows with a press only, never while the user types.
   */
  onRefused?: () => void;
}

export interface ApiForm<Values extends FieldValues> extends UseFormReturn<Values> {
  isSubmitting: boolean;
  /** Why it was refused, in a sentence; `undefined` for a form without a list of problems where a field is to blame. */
  failure: string | undefined;
  submit: (event?: BaseSyntheticEvent) => void;
  /** The props that tie a text field to its value and its error. */
  field: (name: Path<Values>, rules?: RegisterOptions<Values>) => UseFormRegisterReturn & { error: string | undefined };
  /** The props that tie another control, such as chips or a picture, to its value and its error. */
  controlled: <Name extends Path<Values>>(
    name: Name,
  ) => {
    value: PathValue<Values, Name>;
    error: string | undefined;
    onChange: (value: PathValue<Values, Name>) => void;
  };
}

/** A form whose values go to the upstream. A refusal stands at its fields. */
export function useApiForm<Values extends FieldValues>(options: Options<Values>): ApiForm<Values> {
  const { defaultValues, problemsOf, send, onRefused } = options;
  const form = useForm<Values>({
    defaultValues,
    ...(problemsOf && { resolver: (values) => resolved(values, problemsOf(values)) }),
    ...(onRefused && { shouldFocusError: false, reValidateMode: 'onSubmit' }),
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const errorOf = (name: Path<Values>) => form.getFieldState(name, form.formState).error?.message;
  const submitOnce = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      applyServerErrors(form, error, onRefused !== undefined);
    }
  });
  const refused = useEffectEvent(() => {
    if (Object.keys(errors).length > 0) onRefused?.();
  });
  useLayoutEffect(() => {
    if (submitCount > 0) refused();
  }, [submitCount]);
  return {
    ...form,
    isSubmitting,
    failure: errors.root?.message,
    submit: (event) => {
      event?.preventDefault();
      if (!isSubmitting) void submitOnce(event);
    },
    field: (name, rules) => {
      const { onChange, ...control } = form.register(name, rules);
      return {
        ...control,
        error: errorOf(name),
        onChange: (event) => {
          if (onRefused) form.clearErrors(name);
          return onChange(event);
        },
      };
    },
    controlled: (name) => ({
      value: form.watch(name),
      error: errorOf(name),
      onChange: (value) => {
        form.setValue(name, value, { shouldDirty: true });
        form.clearErrors(name);
      },
    }),
  };
}

function resolved<Values extends FieldValues>(values: Values, problems: object): ResolverResult<Values> {
  const errors = Object.entries(problems).map(([name, message]) => [name, { type: 'value', message }]);
  return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
}

/** Shows a refusal at the fields that it names, else above the button; in a list of problems all of it. */
export function applyServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  isListed = false,
): void {
  const named = Object.entries((isApiError(error) && error.fields) || {});
  const fields = isListed ? named : named.filter(([name]) => name in form.getValues());
  for (const [at, [name, message]] of fields.entries())
    form.setError(name as Path<Values>, { message }, { shouldFocus: at === 0 && !isListed });
  if (fields.length === 0 || isListed) form.setError('root', { message: errorMessage(error) });
}
