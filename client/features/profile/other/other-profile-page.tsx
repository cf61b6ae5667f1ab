import BellOff from 'lucide-react/icons/bell-off';
import { useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { usePersonQuery } from '#client/api/people-api.ts';
import { useMuted } from '#client/api/safety/mute-api.ts';
import { useRelation } from '#client/api/use-relation.ts';
import { stories, useMatchMoment } from '#client/features/match/use-match-moment.tsx';
import { useBlockAndReport } from '#client/features/safety/block-person.tsx';
import { usePageTitle } from '#client/lib/dom/page.ts';
import { isMissing } from '#client/lib/text/api-error.ts';
import { reasonsToMeet, sharedSkills } from '#client/lib/text/match-words.ts';
import { fullName } from '#client/lib/text/person.ts';
import { cardRelation } from '#client/lib/text/relation.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { ConfirmDialog } from '#client/ui/dialog/questions.tsx';
import { RelationFailed, RelationTag } from '#client/ui/person/relation.tsx';
import { Section } from '#client/ui/section.tsx';
import { ErrorLine, ErrorState } from '#client/ui/state/errors.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { About, ProfileHeader } from '../profile-header.tsx';
import { ProfileProjects } from '../profile-projects.tsx';
import { ProfileMenu, RelationControl } from './profile-actions.tsx';
import { Frame, NotAvailable, ProfileBones } from './profile-frame.tsx';

export function OtherProfilePage() {
  const { userId = '' } = useParams();
  const own = useOwnUser();
  const { currentData: person, error, refetch } = usePersonQuery(userId);
  const wasShown = useRef(false);
  if (userId === own._id) return <Navigate to={to.profile()} replace />;
  // After a block, what was loaded before is still there.
  if (person && !isMissing(error)) {
    wasShown.current = true;
    return <OtherProfile key={person._id} person={person} />;
  }
  if (error === undefined) return <ProfileBones />;
  return (
    <Frame takesFocus={wasShown.current}>
      <h1 tabIndex={-1} className="sr-only">
        Profile
      </h1>
      {isMissing(error) ? (
        <NotAvailable userId={userId} />
      ) : (
        <ErrorState title="The profile could not be loaded" error={error} onRetry={refetch} />
      )}
    </Frame>
  );
}

function OtherProfile({ person }: { person: User }) {
  const own = useOwnUser();
  const { meet, moment } = useMatchMoment('Write later');
  const relationWith = useRelation(person, (by) =>
    meet({ person, story: (by === 'accept' ? stories.accepted : stories.mutual)(person) }),
  );
  const { relation, failure } = relationWith;
  const canRemove = useCapability('connections.remove');
  const muted = useMuted().some(({ _id }) => _id === person._id);
  const hasNotes = useCapability('requests.note');
  const mayAsk = hasNotes && person.mayAsk !== false && (relation === 'none' || relation === 'unknown');
  const [withNote, setWithNote] = useState(false);
  const [removing, setRemoving] = useState(false);
  const tag = cardRelation(relation);
  const safety = useBlockAndReport(person, { withPhoto: true });
  usePageTitle(fullName(person));

  return (
    <Frame>
      <ProfileHeader
        person={person}
        shared={sharedSkills(person, own.skills)}
        reasons={reasonsToMeet(person, own)}
        emailId={person.emailId}
        note={
          <div className="flex flex-wrap gap-x-3 empty:hidden">
            {/* The relation control already says that a request is sent. */}
            {relation !== 'sent' && (
              <RelationTag relation={tag} word={relation === 'received' ? 'Wants to connect' : undefined} />
            )}
            {muted && (
              <span className="inline-flex items-center gap-1 text-micro text-muted">
                <BellOff size={14} strokeWidth={1.75} aria-hidden="true" />
                Muted
              </span>
            )}
          </div>
        }
        actions={
          <>
            <div className="flex items-center gap-2">
              <RelationControl person={person} relationWith={relationWith} withNote={withNote && mayAsk} />
              <ProfileMenu
                person={person}
                muted={muted}
                onAskWithNote={mayAsk ? () => setWithNote(true) : undefined}
                onRemove={canRemove && relation === 'connected' ? () => setRemoving(true) : undefined}
                safety={safety.items}
              />
            </div>
            <RelationFailed failure={removing ? undefined : failure} />
          </>
        }
      />
      <Section title="About" look="mb-3 text-h2">
        {person.about ? (
          <About text={person.about} />
        ) : (
          <p className="text-muted">{person.firstName} has not written anything yet.</p>
        )}
      </Section>
      <ProfileProjects userId={person._id} relation={tag} empty={<p className="text-muted">No projects yet.</p>} />
      {removing && (
        <ConfirmDialog
          title={`Remove ${person.firstName} from your connections?`}
          keep="Keep"
          action="Remove"
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            if (await relationWith.act('remove')) setRemoving(false);
          }}
        >
          <p>You can no longer chat with each other. {person.firstName} is not told.</p>
          <ErrorLine className="mt-3">{failure && `Not removed. ${failure.message}`}</ErrorLine>
        </ConfirmDialog>
      )}
      {safety.dialog}
      {moment}
    </Frame>
  );
}
