import { fullName } from '#client/lib/text/person.ts';
import { reportedThing } from '#client/lib/text/report-words.ts';
import { absoluteTime, timeInWords } from '#client/lib/text/time.ts';
import type { CaseAction, CaseActionKind, CaseSummary, ModerationCase, ReportCounts } from '#shared/api/moderation.ts';
import type { ReportKind } from '#shared/api/safety.ts';

export function caseTitle({ kind, person }: Pick<CaseSummary, 'kind' | 'person'>): string {
  return reportedThing(kind, fullName(person));
}

export function reporterCount({ reporters }: Pick<CaseSummary, 'reporters'>): string {
  return reporters === 1 ? '1 person reported it' : `${reporters} people reported it`;
}

/** How long there is to look at an open case, and whether that time is over. */
export function dueWords({ state, dueAt }: CaseSummary, now: number = Date.now()): { text: string; isLate: boolean } {
  if (state === 'closed') return { text: 'Decided', isLate: false };
  const isLate = Date.parse(dueAt) <= now;
  return { text: isLate ? `Late: was due ${timeInWords(dueAt, now)}` : `Due ${timeInWords(dueAt, now)}`, isLate };
}

/** The name of each action on its button, and in the log. */
export const actionWords: Readonly<Record<CaseActionKind, { button: string; done: string }>> = {
  dismiss: { button: 'Dismiss', done: 'Dismissed' },
  hide: { button: 'Hide', done: 'Hidden' },
  'hide-name': { button: 'Hide the name', done: 'Name hidden' },
  warn: { button: 'Warn', done: 'Warned' },
  suspend: { button: 'Suspend', done: 'Suspended' },
  erase: { button: 'Erase the picture', done: 'Picture erased' },
  undo: { button: 'Undo', done: 'Taken back' },
};

/** "Suspended until 5 December 2026 at 14:00". */
export function doneWords({ action, until }: Pick<CaseAction, 'action' | 'until'>): string {
  const { done } = actionWords[action];
  if (action !== 'suspend') return done;
  return until ? `${done} until ${absoluteTime(until)}` : `${done} for ever`;
}

/** The action that `undo` takes back. */
export function lastAction({ log }: Pick<ModerationCase, 'log'>): CaseAction | undefined {
  return log.find(({ action, undone }) => action !== 'undo' && !undone);
}

const hidden: Readonly<Record<ReportKind, (name: string) => string>> = {
  person: (name) =>
    `The texts, skills and links of the profile are shown to nobody but ${name}, who reads your reason there.`,
  message: () => 'Both people see, in place of the message, that a moderator has hidden it.',
  project: (name) => `The project is shown to nobody but ${name}, who reads your reason there.`,
  picture: () => 'The picture is not shown any more.',
};

const answered = 'The case is closed. Everybody who reported it is told that something was done.';

/** The title of the dialog: a warning and a suspension concern the person, the others the reported thing. */
export function dialogTitle(action: CaseActionKind, found: ModerationCase): string {
  const { button } = actionWords[action];
  if (action === 'hide-name') return `Hide the name ${fullName(found.person)}`;
  if (action === 'warn' || action === 'suspend') return `${button} ${fullName(found.person)}`;
  return `${button}: ${caseTitle(found)}`;
}

/** The consequences of an action, in sentences, shown before it is confirmed. */
export function consequences(action: CaseActionKind, found: ModerationCase): string[] {
  const name = fullName(found.person);
  switch (action) {
    case 'dismiss':
      return [
        `The case is closed, and nothing changes for ${name}, who is not told.`,
        'Everybody who reported it reads your reason.',
      ];
    case 'hide':
      return [hidden[found.kind](name), answered];
    case 'hide-name':
      return [
        `Others read “Hidden name”, until ${name} takes another name. The chats, projects and connections stay.`,
        `${name} reads your reason on the own profile.`,
        answered,
      ];
    case 'warn':
      return [
        `${name} gets a mail, and a banner above every screen until they confirm that they have read it.`,
        answered,
      ];
    case 'suspend':
      return [
        `${name} is logged out everywhere at once and cannot log in. To others, the account looks deleted meanwhile.`,
        'At the login they read your reason, when it ends, and where to appeal.',
        answered,
      ];
    case 'erase':
      return ['The picture is deleted for everybody, and cannot be uploaded again. Nothing brings it back.', answered];
    case 'undo': {
      const last = lastAction(found);
      return [
        `This takes back: ${last ? doneWords(last) : 'the last action'}.`,
        'The case is open again, unless something else was done in it.',
      ];
    }
  }
}

/** Says to the moderator who will read the reason. */
export function readersOf(action: CaseActionKind, { kind, person }: ModerationCase): string {
  if (action === 'dismiss') return 'Everybody who reported it reads this, and the log keeps it.';
  const isSilent = action === 'hide' && (kind === 'message' || kind === 'picture');
  if (isSilent || action === 'undo' || action === 'erase') return 'The log keeps this, for moderators.';
  return `${fullName(person)} reads this, and the log keeps it.`;
}

/** The changes of a case since the moderator has loaded it, in sentences. */
export function changesSince(before: ModerationCase, after: ModerationCase): string[] {
  const known = new Set(before.log.map(({ _id }) => _id));
  const acts = after.log
    .filter(({ _id }) => !known.has(_id))
    .toReversed()
    .map((act) => `${doneWords(act)} by ${act.by}: “${act.reason}”`);
  const reports = new Set(before.reports.map(({ _id }) => _id));
  const more = after.reports.filter(({ _id }) => !reports.has(_id)).length;
  return [
    ...acts,
    ...(more > 0 ? [more === 1 ? '1 more report came in.' : `${more} more reports came in.`] : []),
    ...(before.state === after.state ? [] : [after.state === 'closed' ? 'It is closed now.' : 'It is open again.']),
    ...(!before.isGone && after.isGone ? ['It was deleted meanwhile.'] : []),
  ];
}

export function countsInWords({ open, acted, dismissed }: ReportCounts): string {
  const total = open + acted + dismissed;
  if (total === 0) return 'none';
  return `${total} (${open} open, ${acted} acted on, ${dismissed} dismissed)`;
}
