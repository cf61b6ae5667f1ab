import { useMemo } from 'react';
import { conversationEntry, personEntry, projectEntry } from './entries.ts';
import { type Group, groupsAtFirst, groupsFor } from './groups.ts';
import { type Asked, useAsked } from './use-asked.ts';
import { useCommands } from './use-commands.ts';
import { useKnown } from './use-known.ts';
import { useRecent } from './use-recent.ts';

/** The rows for what is typed: at once from this device, and after a pause in typing also from the upstream. */
export function useGroups(text: string, onLogOut: () => void): { groups: Group[]; asked: Asked } {
  const known = useKnown();
  const recent = useRecent(known);
  const commands = useCommands(onLogOut);
  const asked = useAsked(text);
  // Once for each list, and not at every letter: a network can hold thousands of people.
  const entries = useMemo(
    () => ({
      people: known.people.map(personEntry),
      projects: known.projects.map(projectEntry),
      conversations: known.conversations.map(conversationEntry),
    }),
    [known],
  );
  const sources = { ...entries, recent, commands, asked };
  return { groups: text.trim() === '' ? groupsAtFirst(sources) : groupsFor(text, sources), asked };
}
