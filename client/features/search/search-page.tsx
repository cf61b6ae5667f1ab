import { Search as SearchIcon } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useMuted } from '#client/device/muted.ts';
import { useShortcuts } from '#client/dom/shortcuts.ts';
import { useAddress } from '#client/dom/use-address.ts';
import { useAnnounced } from '#client/dom/use-announced.ts';
import { useTyped } from '#client/dom/use-typed.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { useRelations } from '#client/store/relations/use-relations.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { copy } from '#client/text/copy.ts';
import { fullName, skillList } from '#client/text/person.ts';
import { saidWord } from '#client/text/project-relation.ts';
import { cardRelation, relationTo } from '#client/text/relation.ts';
import { Button } from '#client/ui/button.tsx';
import { cardGrid } from '#client/ui/card-grid.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { FilterChip } from '#client/ui/filter-chip.tsx';
import { ProjectCard } from '#client/ui/project-card.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { RowBones } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { to } from '#shared/routes.ts';
import { skillKey } from '#shared/skills.ts';
import { FoundPerson } from './found-person.tsx';
import { rememberSearch } from './recent-searches.ts';
import { SearchPrompt } from './search-prompt.tsx';
import { useSearch } from './use-search.ts';

type Tab = 'people' | 'projects';
type Order = 'match' | 'name';

/** What is searched lives in the address: it survives a reload, and can be sent to somebody. */
export function SearchPage() {
  const own = useOwnUser();
  const [params, write] = useAddress();
  const q = params.get('q') ?? '';
  const skill = params.get('skill') ?? '';
  const tab: Tab = params.get('tab') === 'projects' ? 'projects' : 'people';
  const order: Order = params.get('sort') === 'name' ? 'name' : 'match';
  const { results, stale: isOld, error, retry, scope, more, showMore } = useSearch({ q, skill });
  const other: Tab = tab === 'people' ? 'projects' : 'people';
  const relations = useRelations();
  const muted = useMuted(own._id);
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  const { text, setText, settle, settled } = useTyped(q, (typed) => write({ q: typed }));
  // What was typed a moment ago goes along: the address as it is would put the older text back.
  const set = (changes: Record<string, string>) => write({ q: settled(), ...changes });
  const stale = isOld || text.trim() !== q.trim();

  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);
  useShortcuts([{ keys: '/', label: 'Search', run: () => input.current?.focus() }]);

  const { people, projects } = useMemo(() => {
    const hidden = new Set(muted.map(({ _id }) => _id));
    const visible = (results?.people ?? []).filter(({ _id }) => _id !== own._id && !hidden.has(_id));
    const listed = [...(results?.projects ?? [])];
    if (order === 'name') {
      visible.sort((a, b) => fullName(a).localeCompare(fullName(b)));
      listed.sort((a, b) => a.projectName.localeCompare(b.projectName));
    }
    return { people: visible, projects: listed };
  }, [results, muted, own._id, order]);

  const counts = { people: people.length, projects: projects.length };
  const count = counts[tab];
  useAnnounced(results && !stale ? `${counted(tab, count)} found` : undefined);

  const moveThroughResults = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // In the list of orders the arrows choose an order.
    if (step === undefined || event.nativeEvent.isComposing || event.target instanceof HTMLSelectElement) return;
    const rows = rowsIn(panel.current);
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const next = at + step < 0 ? input.current : rows[at + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const handleInputKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // These end a composition first: a word that is being put together is neither searched for nor thrown away.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') {
      settle(text);
      rememberSearch(own._id, text);
    }
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (text !== '') settle('');
    else input.current?.blur();
  };
  const rememberOpened = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) rememberSearch(own._id, q);
  };
  const showMoreAndGoOn = async () => {
    await showMore(tab);
    // The button may be gone: reading goes on where the new rows begin.
    requestAnimationFrame(() => rowsIn(panel.current)[count]?.focus());
  };

  const asked = q.trim() !== '' || skill !== '';
  return (
    <Screen title="Search">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the box and the results inside */}
      <div onKeyDown={moveThroughResults}>
        <search>
          <div className="flex flex-wrap items-center gap-3">
            <label className="input h-12 min-w-44 flex-1">
              <SearchIcon size={20} strokeWidth={1.75} aria-hidden="true" className="text-muted" />
              <input
                ref={input}
                type="search"
                aria-label="Search people and projects"
                placeholder="Name, skill or word"
                autoComplete="off"
                enterKeyHint="search"
                maxLength={100}
                value={text}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={handleInputKey}
              />
            </label>
            {asked && (
              <select
                className="select h-12 w-auto"
                aria-label="Sort by"
                value={order}
                onChange={(event) => set({ sort: event.target.value === 'name' ? 'name' : '' })}
              >
                <option value="match">Best match</option>
                <option value="name">Name</option>
              </select>
            )}
          </div>
          {scope !== undefined && <p className="mt-2 text-muted text-small">{scope}</p>}
        </search>
        {!asked && <SearchPrompt onSearch={settle} onSkill={(name) => set({ skill: name })} />}
        {asked && (
          <div className="mt-4">
            <Facets
              skills={facetsOf([...people, ...projects])}
              chosen={skill}
              onChoose={(name) => set({ skill: name === skill ? '' : name })}
            />
            {error !== undefined && <ErrorState error={error} onRetry={retry} />}
            {!results && error === undefined && <RowBones rows={4} />}
            {results && (
              // biome-ignore lint/a11y/noStaticElementInteractions: opening a result, by its own link, is noticed here
              // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click too
              <div ref={panel} className={stale ? 'opacity-60' : undefined} aria-busy={stale} onClick={rememberOpened}>
                <Tabs
                  label="Results"
                  tabs={[
                    { id: 'people', label: `People (${people.length}${more.people ? '+' : ''})` },
                    { id: 'projects', label: `Projects (${projects.length}${more.projects ? '+' : ''})` },
                  ]}
                  current={tab}
                  onSelect={(next) => set({ tab: next === 'projects' ? next : '' })}
                >
                  <h2 className="sr-only">{tab === 'people' ? 'People' : 'Projects'}</h2>
                  {count === 0 && !stale && (
                    <NothingFound
                      q={q}
                      skill={skill}
                      onDropSkill={() => set({ skill: '' })}
                      elsewhere={counts[other] > 0 ? counted(other, counts[other]) : undefined}
                      onElsewhere={() => set({ tab: other === 'projects' ? other : '' })}
                    />
                  )}
                  {tab === 'people' && people.length > 0 && (
                    <ul className="card divide-y divide-base-300 overflow-hidden">
                      {people.map((person) => (
                        <FoundPerson
                          key={person._id}
                          person={person}
                          relation={cardRelation(relationTo(person._id, relations))}
                          q={q}
                        />
                      ))}
                    </ul>
                  )}
                  {tab === 'projects' && projects.length > 0 && (
                    <ul className={cardGrid}>
                      {projects.map((project) => (
                        <li key={project._id}>
                          <ProjectCard project={project} {...saidWord(project, own._id)} />
                        </li>
                      ))}
                    </ul>
                  )}
                  {more[tab] !== null && <ShowMore key={tab} onMore={showMoreAndGoOn} />}
                </Tabs>
              </div>
            )}
          </div>
        )}
      </div>
    </Screen>
  );
}

