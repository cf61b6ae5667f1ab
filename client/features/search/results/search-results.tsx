import type { MouseEvent, Ref } from 'react';
import { useOwnUser } from '#client/store/hooks.ts';
import { saidWord } from '#client/text/project-relation.ts';
import type { KnownRelations } from '#client/text/relation.ts';
import { cardRelation, relationTo } from '#client/text/relation.ts';
import { cardGrid } from '#client/ui/card-grid.ts';
import { ProjectCard } from '#client/ui/project/project-card.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import { FoundPerson } from './found-person.tsx';
import { NothingFound } from './nothing-found.tsx';
import { ShowMore } from './show-more.tsx';

export type Tab = 'people' | 'projects';

export interface Found {
  people: readonly User[];
  projects: readonly Project[];
}

interface Props {
  ref: Ref<HTMLDivElement>;
  q: string;
  skill: string;
  tab: Tab;
  found: Found;
  /** Whether the results belong to an older query than the one in the box. */
  stale: boolean;
  relations: KnownRelations;
  /** Per tab, the cursor of the next page. */
  more: Record<Tab, string | null>;
  moreLabel: string;
  onMore: () => Promise<void>;
  onOpened: () => void;
  onTab: (tab: Tab) => void;
  onDropSkill: () => void;
  /** Missing without a filter of role or status. */
  onDropFacts?: () => void;
}

export function SearchResults(props: Props) {
  const { ref, q, skill, tab, found, stale, relations, more, moreLabel, onMore, onOpened, onTab } = props;
  const { onDropSkill, onDropFacts } = props;
  const own = useOwnUser();
  const other: Tab = tab === 'people' ? 'projects' : 'people';
  const label = (name: string, kind: Tab) =>
    `${name} (${found[kind].length}${more[kind] && found[kind].length > 0 ? '+' : ''})`;
  const handleClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) onOpened();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: opening a result, by its own link, is noticed here
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click too
    <div ref={ref} className={stale ? 'opacity-60' : undefined} aria-busy={stale} onClick={handleClick}>
      <Tabs
        label="Results"
        tabs={[
          { id: 'people', label: label('People', 'people') },
          { id: 'projects', label: label('Projects', 'projects') },
        ]}
        current={tab}
        onSelect={onTab}
      >
        <h2 className="sr-only">{tab === 'people' ? 'People' : 'Projects'}</h2>
        {found[tab].length === 0 && !stale && (
          <NothingFound
            q={q}
            skill={skill}
            onDropSkill={onDropSkill}
            {...(onDropFacts && { onDropFacts })}
            elsewhere={found[other].length > 0 ? counted(other, found[other].length) : undefined}
            onElsewhere={() => onTab(other)}
          />
        )}
        {tab === 'people' && found.people.length > 0 && (
          <ul className="card divide-y divide-base-300 overflow-hidden">
            {found.people.map((person) => (
              <FoundPerson
                key={person._id}
                person={person}
                relation={cardRelation(relationTo(person._id, relations))}
                q={q}
              />
            ))}
          </ul>
        )}
        {tab === 'projects' && found.projects.length > 0 && (
          <ul className={cardGrid}>
            {found.projects.map((project) => (
              <li key={project._id}>
                <ProjectCard project={project} {...saidWord(project, own._id)} />
              </li>
            ))}
          </ul>
        )}
        {more[tab] !== null && <ShowMore key={tab} label={moreLabel} onMore={onMore} />}
      </Tabs>
    </div>
  );
}

export function counted(tab: Tab, count: number): string {
  if (tab === 'people') return count === 1 ? '1 person' : `${count} people`;
  return count === 1 ? '1 project' : `${count} projects`;
}
