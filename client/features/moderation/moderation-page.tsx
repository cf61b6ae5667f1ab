import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useIsWide } from '#client/lib/dom/window-state.ts';
import { Screen } from '#client/ui/screen.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { CaseState } from '#shared/api/moderation.ts';
import { CaseList } from './case-list.tsx';
import { CaseView } from './case-view.tsx';

/** The queue of reports and one case; beside each other on wide screens. Only moderators come here (decision 210). */
export function ModerationPage() {
  const [params, setParams] = useSearchParams();
  const isWide = useIsWide();
  const state: CaseState = params.get('state') === 'closed' ? 'closed' : 'open';
  const caseId = params.get('case') ?? undefined;
  useFocusOfRow(caseId);

  const addressOf = (id?: string) => {
    const query = new URLSearchParams({ ...(state === 'closed' && { state }), ...(id !== undefined && { case: id }) });
    return `?${query}`;
  };
  const list = (
    <Tabs
      label="Cases"
      tabs={[
        { id: 'open', label: 'Open' },
        { id: 'closed', label: 'Decided' },
      ]}
      current={state}
      onSelect={(next) => setParams(next === 'closed' ? { state: next } : {}, { replace: true })}
    >
      <CaseList key={state} state={state} currentId={caseId} hrefOf={addressOf} />
    </Tabs>
  );
  return (
    <Screen title="Moderation" narrow={!isWide}>
      {isWide ? (
        <div className="grid grid-cols-[22rem_minmax(0,1fr)] items-start gap-6">
          <div>{list}</div>
          {caseId === undefined ? (
            <p className="card mt-14 px-6 py-14 text-center text-muted">Choose a case from the list to see it here.</p>
          ) : (
            <CaseView key={caseId} caseId={caseId} backTo={undefined} />
          )}
        </div>
      ) : caseId === undefined ? (
        list
      ) : (
        <CaseView key={caseId} caseId={caseId} backTo={addressOf()} />
      )}
    </Screen>
  );
}

/** On the way back from a case to the list, the focus returns to the row of that case, once it is here. */
function useFocusOfRow(caseId: string | undefined): void {
  const before = useRef(caseId);
  useEffect(() => {
    const left = before.current;
    before.current = caseId;
    if (caseId !== undefined || left === undefined) return;
    const row = document.querySelector<HTMLElement>(`[data-case="${CSS.escape(left)}"]`);
    (row ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  }, [caseId]);
}
