import type { z } from 'zod';

/** The sentence for a field whose schema names none of its own. Zod asks for it, and prefers the schema's. */
export const sentenceOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return 'This is missing or of the wrong type.';
    case 'invalid_value':
      return `This must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}.`;
    case 'too_big':
      return `This is too ${issue.origin === 'string' ? 'long' : 'large'}: at most ${amount(issue.origin, issue.maximum)}.`;
    case 'too_small':
      return `This is too ${issue.origin === 'string' ? 'short' : 'small'}: at least ${amount(issue.origin, issue.minimum)}.`;
    default:
      return 'This is not written as expected.';
  }
};

function amount(origin: string, size: number | bigint): string {
  const unit = { string: 'character', array: 'entry', set: 'entry' }[origin];
  if (unit === undefined) return String(size);
  if (Number(size) === 1) return `1 ${unit}`;
  return `${size} ${unit === 'entry' ? 'entries' : `${unit}s`}`;
}
