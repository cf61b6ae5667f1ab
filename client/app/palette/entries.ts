import type { LucideIcon } from 'lucide-react';
import { type ConversationKey, conversationHref, roomKey } from '#client/api/chat/conversation-key.ts';
import type { ConversationRow } from '#client/features/chat/list/conversation-rows.ts';
import { messageLine } from '#client/lib/text/message-format.ts';
import { fullName, skillList } from '#client/lib/text/person.ts';
import type { FoundMessage } from '#shared/api/chat.ts';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { ranked, type Searchable, searchable } from './rank.ts';
import type { Asked } from './sources.ts';
import type { Commands } from './use-commands.ts';

type ProjectFace = Pick<Project, '_id' | 'projectName' | 'projectImage'>;

/** The picture or icon at the start of a row of the palette. */
export type Face = { person: User } | { project: ProjectFace } | { icon: LucideIcon };

/** A row of the palette. */
export interface Entry {
  /** Of its kind and thing: the same one in every list. */
  id: string;
  name: string;
  text: Searchable;
  face: Face;
  /** One line beside the name. */
  detail?: string;
  /** The line is a message, in which the typed words are marked. */
  isMessage?: true;
  /** The keys that do the same. */
  keys?: string | undefined;
  /** The address that the row opens, or the command that it runs. The palette stays open for `ask`, which may show a question. */
  does: { href: string } | { run: () => void } | { ask: () => void };
}

export function personEntry(person: User): Entry {
  const name = fullName(person);
  const skills = skillList(person.skills);
  return {
    id: `person ${person._id}`,
    name,
    text: searchable(name, [person.headline ?? '', ...skills].join(' ')),
    face: { person },
    detail: person.headline || skills.slice(0, 4).join(' · '),
    does: { href: to.otherProfile(person._id) },
  };
}

export function projectEntry(project: Project): Entry {
  const name = nameOf(project);
  return {
    id: `project ${project._id}`,
    name,
    text: searchable(name, (project.skills ?? []).join(' ')),
    face: { project },
    detail: `by ${fullName(project.creator)}`,
    does: { href: to.project(project._id) },
  };
}

export function conversationEntry({
  key,
  name,
  of,
  line,
}: Pick<ConversationRow, 'key' | 'name' | 'of' | 'line'>): Entry {
  return {
    id: `conversation ${key}`,
    name,
    text: searchable(name, 'chat conversation message'),
    face: of,
    detail: line || ('project' in of ? 'Team chat' : 'Conversation'),
    does: { href: conversationHref(key) },
  };
}

/** A conversation that is in no loaded list yet. */
export function chatEntry(person: User): Entry {
  return conversationEntry({ key: person._id, name: fullName(person), of: { person }, line: '' });
}

export function roomEntry(project: Project): Entry {
  return conversationEntry({ key: roomKey(project._id), name: nameOf(project), of: { project }, line: '' });
}

/** None for a conversation whose other side is not told. */
export function messageEntry({ message, peer, project }: FoundMessage, ownId: string): Entry[] {
  const said = `${message.senderId?._id === ownId ? 'You: ' : ''}${messageLine(message)}`;
  const entry = (key: ConversationKey, name: string, face: Face): Entry => ({
    id: `message ${message._id}`,
    name,
    text: searchable(name),
    face,
    detail: said,
    isMessage: true,
    does: { href: `${conversationHref(key)}?message=${encodeURIComponent(message._id)}` },
  });
  if (peer) return [entry(peer._id, fullName(peer), { person: peer })];
  return project ? [entry(roomKey(project._id), nameOf(project), { project })] : [];
}

function nameOf({ projectName }: ProjectFace): string {
  return projectName || 'Untitled project';
}

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
