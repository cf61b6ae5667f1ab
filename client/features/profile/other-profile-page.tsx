import { BellOff, Ellipsis, LinkIcon, NotebookPen, UserMinus, UserX } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { toast } from 'sonner';
import { mute, unmute, useMuted } from '#client/device/muted.ts';
import { copyLink } from '#client/dom/copy-link.ts';
import { usePageTitle } from '#client/dom/page-title.ts';
import { useKeptFocus } from '#client/dom/use-kept-focus.ts';
import { useOnline } from '#client/dom/use-online.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { usePersonQuery } from '#client/store/api/people-api.ts';
import { useAppSelector, useOwnUser } from '#client/store/hooks.ts';
import { useRelation } from '#client/store/relations/use-relation.ts';
import { setHideButton } from '#client/store/slices/buttons-slice.ts';
import { useButtonFlag } from '#client/store/use-button-flag.ts';
import { isApiError } from '#client/text/api-error.ts';
import { fullName } from '#client/text/person.ts';
import { cardRelation } from '#client/text/relation.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Menu, type MenuItem } from '#client/ui/menu.tsx';
import { RelationButtons, RelationFailed } from '#client/ui/relation-buttons.tsx';
import { RelationTag } from '#client/ui/relation-tag.tsx';
import { Bone, CardBones, Skeleton } from '#client/ui/skeleton.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { About } from './about.tsx';
import { PrivateNote } from './private-note.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { ProfileProjects } from './profile-projects.tsx';

export function OtherProfilePage() {
  const { userId = '' } = useParams();
  const own = useOwnUser();
  const { currentData, error, isFetching, refetch } = usePersonQuery(userId, { refetchOnReconnect: true });
  if (userId === own._id) return <Navigate to={to.profile()} replace />;
  if (currentData) return <OtherProfile key={currentData._id} person={currentData} />;
  if (error === undefined) return <ProfileBones />;
  return (
    <Frame>
      <h1 tabIndex={-1} className="sr-only">
        Profile
      </h1>
      {isUnavailable(error) ? (
        <NotAvailable />
      ) : (
        <ErrorState title="The profile could not be loaded" error={error} onRetry={refetch} retrying={isFetching} />
      )}
    </Frame>
  );
}

/** Another upstream says "malformed" with 400 or a bare 500: for the reader it is the same as not there. */
function isUnavailable(error: unknown): boolean {
  if (!isApiError(error) || error.code === 'unavailable') return false;
  return [400, 404].includes(error.status) || (error.status === 500 && error.requestId === undefined);
}