function ShowMore({ onMore }: { onMore: () => Promise<void> }) {
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
      {failure !== undefined && (
        <p role="alert" className="text-error text-small">
          {failure}
        </p>
      )}
      <Button pending={pending} onClick={() => void load()}>
        {failure === undefined ? 'Show more' : copy.retry}
      </Button>
    </div>
  );
}

function rowsIn(panel: HTMLElement | null): HTMLElement[] {
  return [...(panel?.querySelectorAll<HTMLElement>('[data-row], .card-link') ?? [])];
}

function counted(tab: Tab, count: number): string {
  if (tab === 'people') return count === 1 ? '1 person' : `${count} people`;
  return count === 1 ? '1 project' : `${count} projects`;
}

/** The commonest skills of what was found, most common first. */
function facetsOf(found: readonly { skills?: string[] }[]): string[] {
  const byKey = new Map<string, { label: string; count: number }>();
  for (const skill of found.flatMap(({ skills }) => skillList(skills))) {
    const facet = byKey.get(skillKey(skill)) ?? { label: skill, count: 0 };
    facet.count += 1;
    byKey.set(skillKey(skill), facet);
  }
  return [...byKey.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, 8)
    .map(({ label }) => label);
}

function Facets({ skills, chosen, onChoose }: { skills: string[]; chosen: string; onChoose: (skill: string) => void }) {
  const shown =
    chosen === '' || skills.some((skill) => skillKey(skill) === skillKey(chosen)) ? skills : [chosen, ...skills];
  if (shown.length === 0) return null;
  return (
    <fieldset className="mb-4 flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">Only with the skill</legend>
      {shown.map((skill) => {
        const pressed = chosen !== '' && skillKey(skill) === skillKey(chosen);
        return (
          <FilterChip key={skill} label={skill} pressed={pressed} onPress={() => onChoose(pressed ? chosen : skill)} />
        );
      })}
    </fieldset>
  );
}

interface NothingProps {
  q: string;
  skill: string;
  onDropSkill: () => void;
  /** What the other tab holds, in words. */
  elsewhere: string | undefined;
  onElsewhere: () => void;
}

function NothingFound({ q, skill, onDropSkill, elsewhere, onElsewhere }: NothingProps) {
  return (
    <EmptyState
      title={q.trim() === '' ? `Nothing with ${skill}` : `Nothing fits “${q.trim()}”`}
      icon={<SearchIcon size={24} strokeWidth={1.75} />}
      actions={
        <>
          {elsewhere !== undefined && (
            <Button look="primary" onClick={onElsewhere}>
              See {elsewhere}
            </Button>
          )}
          {skill !== '' && q.trim() !== '' && (
            <Button look={elsewhere === undefined ? 'primary' : 'outline'} onClick={onDropSkill}>
              Search without {skill}
            </Button>
          )}
          <Link to={to.feed()} className="btn btn-outline">
            Open feed
          </Link>
        </>
      }
    >
      {elsewhere === undefined ? 'Try a shorter word, or a skill.' : 'Nothing here, but something there.'}
    </EmptyState>
  );
}
