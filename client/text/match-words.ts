import type { MatchReason } from '#shared/api/users.ts';
import type { Intent } from '#shared/intents.ts';

/** What a person wants, after “wants to”. */
export const intentWords: Readonly<Record<Intent, string>> = {
  pair: 'pair',
  mentor: 'mentor',
  'be mentored': 'be mentored',
  'co-founder': 'find a co-founder',
  contribute: 'contribute',
  hire: 'hire',
  'be hired': 'be hired',
};

/** The reasons to meet a person, in one line: “You both use Go · both want to pair · 4 h overlap”. Empty for none. */
export function matchSentence(reasons: readonly MatchReason[]): string {
  const parts = reasons.map(reasonInWords);
  const [first = ''] = parts;
  const start = first.startsWith('both') ? `You ${first}` : first.charAt(0).toUpperCase() + first.slice(1);
  return [start, ...parts.slice(1)].join(' · ');
}

function reasonInWords(reason: MatchReason): string {
  switch (reason.kind) {
    case 'skills':
      return `you both use ${inWords(reason.skills.slice(0, 3))}`;
    case 'intent':
      return reason.mine === reason.theirs
        ? `both want to ${intentWords[reason.mine]}`
        : `wants to ${intentWords[reason.theirs]}`;
    case 'overlap':
      return `${reason.hours} h overlap`;
  }
}

/** Not with Intl.ListFormat: the first one takes a phone 25 ms, in the rendering of the first card. */
export function inWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