/** Around a screen with a heading: what loads before it has none, so that the focus still waits where it comes. */
function Frame({ children }: { children: ReactNode }) {
  useEffect(() => {
    if (document.activeElement?.id !== 'main') return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, []);
  return <div className={frame}>{children}</div>;
}

const frame = 'gutter-x mx-auto flex w-full max-w-content flex-col gap-8 py-6';

function OtherProfile({ person }: { person: User }) {
  const own = useOwnUser();
  const { relation, isKnown, canWithdraw, pending, failure, act } = useRelation(person);
  const online = useOnline();
  const hidesButtons = useAppSelector((state) => state.buttons.hideButton);
  // A decision offline could not be sent, and one before the relation is known could be the wrong one.
  useButtonFlag(setHideButton, !isKnown || !online);
  const canRemove = useCapability('connections.remove');
  const muted = useMuted(own._id).some(({ _id }) => _id === person._id);
  const [noteOpen, setNoteOpen] = useState(false);
  const [removing, setRemoving] = useState(false);
  const name = fullName(person);
  usePageTitle(name);

  const control = useRef<HTMLDivElement>(null);
  const { pressed } = useKeptFocus(control, relation);
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  const items: MenuItem[] = [
    { label: 'Copy link', icon: <LinkIcon {...icon} />, onSelect: () => void copyLink(to.otherProfile(person._id)) },
    { label: 'Private note', icon: <NotebookPen {...icon} />, onSelect: () => setNoteOpen(true) },
    {
      label: muted ? 'Unmute on this device' : 'Mute on this device',
      icon: <BellOff {...icon} />,
      onSelect: () => {
        if (muted) unmute(own._id, person._id);
        else mute(own._id, { _id: person._id, name });
        toast(muted ? `${person.firstName} is no longer muted` : `${person.firstName} is muted on this device`);
      },
    },
    ...(canRemove && relation === 'connected'
      ? [{ label: 'Remove connection', icon: <UserMinus {...icon} />, danger: true, onSelect: () => setRemoving(true) }]
      : []),
  ];
  return (
    <Frame>
      <ProfileHeader
        person={person}
        note={
          <div className="mt-1 flex flex-wrap gap-x-3 empty:hidden">
            {/* The control says itself that a request is sent. */}
            {relation !== 'sent' && (
              <RelationTag
                relation={cardRelation(relation)}
                {...(relation === 'received' ? { word: 'Wants to connect' } : {})}
              />
            )}
            {muted && (
              <span className="inline-flex items-center gap-1 text-micro text-muted">
                <BellOff size={14} strokeWidth={1.75} aria-hidden="true" />
                Muted on this device
              </span>
            )}
          </div>
        }
        actions={
          <>
            <div className="flex items-center gap-2">
              {isKnown && !hidesButtons && (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen
                <div
                  ref={control}
                  role="group"
                  tabIndex={-1}
                  aria-label={`You and ${person.firstName}`}
                  className="flex flex-1 flex-wrap items-center gap-2 max-sm:*:[.btn]:flex-1"
                >
                  <RelationButtons
                    person={person}
                    relation={relation}
                    canWithdraw={canWithdraw}
                    pending={pending}
                    onAct={(action) => {
                      pressed();
                      void act(action);
                    }}
                  />
                </div>
              )}
              <Menu label={`More about ${person.firstName}`} trigger={<Ellipsis {...icon} />} items={items} />
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
      {removing && (
        <Dialog
          title={`Remove ${person.firstName} from your connections?`}
          onClose={() => setRemoving(false)}
          actions={
            <>
              <Button onClick={() => setRemoving(false)}>Keep</Button>
              <Button
                look="danger"
                pending={pending === 'remove'}
                onClick={() => void act('remove').then((done) => done && setRemoving(false))}
              >
                Remove
              </Button>
            </>
          }
        >
          <p>You can no longer chat with each other. {person.firstName} is not told.</p>
          {failure && (
            <p role="alert" className="mt-3 text-error">
              Not removed. {failure.message}
            </p>
          )}
        </Dialog>
      )}
    </Frame>
  );
}

function ProfileBones() {
  return (
    <div className={frame}>
      <Skeleton>
        <div className="card overflow-hidden">
          <Bone className="h-20 rounded-none sm:h-28" />
          <div className="flex flex-col gap-3 px-4 pb-6 sm:px-6">
            <span className="-mt-12 size-24 rounded-full border-4 border-base-100 bg-base-300" />
            <Bone className="h-8 w-1/2" />
            <Bone className="h-6 w-3/4" />
          </div>
        </div>
      </Skeleton>
      <CardBones cards={3} />
    </div>
  );
}

function NotAvailable() {
  const navigate = useNavigate();
  // The first entry of a tab has nothing behind it.
  const isFirst = useLocation().key === 'default';
  return (
    <EmptyState
      title="This profile is not available"
      icon={<UserX size={24} strokeWidth={1.75} />}
      actions={
        <>
          <Link to={to.search()} className="btn btn-primary">
            Search
          </Link>
          {isFirst ? (
            <Link to={to.feed()} className="btn btn-outline">
              Open feed
            </Link>
          ) : (
            <Button onClick={() => navigate(-1)}>Back</Button>
          )}
        </>
      }
    >
      The account may be gone, or the link may be wrong.
    </EmptyState>
  );
}
