import { useState } from 'react';
import { useDebounced } from '#client/lib/dom/use-later.ts';
import type { SkillsReply } from '#shared/api/skills.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';
import { useCapability } from './capabilities.ts';

const shown = 7;

const skillsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Listed names that a beginning may mean, best first. */
    skills: build.query<readonly string[], string>({
      query: (q) => ({ url: apiPaths.skills, params: { q, limit: shown } }),
      transformResponse: ({ items }: SkillsReply) => items.map(({ name }) => name),
    }),
  }),
});

/**
 * For a field of skills: the listed names for what is typed in it, once they are known. Until then it suggests those of the
 * letters before, and `known` ones where the upstream has no list.
 */
export function useSkillMatches(known: readonly string[]) {
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), 120);
  const isListed = useCapability('skills');
  const { currentData, data } = skillsApi.useSkillsQuery(q, { skip: !isListed || q === '' });
  const matches = q === typed.trim() ? currentData : undefined;
  return { matches, suggestions: isListed ? (data ?? known) : known, onType: setTyped };
}
