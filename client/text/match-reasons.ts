import type { FeedItem, MatchReason, OwnUser } from '#shared/api/users.ts';
import { matchReasons } from '#shared/match-reasons.ts';
import { skillList } from './person.ts';

/** Why the user may want to meet a person: as the upstream says, or compared here. */
export function reasonsToMeet(person: FeedItem, own: Pick<OwnUser, 'skills' | 'lookingFor'>): readonly MatchReason[] {
  if (person.reasons) return person.reasons;
  const skills = person.shared ?? skillList(person.skills);
  const timeZone = person.timeZone && Intl.DateTimeFormat().resolvedOptions().timeZone;
  return matchReasons(
    { ...own, skills: person.shared ?? skillList(own.skills), timeZone },
    { ...person, skills },
    Date.now(),
  );
}
