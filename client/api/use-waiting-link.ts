import { useState } from 'react';
import { forgetInvite, forgetRefused, readInvite, readRefused } from '#client/lib/device/pending-links.ts';
import { screenName, subjectOf } from '#client/lib/text/screen-names.ts';
import { to } from '#shared/routes.ts';
import { usePersonQuery } from './people-api.ts';
import { useProjectQuery } from './projects-api.ts';

export interface WaitingLink {
  path: string;
  name: string;
  /** The people who wait for the user there. */
  inviter?: string;
  /** Called when the link is followed. */
  onFollow: () => void;
  onDismiss: () => void;
}

/**
 * The invitation or the link that was opened while signed out, with the name of the person or project that it leads to. By
 * the specification, login leads to the feed and sign-up to the own profile, where it is offered.
 */
export function useWaitingLink(): WaitingLink | undefined {
  const [found, setFound] = useState(findWaiting);
  const subject = found && subjectOf(found.path);
  const skip = (kind: 'profile' | 'project') => ({ skip: subject?.kind !== kind });
  const { data: person } = usePersonQuery(subject?.id ?? '', skip('profile'));
  const { data: project } = useProjectQuery(subject?.id ?? '', skip('project'));
  if (found === undefined) return undefined;
  const name = subject?.kind === 'profile' ? person?.firstName : project?.projectName;
  return {
    ...found,
    name: (subject && name) || found.name,
    // The page of an invitation forgets it when it is accepted.
    onFollow: forgetRefused,
    onDismiss: () => {
      forgetInvite();
      forgetRefused();
      setFound(undefined);
    },
  };
}

function findWaiting(): Pick<WaitingLink, 'path' | 'name' | 'inviter'> | undefined {
  const invite = readInvite();
  if (invite?.projectName && invite.inviterName)
    return { path: to.invite(), name: invite.projectName, inviter: invite.inviterName };
  const path = readRefused();
  const name = path === undefined ? undefined : screenName(path);
  return path === undefined || name === undefined ? undefined : { path, name };
}
