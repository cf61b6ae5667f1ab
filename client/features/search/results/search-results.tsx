import SearchIcon from 'lucide-react/icons/search';
import { type MouseEvent, type Ref, useState } from 'react';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { copy } from '#client/lib/text/copy.ts';
import { saidWord } from '#client/lib/text/project-words.ts';
import { cardRelation, type KnownRelation } from '#client/lib/text/relation.ts';
import { counted } from '#client/lib/text/short-count.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { ProjectGrid } from '#client/ui/project/project-card.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { FoundPerson } from './found-person.tsx';

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
  /** The relation to a found person, where the result does not tell it. */
  relationHere: (personId: string) => KnownRelation | undefined;
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
  const { ref, q, skill, tab, found, stale, relationHere, more, moreLabel, onMore, onOpened, onTab } = props;
  const { onDropSkill, onDropFacts } = props;
  const own = useOwnUser();
  const other: Tab = tab === 'people' ? 'projects' : 'people';
  const isElsewhere = found[other].length > 0;
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
          <EmptyState
            title={q.trim() === '' ? `Nothing with ${skill}` : `Nothing fits “${q.trim()}”`}
            icon={<SearchIcon size={24} strokeWidth={1.75} />}
            actions={
              <>
                {isElsewhere && (
                  <Button look="primary" onClick={() => onTab(other)}>
                    See {countOf(other, found[other].length)}
                  </Button>
                )}
                {skill !== '' && q.trim() !== '' && (
                  <Button look={isElsewhere ? 'outline' : 'primary'} onClick={onDropSkill}>
                    Search without {skill}
                  </Button>
                )}
                {onDropFacts && (
                  <Button look={isElsewhere ? 'outline' : 'primary'} onClick={onDropFacts}>
                    Any role and status
                  </Button>
                )}
                <ButtonLink to={to.feed()}>Open feed</ButtonLink>
              </>
            }
          >
            {isElsewhere ? 'Nothing here, but something there.' : 'Try a shorter word, or a skill.'}
          </EmptyState>
        )}
        {tab === 'people' && found.people.length > 0 && (
          <ul className="card divide-y divide-base-300 overflow-hidden">
            {found.people.map((person) => (
              <FoundPerson
                key={person._id}
                person={person}
                relation={cardRelation((person.viewer ?? relationHere(person._id))?.relation)}
                q={q}
              />
            ))}
          </ul>
        )}
        {tab === 'projects' && found.projects.length > 0 && (
          <ProjectGrid projects={found.projects} cardOf={(project) => saidWord(project, own._id)} />
        )}
        {more[tab] !== null && <ShowMore key={tab} label={moreLabel} onMore={onMore} />}
      </Tabs>
    </div>
  );
}

export function countOf(tab: Tab, count: number): string {
  return tab === 'people' ? counted(count, 'person', 'people') : counted(count, 'project');
}

function ShowMore({ label, onMore }: { label: string; onMore: () => Promise<void> }) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const load = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      await onMore();
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      <ErrorLine>{failure}</ErrorLine>
      <Button pending={pending} onClick={() => void load()}>
        {failure === undefined ? label : copy.retry}
      </Button>
    </div>
  );
}
