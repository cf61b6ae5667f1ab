import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { usePersonalProjectsQuery } from '#client/api/projects-api.ts';
import { useRelation } from '#client/api/use-relation.ts';
import { stories, useMatchMoment } from '#client/features/match/use-match-moment.tsx';
import { fullName } from '#client/lib/text/person.ts';
import { saidWord, statusWords } from '#client/lib/text/project-words.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { RelationButtons, RelationFailed } from '#client/ui/person/relation.tsx';
import { ProjectGrid } from '#client/ui/project/project-card.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Section } from '#client/ui/section.tsx';
import { OlderItems } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { ProjectActivity as Activity } from '#shared/api/project-updates.ts';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { arrange } from '../list/project-list.tsx';
import { useProjectActivityInfiniteQuery } from './member-api.ts';

/** The creator, with the buttons of their relation to the user. */
export function CreatorRow({ creator, actions }: { creator: User; actions: boolean }) {
  const { meet, moment } = useMatchMoment('Write later');
  const { relation, isKnown, canWithdraw, pending, failure, act } = useRelation(creator, (by) =>
    meet({ person: creator, story: (by === 'accept' ? stories.accepted : stories.mutual)(creator) }),
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Link to={to.otherProfile(creator._id)} className="flex min-w-0 items-center gap-3 rounded-field hover:underline">
        <Avatar person={creator} size={40} />
        <span className="min-w-0">
          <span className="block truncate font-semibold" dir="auto">
            {fullName(creator)}
          </span>
          {creator.headline && <span className="block truncate text-small text-muted">{creator.headline}</span>}
        </span>
      </Link>
      {actions && isKnown && (
        <RelationButtons
          person={creator}
          relation={relation}
          canWithdraw={canWithdraw}
          pending={pending}
          onAct={(action) => void act(action)}
          className="min-h-10"
        >
          <RelationFailed failure={failure} />
        </RelationButtons>
      )}
      {moment}
    </div>
  );
}

/** The activity of a project, newest first. Only for upstreams with the capability `projects.activity`. */
export function ProjectActivity({ projectId }: { projectId: string }) {
  const user = useOwnUser();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useProjectActivityInfiniteQuery(projectId, { refetchOnMountOrArgChange: true });
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <Section title="Activity" heading={heading} className="card gap-3 p-4 print:hidden">
      {items === undefined && list.error === undefined && <RowBones rows={2} />}
      {items?.length === 0 && !list.hasNextPage && (
        <p className="text-small text-muted">Nothing yet. Who joins, and what changes, appears here.</p>
      )}
      {items !== undefined && items.length > 0 && (
        <ul className="flex flex-col gap-2 text-small">
          {items.map((item) => (
            <li key={item._id} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="min-w-0 wrap-anywhere">
                <Link
                  to={item.actor._id === user._id ? to.profile() : to.otherProfile(item.actor._id)}
                  className="font-semibold hover:underline"
                  dir="auto"
                >
                  {item.actor._id === user._id ? 'You' : fullName(item.actor)}
                </Link>{' '}
                {lineOf(item, item.actor._id === user._id)}
              </span>
              <RelativeTime iso={item.createdAt} />
            </li>
          ))}
        </ul>
      )}
      <OlderItems list={list} heading={heading} />
    </Section>
  );
}

const lines: Readonly<Partial<Record<string, string>>> = {
  asked: 'asked to join',
  joined: 'joined',
  left: 'left',
  edited: 'edited the page',
};

/** A kind that only a newer upstream knows has a line, too. */
function lineOf({ kind, status }: Activity, isOwn: boolean): string {
  if (kind === 'status') return status ? `set the status to ${statusWords[status]}` : 'changed the status';
  if (kind === 'owner') return isOwn ? 'are the creator now' : 'is the creator now';
  return lines[kind] ?? 'changed something';
}

/** Up to three other projects of the creator; nothing where they cannot be loaded. */
export function MoreByCreator({ project }: { project: Project }) {
  const user = useOwnUser();
  const { data } = usePersonalProjectsQuery({ userId: project.creator._id });
  const others = arrange(data ?? [], 'newest', '')
    .filter(({ _id }) => _id !== project._id)
    .slice(0, 3);
  if (others.length === 0) return null;
  return (
    <Section title={`More by ${project.creator.firstName}`} look="mb-4 text-h2" className="mt-8 print:hidden">
      <ProjectGrid projects={others} cardOf={(other) => ({ ...saidWord(other, user._id), creatorShown: false })} />
    </Section>
  );
}
