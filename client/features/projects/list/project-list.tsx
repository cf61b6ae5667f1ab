import type { ReactNode } from 'react';
import { useAnnounced } from '#client/lib/dom/announce.tsx';
import { useAddress } from '#client/lib/dom/use-address.ts';
import { countedSkills } from '#client/lib/text/match-words.ts';
import { skillList } from '#client/lib/text/person.ts';
import type { CardRelation } from '#client/lib/text/relation.ts';
import { counted } from '#client/lib/text/short-count.ts';
import { Button } from '#client/ui/button.tsx';
import { Choice, filterRow } from '#client/ui/project/fact-filters.tsx';
import { ProjectGrid } from '#client/ui/project/project-card.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import { CardBones } from '#client/ui/state/skeleton.tsx';
import type { Project } from '#shared/api/projects.ts';
import { skillKey } from '#shared/skills/skills.ts';

interface Props {
  /** The last loaded list; undefined before the first reply. */
  projects: readonly Project[] | undefined;
  error: unknown;
  onRetry: () => unknown;
  empty: ReactNode;
  relationOf?: (project: Project) => { relation: CardRelation; word?: string };
  creatorShown?: boolean;
  more?: ReactNode;
  /** Further filters, beside those of skill and order. */
  filters?: ReactNode;
}

/** The projects of one tab, with skill filter and order kept in the URL. Shows its own loading, error and empty states. */
export function ProjectList({ projects, error, onRetry, empty, relationOf, creatorShown, more, filters }: Props) {
  const [params, write] = useAddress();
  const skill = params.get('skill') ?? '';
  const order: ProjectOrder = params.get('sort') === 'name' ? 'name' : 'newest';
  const shown = projects && arrange(projects, order, skill);
  const hasMore = Boolean(more) && shown?.length !== 0;
  const count = shown && (hasMore ? `${shown.length}+ projects` : counted(shown.length, 'project'));
  useAnnounced(count);

  if (!projects || !shown) {
    if (error === undefined) return <CardBones />;
    return <ErrorState title="These projects could not be loaded" error={error} onRetry={onRetry} />;
  }
  if (projects.length === 0)
    return (
      <div className="flex flex-col gap-4">
        {filters && <div className={filterRow}>{filters}</div>}
        {empty}
        {more}
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <div className={filterRow}>
        {filters}
        <Choice label="Skill" value={skill} onChange={(value) => write({ skill: value })}>
          <option value="">All skills</option>
          {withCurrent(
            countedSkills(projects).map((each) => each.skill),
            skill,
          ).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Choice>
        <Choice label="Sort" value={order} onChange={(value) => write({ sort: value === 'newest' ? '' : value })}>
          <option value="newest">Newest</option>
          <option value="name">Name</option>
        </Choice>
        <p className="ms-auto font-mono text-micro text-muted max-sm:col-span-2">{count}</p>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={`No project here with ${skill}`}
          actions={<Button onClick={() => write({ skill: '' })}>Clear filter</Button>}
        />
      ) : (
        <ProjectGrid projects={shown} cardOf={(project) => ({ ...relationOf?.(project), creatorShown })} />
      )}
      {more}
    </div>
  );
}

/** A filter from a link stays visible, even when no project here has that skill. */
function withCurrent(skills: string[], current: string): string[] {
  return current === '' || skills.includes(current) ? skills : [current, ...skills];
}

export type ProjectOrder = 'newest' | 'name';

/** The projects with a skill, in the given order. Without creation times, the upstream lists the oldest first. */
export function arrange(projects: readonly Project[], order: ProjectOrder, skill: string): Project[] {
  const wanted = skillKey(skill);
  const found = projects.filter(
    (project) => wanted === '' || skillList(project.skills).some((own) => skillKey(own) === wanted),
  );
  if (order === 'name') return found.sort((a, b) => a.projectName.localeCompare(b.projectName));
  if (!found.every((project) => project.createdAt !== undefined)) return found.reverse();
  return found.sort((a, b) => Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? ''));
}
