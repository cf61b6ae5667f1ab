import type { Entry } from './entries.ts';
import { ranked } from './rank.ts';
import type { Asked } from './use-asked.ts';
import type { Commands } from './use-commands.ts';

export interface Group {
  name: string;
  entries: readonly Entry[];
}

interface Sources {
  people: Entry[];
  projects: Entry[];
  conversations: Entry[];
  recent: Entry[];
  commands: Commands;
  asked: Pick<Asked, 'people' | 'projects' | 'messages'>;
}

/** Rows of one group: more of them are found by more letters. */
const most = { recent: 5, known: 5, asked: 5, messages: 4 } as const;

/** Before anything is typed: what was opened last, and the commands. */
export function groupsAtFirst({ recent, commands }: Sources): Group[] {
  return filled([
    { name: 'Recent', entries: recent.slice(0, most.recent) },
    { name: 'Go to', entries: commands.screens },
    { name: 'On this screen', entries: commands.here },
    { name: 'Do', entries: commands.actions },
  ]);
}

/**
 * The rows for the typed text: first those of the user's own lists, the group with the best fit on top; then further
 * results of the upstream's search. These arrive later, so they stand below all other rows and move none.
 */
export function groupsFor(
  query: string,
  { people, projects, conversations, recent, commands, asked }: Sources,
): Group[] {
  const opened = (kind: string) => recent.filter(({ id }) => id.startsWith(`${kind} `));
  const known = [
    { name: 'People', entries: [...opened('person'), ...people] },
    { name: 'Projects', entries: [...opened('project'), ...projects] },
    { name: 'Conversations', entries: [...opened('conversation'), ...conversations] },
    { name: 'Commands', entries: [...commands.screens, ...commands.here, ...commands.actions] },
  ]
    .map(({ name, entries }) => ({ name, found: ranked(query, eachOnce(entries)) }))
    .toSorted((one, other) => (other.found[0]?.[1] ?? 0) - (one.found[0]?.[1] ?? 0))
    .map(({ name, found }) => ({ name, entries: found.slice(0, most.known).map(([entry]) => entry) }));
  const shown = new Set(known.flatMap(({ entries }) => entries.map(({ id }) => id)));
  const beyond = (entries: readonly Entry[]) => entries.filter(({ id }) => !shown.has(id)).slice(0, most.asked);
  const named = (name: string) =>
    known.some((group) => group.name === name && group.entries.length > 0) ? `More ${name.toLowerCase()}` : name;
  return filled([
    ...known,
    { name: named('People'), entries: beyond(asked.people) },
    { name: named('Projects'), entries: beyond(asked.projects) },
    { name: 'Messages', entries: asked.messages.slice(0, most.messages) },
  ]);
}

function filled(groups: Group[]): Group[] {
  return groups.filter(({ entries }) => entries.length > 0);
}

function eachOnce(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}
