/** The things that a person may look for. */
export const intents = ['pair', 'mentor', 'be mentored', 'co-founder', 'contribute', 'hire', 'be hired'] as const;
export type Intent = (typeof intents)[number];

const counterparts: Partial<Record<Intent, Intent>> = {
  mentor: 'be mentored',
  'be mentored': 'mentor',
  hire: 'be hired',
  'be hired': 'hire',
};

/** The intent of the other person with which both find what they look for: a mentor finds who wants to be mentored, others the same. */
export function counterpartOf(intent: Intent): Intent {
  return counterparts[intent] ?? intent;
}
