/** One failed field as mongoose reports it; without `value` when the field was not sent at all. */
export interface ValidatorError {
  name: 'ValidatorError';
  message: string;
  properties: Record<string, unknown>;
  kind: string;
  path: string;
  value?: unknown;
}

interface Rule {
  path: string;
  required?: boolean;
  min?: number;
  max?: number;
  /** Replaces mongoose's own sentence about the length. */
  text?: string;
}

const signupRules: Rule[] = [
  { path: 'firstName', required: true, min: 2, max: 40, text: 'Invalid Name' },
  { path: 'lastName', min: 2, max: 40 },
  { path: 'emailId', required: true, max: 40 },
];

/** The schema's complaints about a new user, by field. */
export function validateNewUser(fields: Record<string, unknown>): Record<string, ValidatorError> {
  const errors: Record<string, ValidatorError> = {};
  for (const rule of signupRules) {
    const error = checkRule(rule, fields[rule.path]);
    if (error) errors[rule.path] = error;
  }
  return errors;
}

function checkRule({ path, required, min, max, text }: Rule, value: unknown): ValidatorError | undefined {
  if (value === undefined || value === null || value === '') {
    return required ? failure(path, 'required', `Path \`${path}\` is required.`, {}, value) : undefined;
  }
  const shown = String(value);
  if (min !== undefined && shown.length < min) {
    const own = `Path \`${path}\` (\`${shown}\`) is shorter than the minimum allowed length (${min}).`;
    return failure(path, 'minlength', text ?? own, { minlength: min }, shown);
  }
  if (max !== undefined && shown.length > max) {
    const own = `Path \`${path}\` (\`${shown}\`) is longer than the maximum allowed length (${max}).`;
    return failure(path, 'maxlength', text ?? own, { maxlength: max }, shown);
  }
  return undefined;
}

function failure(path: string, kind: string, message: string, limit: object, value: unknown): ValidatorError {
  const echoed = value === undefined ? {} : { value };
  return {
    name: 'ValidatorError',
    message,
    properties: { message, type: kind, ...limit, path, ...echoed },
    kind,
    path,
    ...echoed,
  };
}

export function validationErrorBody(errors: Record<string, ValidatorError>): object {
  const reasons = Object.entries(errors).map(([path, { message }]) => `${path}: ${message}`);
  const text = 'User validation failed';
  return { errors, _message: text, name: 'ValidationError', message: `${text}: ${reasons.join(', ')}` };
}

export function duplicateEmailBody(emailId: string): object {
  const key = { keyPattern: { emailId: 1 }, keyValue: { emailId } };
  const errmsg = `E11000 duplicate key error collection: devnetwork.users index: emailId_1 dup key: { emailId: "${emailId}" }`;
  return { errorResponse: { index: 0, code: 11000, errmsg, ...key }, index: 0, code: 11000, ...key };
}

export function unreachableDatabaseBody(): object {
  const address = '127.0.0.1:27017';
  const server = { address, type: 'Unknown', hosts: [], passives: [], arbiters: [], tags: {}, minWireVersion: 0 };
  return {
    reason: {
      type: 'Unknown',
      servers: { [address]: server },
      stale: false,
      compatible: true,
      heartbeatFrequencyMS: 10_000,
      localThresholdMS: 15,
      setName: null,
      maxElectionId: null,
      maxSetVersion: null,
      commonWireVersion: 0,
      logicalSessionTimeoutMinutes: null,
    },
  };
}

export function isEmail(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d-]+\.)+[a-z]{2,}$/i.test(value);
}

/** validator's default rule: eight characters with a lower-case and an upper-case letter, a digit and a symbol. */
export function isStrongPassword(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length >= 8 &&
    [/[a-z]/, /[A-Z]/, /\d/, /[-#!$@£%^&*()_+|~=`{}[\]:";'<>?,./\\ ]/].every((part) => part.test(value))
  );
}

export function isUrl(value: string): boolean {
  return /^(?:(?:https?|ftp):\/\/)?(?:[^\s/@]+@)?(?:[a-z\d-]+\.)+(?:[a-z]{2,}|\d+)(?::\d+)?(?:[/?#]\S*)?$/i.test(value);
}
