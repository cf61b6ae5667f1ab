/** What a person may look for. */
export const intents = ['pair', 'mentor', 'be mentored', 'co-founder', 'contribute', 'hire', 'be hired'] as const;
export type Intent = (typeof intents)[number];

const counterparts: Partial<Record<Intent, Intent>> = {
  mentor: 'be mentored',
  'be mentored': 'mentor',
  hire: 'be hired',
  'be hired': 'hire',
};

/** What the other person must look for so that both find it: a mentor finds who wants to be mentored, others the same. */
export function counterpartOf(intent: Intent): Intent {
  return counterparts[intent] ?? intent;
}
