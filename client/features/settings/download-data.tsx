import { useEffect, useRef, useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { saveFile } from '#client/dom/save-file.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { chatApi } from '#client/store/api/chat/chat-api.ts';
import { peopleApi } from '#client/store/api/people-api.ts';
import { projectsApi } from '#client/store/api/projects-api.ts';
import { useAppStore, useOwnUser } from '#client/store/hooks.ts';
import type { AppStore } from '#client/store/make-store.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import type { OwnUser } from '#shared/api/users.ts';
import { accountApi } from './account/account-api.ts';
import { type ExportCalls, type ExportedData, exportData } from './data-export.ts';
import { SettingsCard } from './settings-card.tsx';

type State =
  | { step: 'idle' }
  | { step: 'running'; share: number }
  | { step: 'failed'; reason: string }
  | { step: 'done'; missing: string[] };

/** Downloads all data of the user as one JSON file, which the browser makes, so that it works with any upstream. */
export function DownloadData() {
  const own = useOwnUser();
  const store = useAppStore();
  const tellsAll = useCapability('account.history');
  const [state, setState] = useState<State>({ step: 'idle' });
  const controller = useRef<AbortController>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const start = async () => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setState({ step: 'running', share: 0 });
    try {
      const data = await exportData(
        { ...callsOf(store, own, signal), ...(tellsAll && { stored: () => storedData(store) }) },
        {
          signal,
          onProgress: (share) => setState({ step: 'running', share }),
        },
      );
      save(data);
      announce('Your data is downloaded');
      setState({ step: 'done', missing: data.missing });
    } catch (error) {
      setState(signal.aborted ? { step: 'idle' } : { step: 'failed', reason: errorMessage(error) });
    }
  };
  const cancel = () => {
    controller.current?.abort();
    // The Cancel button is about to disappear with the focus.
    button.current?.focus();
    announce('Download cancelled');
  };
  return (
    <SettingsCard title="Download my data">
      <p className="text-muted">Your profile, projects, connections and chats, as one JSON file.</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button ref={button} pending={state.step === 'running'} onClick={() => void start()}>
          Download my data
        </Button>
        {state.step === 'running' && (
          <>
            <progress
              className="progress progress-primary w-48"
              value={state.share}
              max={1}
              aria-label="Download progress"
            />
            <span className="font-mono text-small">{Math.round(state.share * 100)} %</span>
            <Button look="quiet" onClick={cancel}>
              Cancel
            </Button>
          </>
        )}
      </div>
      {state.step === 'failed' && <ErrorLine>{state.reason}</ErrorLine>}
      {state.step === 'done' && (
        <p role="status" className="text-small">
          {state.missing.length === 0
            ? 'Saved to your downloads.'
            : `Saved, but this could not be loaded: ${state.missing.join(', ')}. Try again later for the rest.`}
        </p>
      )}
    </SettingsCard>
  );
}

function callsOf({ dispatch }: AppStore, own: OwnUser, signal: AbortSignal): ExportCalls {
  const fresh = { forceRefetch: true, subscribe: false };
  return {
    profile: async () => ({
      ...own,
      ...(await dispatch(peopleApi.endpoints.person.initiate(own._id, fresh)).unwrap()),
    }),
    projects: () => dispatch(projectsApi.endpoints.personalProjects.initiate({ userId: own._id }, fresh)).unwrap(),
    connections: async () => {
      const { people, unlisted } = await dispatch(peopleApi.endpoints.connections.initiate(undefined, fresh)).unwrap();
      if (unlisted) throw unlisted;
      return people;
    },
    chat: (userId, before) => {
      const call = dispatch(chatApi.endpoints.chatPage.initiate({ userId, before }, fresh));
      // No screen shows this reply, so an abandoned call can be aborted. A call that went on would delay the next
      // download.
      signal.addEventListener('abort', call.abort, { once: true });
      return call.unwrap();
    },
  };
}

async function storedData({ dispatch }: AppStore): Promise<unknown> {
  const call = dispatch(accountApi.endpoints.storedData.initiate(undefined, { forceRefetch: true, subscribe: false }));
  const stored = await call.unwrap();
  // The upstream notes it in the account's history.
  dispatch(accountApi.util.invalidateTags(['Session']));
  return stored;
}

function save(data: ExportedData): void {
  saveFile(`dotcode-${data.exportedAt.slice(0, 10)}.json`, JSON.stringify(data, null, 2), 'application/json');
}
