import { Compass, FilterX, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router-dom';
import { announce } from '#client/dom/announce.ts';
import { useShortcuts } from '#client/dom/shortcuts.ts';
import { useAnnouncedOnce } from '#client/dom/use-announced.ts';
import { useMediaQuery } from '#client/dom/use-media-query.ts';
import { useOwnProfile } from '#client/store/api/own-profile.ts';
import { useAppStore } from '#client/store/hooks.ts';
import { fullName, skillList } from '#client/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { Bone, Skeleton } from '#client/ui/skeleton.tsx';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { bringToFront, sharedSkills } from './arrange-feed.ts';
import { ContinueLink } from './continue-link.tsx';
import { CompactCard, DeveloperCard } from './developer-card.tsx';
import { FeedBar } from './feed-bar.tsx';
import { leaveAside } from './leave-aside.ts';
import { RightRail } from './right-rail.tsx';
import { useDecisions } from './use-decisions.ts';
import { useFeedChoices } from './use-feed-choices.ts';
import { usePeopleToMeet } from './use-people-to-meet.ts';

/** Fewer cards than this, and the first page is asked for again. */
const refillUnder = 3;

export function FeedPage() {
  const { user: own } = useOwnProfile();
  const ownSkills = skillList(own.skills);
  const choices = useFeedChoices();
  const { order, view, skill } = choices;
  const region = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const store = useAppStore();
  const hasRail = useMediaQuery('(width >= 80rem)');

  const [front, setFront] = useState<string>();
  const [refreshing, setRefreshing] = useState(false);

  const linkTo = (id: string) => region.current?.querySelector<HTMLElement>(`[data-person="${CSS.escape(id)}"]`);
  const focusPerson = (id: string | undefined) => {
    const link = id === undefined ? null : linkTo(id);
    (link ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  };
  const handleReturned = ({ _id }: FeedItem, why: 'failed' | 'undone') => {
    if (!region.current) return false;
    flushSync(() => setFront(_id));
    // A failure takes the focus only from the card that it pushed away.
    if (why === 'undone' || document.activeElement === document.body) focusPerson(_id);
    return true;
  };

  const refill = useRef<() => void>(undefined);
  const { decide, failureOf, undoLast } = useDecisions({
    onSettled: () => refill.current?.(),
    onReturned: handleReturned,
  });
  const feed = usePeopleToMeet({ order, skill, ownSkills });
  const { error, isFetching, refetch } = feed;
  const people = view === 'cards' && feed.people ? bringToFront(feed.people, front) : feed.people;
  const isLoading = people === null || (people.length === 0 && isFetching && !refreshing);
  useAnnouncedOnce(isLoading ? undefined : countOf(people.length));
  refill.current = () => {
    if (region.current && (people?.length ?? 0) < refillUnder) void refetch();
  };
  const refresh = async () => {
    setRefreshing(true);
    await refetch();
    setRefreshing(false);
    if (store.getState().feed.items?.length === 0) announce('Nobody new yet');
  };

  const top = people?.[0];
  const handleDecide = (person: FeedItem, status: Decision) => {
    const index = people?.findIndex(({ _id }) => _id === person._id) ?? -1;
    const next = people?.[index + 1] ?? people?.[index - 1];
    leaveAside(linkTo(person._id)?.closest('article'), status);
    flushSync(() => decide(person, status));
    const word = status === 'interested' ? 'Interested sent to' : 'Ignored';
    announce(`${word} ${person.firstName}. ${next ? `Next: ${fullName(next)}` : 'That was everyone for now'}`);
    focusPerson(next?._id);
  };

  /** The person whom a key means: the one with the focus in the list, else the first. */
  const meant = () => {
    const id = document.activeElement?.closest('article')?.querySelector('[data-person]')?.getAttribute('data-person');
    return people?.find(({ _id }) => _id === id) ?? top;
  };
  const step = (by: number) => {
    if (!people || people.length === 0) return;
    const links = [...(region.current?.querySelectorAll<HTMLElement>('[data-person]') ?? [])];
    const at = links.findIndex((link) => link.closest('article')?.contains(document.activeElement));
    links[Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
  };
  // A key that is held down decides once: the cards behind it have not been looked at.
  const once = (run: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat) run();
  };
  useShortcuts([
    {
      keys: 'i',
      label: 'Interested',
      run: once(() => withPerson(meant(), (person) => handleDecide(person, 'interested'))),
    },
    { keys: 'x', label: 'Ignore', run: once(() => withPerson(meant(), (person) => handleDecide(person, 'ignored'))) },
    ...(undoLast ? [{ keys: 'u', label: 'Undo the last decision', run: once(undoLast) }] : []),
    {
      keys: 'Enter',
      label: 'Open the profile',
      run: () => withPerson(meant(), (person) => void navigate(to.otherProfile(person._id))),
    },
    ...(view === 'list'
      ? [
          { keys: 'j', label: 'Next person', run: () => step(1) },
          { keys: 'k', label: 'Previous person', run: () => step(-1) },
        ]
      : []),
  ]);

  const cardOf = (person: FeedItem) => ({
    person,
    shared: sharedSkills(person, ownSkills),
    failed: failureOf(person),
    onDecide: (status: Decision) => handleDecide(person, status),
  });

  return (
    <Screen title="Feed">
      <ContinueLink />
      <div className="flex gap-8">
        <section ref={region} aria-label="People to meet" className="mx-auto w-full max-w-reading min-w-0">
          <FeedBar
            order={order}
            view={view}
            skill={skill}
            skills={feed.skills}
            isLoading={isLoading && error === undefined}
            onOrder={choices.setOrder}
            onView={choices.setView}
            onSkill={choices.setSkill}
          />
          {error !== undefined && (
            <div className="mb-4">
              <ErrorState title="The feed could not be loaded" error={error} onRetry={refetch} retrying={isFetching} />
            </div>
          )}
          {isLoading ? (
            error === undefined && <FeedBones view={view} />
          ) : top === undefined ? (
            error === undefined &&
            (skill !== '' ? (
              <EmptyState
                title={`Nobody new with ${skill}`}
                icon={<FilterX size={24} strokeWidth={1.75} />}
                actions={
                  <>
                    {undoLast && <UndoButton onUndo={undoLast} />}
                    <Button look="primary" onClick={() => choices.setSkill('')}>
                      Clear filters
                    </Button>
                  </>
                }
              />
            ) : (
              <CaughtUp onUndo={undoLast} onRefresh={() => void refresh()} refreshing={refreshing} />
            ))
          ) : view === 'list' ? (
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              {people.map((person) => (
                <CompactCard key={person._id} {...cardOf(person)} />
              ))}
            </div>
          ) : (
            <div className="relative pb-3">
              {people.length > 1 && (
                <div
                  aria-hidden="true"
                  className="absolute inset-x-3 bottom-0 h-24 rounded-box border border-base-300 bg-base-100"
                />
              )}
              <DeveloperCard key={top._id} {...cardOf(top)} />
            </div>
          )}
        </section>
        {hasRail && <RightRail />}
      </div>
    </Screen>
  );
}

function countOf(count: number): string {
  if (count === 0) return 'Nobody new for now';
  return count === 1 ? '1 person to meet' : `${count} people to meet`;
}

interface CaughtUpProps {
  onUndo: (() => void) | undefined;
  onRefresh: () => void;
  refreshing: boolean;
}

function CaughtUp({ onUndo, onRefresh, refreshing }: CaughtUpProps) {
  return (
    <EmptyState
      title="You have seen everyone for now"
      icon={<Compass size={24} strokeWidth={1.75} />}
      actions={
        <>
          {onUndo && <UndoButton onUndo={onUndo} />}
          <Button pending={refreshing} onClick={onRefresh}>
            Refresh
          </Button>
          <Link to={`${to.projects()}?tab=explore`} className="btn btn-outline">
            Explore projects
          </Link>
          <Link to={to.editProfile()} className="btn btn-primary">
            Improve your profile
          </Link>
        </>
      }
    >
      New people appear here as they join.
    </EmptyState>
  );
}

function UndoButton({ onUndo }: { onUndo: () => void }) {
  return (
    <Button onClick={onUndo}>
      <Undo2 size={16} strokeWidth={1.75} aria-hidden="true" />
      Undo last
    </Button>
  );
}

function FeedBones({ view }: { view: 'cards' | 'list' }) {
  if (view === 'cards') {
    return (
      <Skeleton>
        <div className="card overflow-hidden">
          <Bone className="aspect-[4/3] max-h-[15dvh] rounded-none sm:max-h-[26dvh]" />
          <div className="flex flex-col gap-3 p-4 sm:p-6">
            <Bone className="h-6 w-1/2" />
            <Bone className="h-4 w-full" />
            <Bone className="h-4 w-full" />
            <Bone className="h-4 w-3/4" />
            <Bone className="h-6 w-2/3" />
            <Bone className="h-10 w-full" />
          </div>
        </div>
      </Skeleton>
    );
  }
  return (
    <Skeleton>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {['a', 'b', 'c', 'd'].map((key) => (
          <div key={key} className="card gap-3 p-4">
            <Bone className="size-12 rounded-full" />
            <Bone className="h-4 w-2/3" />
            <Bone className="h-10 w-full" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}

function withPerson(person: FeedItem | undefined, act: (person: FeedItem) => void): void {
  if (person) act(person);
}
