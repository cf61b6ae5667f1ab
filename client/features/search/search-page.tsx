import { Search as SearchIcon, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { announce } from '#client/lib/announce.ts';
import { useMuted } from '#client/lib/muted.ts';
import { fullName, skillList } from '#client/lib/person.ts';
import { cardRelation, relationTo } from '#client/lib/relation.ts';
import { useShortcuts } from '#client/lib/shortcuts.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { useRelations } from '#client/store/use-relations.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
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
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const skill = params.get('skill') ?? '';
  const tab: Tab = params.get('tab') === 'projects' ? 'projects' : 'people';
  const order: Order = params.get('sort') === 'name' ? 'name' : 'match';
  const { results, stale, error, retry, scope, more, showMore } = useSearch({ q, skill });
  const relations = useRelations();
  const muted = useMuted(own._id);
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  const set = (changes: Record<string, string>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace: true });
  };

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

  const count = tab === 'people' ? people.length : projects.length;
  useEffect(() => {
    if (!results || stale) return;
    const timer = setTimeout(() => announce(`${count} ${tab === 'people' ? 'people' : 'projects'} found`), 500);
    return () => clearTimeout(timer);
  }, [results, stale, count, tab]);

  const moveThroughResults = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const rows = [...(panel.current?.querySelectorAll<HTMLElement>('[data-row], .card-link') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const next = at + step < 0 ? input.current : rows[at + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const handleInputKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') rememberSearch(own._id, q);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (q !== '') set({ q: '' });
    else input.current?.blur();
  };

  const asked = q.trim() !== '' || skill !== '';
  return (
    <Screen title="Search">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the box and the results inside */}
      <div onKeyDown={moveThroughResults}>
        <search>
          <div className="flex flex-wrap items-center gap-3">
            <label className="input h-12 min-w-64 flex-1">
              <SearchIcon size={20} strokeWidth={1.75} aria-hidden="true" className="text-muted" />
              <input
                ref={input}
                type="search"
                aria-label="Search people and projects"
                placeholder="A name, a skill, a word"
                autoComplete="off"
                maxLength={100}
                value={q}
                onChange={(event) => set({ q: event.target.value })}
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
        {!asked && <SearchPrompt onSearch={(text) => set({ q: text })} onSkill={(name) => set({ skill: name })} />}
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
              <div ref={panel} className={stale ? 'opacity-60' : undefined} aria-busy={stale}>
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
                  {count === 0 && !stale && <NothingFound q={q} skill={skill} onDropSkill={() => set({ skill: '' })} />}
                  {tab === 'people' && people.length > 0 && (
                    <ul className="card divide-y divide-base-300">
                      {people.map((person) => (
                        <FoundPerson
                          key={person._id}
                          person={person}
                          relation={cardRelation(relationTo(person._id, relations))}
                          q={q}
                          onOpen={() => rememberSearch(own._id, q)}
                        />
                      ))}
                    </ul>
                  )}
                  {tab === 'projects' && projects.length > 0 && (
                    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
                      {projects.map((project) => (
                        <li key={project._id}>
                          <ProjectCard project={project} />
                        </li>
                      ))}
                    </ul>
                  )}
                  {more[tab] !== null && <ShowMore key={more[tab]} onMore={() => showMore(tab)} />}
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
  const load = async () => {
    setPending(true);
    await onMore();
    setPending(false);
  };
  return (
    <div className="mt-4 flex justify-center">
      <Button pending={pending} onClick={() => void load()}>
        Show more
      </Button>
    </div>
  );
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
    <fieldset className="mb-4 flex flex-wrap items-center gap-2">
      <legend className="sr-only">Only with the skill</legend>
      {shown.map((skill) => {
        const pressed = chosen !== '' && skillKey(skill) === skillKey(chosen);
        return (
          <button
            key={skill}
            type="button"
            aria-pressed={pressed}
            className={`inline-flex min-h-8 items-center gap-1 rounded-selector border px-2.5 font-mono text-micro pointer-coarse:min-h-11 ${
              pressed
                ? 'border-primary bg-primary text-primary-content'
                : 'border-outline bg-base-100 hover:border-primary'
            }`}
            onClick={() => onChoose(pressed ? chosen : skill)}
          >
            {skill}
            {pressed && <X size={14} aria-hidden="true" />}
          </button>
        );
      })}
    </fieldset>
  );
}

function NothingFound({ q, skill, onDropSkill }: { q: string; skill: string; onDropSkill: () => void }) {
  return (
    <EmptyState
      title={q.trim() === '' ? `Nothing with ${skill}` : `Nothing fits “${q.trim()}”`}
      icon={<SearchIcon size={24} strokeWidth={1.75} />}
      actions={
        <>
          {skill !== '' && q.trim() !== '' && (
            <Button look="primary" onClick={onDropSkill}>
              Search without {skill}
            </Button>
          )}
          <Link to={to.feed()} className="btn btn-outline">
            Open feed
          </Link>
        </>
      }
    >
      Try a shorter word, or a skill.
    </EmptyState>
  );
}
