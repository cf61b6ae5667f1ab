import { BellOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { useMuted } from '#client/device/muted.ts';
import { usePageTitle } from '#client/dom/page-title.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { usePersonQuery } from '#client/store/api/people-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { useRelation } from '#client/store/relations/use-relation.ts';
import { BlockPerson } from '#client/store/safety/block-person.tsx';
import { isMissing } from '#client/text/is-missing.ts';
import { fullName } from '#client/text/person.ts';
import { cardRelation } from '#client/text/relation.ts';
import { sharedSkills } from '#client/text/shared-skills.ts';
import { RelationFailed } from '#client/ui/person/relation-buttons.tsx';
import { RelationTag } from '#client/ui/person/relation-tag.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { CardBones, CoveredBones } from '#client/ui/state/skeleton.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { About } from '../about.tsx';
import { ProfileHeader } from '../profile-header.tsx';
import { ProfileProjects } from '../profile-projects.tsx';
import { PrivateNote } from './private-note.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { RelationControl } from './relation-control.tsx';
import { RemoveConnection } from './remove-connection.tsx';
import { NotAvailable } from './unavailable-profile.tsx';

export function OtherProfilePage() {
  const { userId = '' } = useParams();
  const own = useOwnUser();
  const { currentData, error, refetch } = usePersonQuery(userId);
  const wasShown = useRef(false);
  if (userId === own._id) return <Navigate to={to.profile()} replace />;
  // After a block, what was loaded before is still there.
  if (currentData && !isMissing(error)) {
    wasShown.current = true;
    return <OtherProfile key={currentData._id} person={currentData} />;
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

/**
 * Focuses the heading once there is one: the skeleton has none, so the router focused the main region instead.
 * `takesFocus`: also where the profile, and with it the focused control, has just left the screen.
 */
function Frame({ children, takesFocus = false }: { children: ReactNode; takesFocus?: boolean }) {
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement?.id !== 'main' && !(takesFocus && activeElement === document.body)) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [takesFocus]);
  return <div className={frame}>{children}</div>;
}

const frame = 'gutter-x mx-auto flex w-full max-w-content flex-col gap-8 py-6';

function OtherProfile({ person }: { person: User }) {
  const own = useOwnUser();
  const relationWith = useRelation(person);
  const { relation, failure } = relationWith;
  const canRemove = useCapability('connections.remove');
  const canBlock = useCapability('safety.block');
  const mutesInAccount = useCapability('safety.mute');
  const muted = useMuted(own._id).some(({ _id }) => _id === person._id);
  const [noteOpen, setNoteOpen] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [blocking, setBlocking] = useState(false);
  usePageTitle(fullName(person));

  return (
    <Frame>
      <ProfileHeader
        person={person}
        shared={sharedSkills(person, own.skills)}
        note={
          <div className="flex flex-wrap gap-x-3 empty:hidden">
            {/* The relation control already says that a request is sent. */}
            {relation !== 'sent' && (
              <RelationTag
                relation={cardRelation(relation)}
                {...(relation === 'received' ? { word: 'Wants to connect' } : {})}
              />
            )}
            {muted && (
              <span className="inline-flex items-center gap-1 text-micro text-muted">
                <BellOff size={14} strokeWidth={1.75} aria-hidden="true" />
                {mutesInAccount ? 'Muted' : 'Muted on this device'}
              </span>
            )}
          </div>
        }
        actions={
          <>
            <div className="flex items-center gap-2">
              <RelationControl person={person} relationWith={relationWith} />
              <ProfileMenu
                person={person}
                muted={muted}
                onNote={() => setNoteOpen(true)}
                onRemove={canRemove && relation === 'connected' ? () => setRemoving(true) : undefined}
                onBlock={canBlock ? () => setBlocking(true) : undefined}
              />
            </div>
            <RelationFailed failure={removing ? undefined : failure} />
          </>
        }
      />
      <PrivateNote person={person} open={noteOpen} onOpenChange={setNoteOpen} />
      <section aria-labelledby="about">
        <h2 id="about" className="mb-3 text-h2">
          About
        </h2>
        {person.about ? (
          <About text={person.about} />
        ) : (
          <p className="text-muted">{person.firstName} has not written anything yet.</p>
        )}
      </section>
      <ProfileProjects
        userId={person._id}
        relation={cardRelation(relation)}
        empty={<p className="text-muted">No projects yet.</p>}
      />
      {removing && <RemoveConnection person={person} relationWith={relationWith} onClose={() => setRemoving(false)} />}
      {blocking && <BlockPerson person={person} onClose={() => setBlocking(false)} />}
    </Frame>
  );
}

function ProfileBones() {
  return (
    <div className={frame}>
      <CoveredBones
        cover="h-28 sm:h-44 lg:h-52"
        body="gap-3 px-5 pb-6 sm:px-8"
        avatar="-mt-17 size-33"
        bones={['h-8 w-1/2', 'h-6 w-3/4']}
      />
      <CardBones cards={3} />
    </div>
  );
}
