import { useEffect, useRef } from 'react';
import { useCapability } from '#client/api/capabilities.ts';
import { useRelationHere } from '#client/api/compat/relations-here.ts';
import { useSearchIsPartial } from '#client/api/search-api.ts';
import { useAnnounced } from '#client/lib/dom/announce.tsx';
import { useShortcuts } from '#client/lib/dom/shortcuts.ts';
import { useAddress, useTyped } from '#client/lib/dom/use-address.ts';
import { useStable } from '#client/lib/dom/use-later.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { FactFilters, filterRow } from '#client/ui/project/fact-filters.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import { projectStatuses } from '#shared/project-statuses.ts';
import { countOf, SearchResults, type Tab } from './results/search-results.tsx';
import { Facets, facetsOf, moveThroughResults, rowsIn, SearchBox } from './search-box.tsx';
import { rememberSearch, SearchPrompt } from './search-prompt.tsx';
import { type Order, useSearch, useVisibleResults } from './use-search.ts';

/** The query, skill, tab and order live in the address, so that a reload keeps them and a link can share them. */
export function SearchPage() {
  const own = useOwnUser();
  const [params, write] = useAddress();
  const q = params.get('q') ?? '';
  const skill = params.get('skill') ?? '';
  const tab: Tab = params.get('tab') === 'projects' ? 'projects' : 'people';
  const order: Order = params.get('sort') === 'name' ? 'name' : 'match';
  const hasFacts = useCapability('projects');
  const role = (hasFacts && params.get('role')) || '';
  const status = (hasFacts && projectStatuses.find((each) => each === params.get('status'))) || '';
  const {
    results,
    stale: isOld,
    error,
    retry,
    more,
    showMore,
  } = useSearch({
    q,
    skill,
    ...(role && { role }),
    ...(status && { status }),
  });
  const isPartial = useSearchIsPartial();
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  const { text, setText, commit, committed } = useTyped(q, (typed) => write({ q: typed }));
  // Includes the text that is typed but not yet in the address: the address alone would put the older text back.
  const set = (changes: Record<string, string>) => write({ q: committed(), ...changes });
  const asked = q.trim() !== '' || skill !== '';
  const relationHere = useRelationHere({ skip: !isPartial || (!asked && text.trim() === '') });
  const stale = isOld || text.trim() !== q.trim();

  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);
  useShortcuts([{ keys: '/', label: 'Search', run: () => input.current?.focus() }]);

  const found = useVisibleResults(results, order);
  useAnnounced(results && !stale ? `${countOf(tab, found[tab].length)} found` : undefined);

  const searchFor = useStable(commit);
  const searchSkill = useStable((name: string) => set({ skill: name }));

  // The button may be gone with the last page: the focus goes to the first new row, once that is on screen.
  const firstNew = useRef<number>(undefined);
  const shown = found[tab].length;
  const showMoreAndGoOn = async () => {
    firstNew.current = shown;
    await showMore(tab);
  };
  useEffect(() => {
    if (firstNew.current === undefined || shown <= firstNew.current) return;
    rowsIn(panel.current)[firstNew.current]?.focus();
    firstNew.current = undefined;
  }, [shown]);

  return (
    <Screen title="Search">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the box and the results inside */}
      <div onKeyDown={(event) => moveThroughResults(event, input.current, panel.current)}>
        <search>
          <div className="flex flex-wrap items-center gap-3">
            <SearchBox
              ref={input}
              text={text}
              onText={setText}
              onSubmit={() => {
                commit(text);
                rememberSearch(own._id, text);
              }}
              onClear={() => commit('')}
            />
            {asked && (
              <select
                className="select h-12 w-auto"
                aria-label="Sort by"
                value={order}
                onChange={({ target }) => set({ sort: target.value === 'name' ? 'name' : '' })}
              >
                <option value="match">Best match</option>
                <option value="name">Name</option>
              </select>
            )}
          </div>
          {isPartial && (
            <p className="mt-2 text-muted text-small">
              {results?.lookedThrough !== undefined
                ? `Searched your connections and the first ${results.lookedThrough} people you have not decided on.`
                : 'Searching people you have not decided on, and your connections.'}
            </p>
          )}
        </search>
        {!asked && <SearchPrompt onSearch={searchFor} onSkill={searchSkill} />}
        {asked && (
          <div className="mt-4">
            <Facets
              skills={facetsOf([...found.people, ...found.projects])}
              chosen={skill}
              onChoose={(name) => set({ skill: name === skill ? '' : name })}
            />
            {hasFacts && tab === 'projects' && (
              <div className={`${filterRow} mb-4`}>
                <FactFilters wanted={role} status={status} onChange={set} />
              </div>
            )}
            {error !== undefined && <ErrorState error={error} onRetry={retry} />}
            {!results && error === undefined && <RowBones rows={4} />}
            {results && (
              <SearchResults
                ref={panel}
                q={q}
                skill={skill}
                tab={tab}
                found={found}
                stale={stale}
                relationHere={relationHere}
                more={more}
                moreLabel={isPartial ? 'Search further' : 'Show more'}
                onMore={showMoreAndGoOn}
                onOpened={() => rememberSearch(own._id, q)}
                onTab={(next) => set({ tab: next === 'projects' ? next : '' })}
                onDropSkill={() => set({ skill: '' })}
                {...(tab === 'projects' && (role || status) && { onDropFacts: () => set({ role: '', status: '' }) })}
              />
            )}
          </div>
        )}
      </div>
    </Screen>
  );
}
