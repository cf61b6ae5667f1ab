import { useState } from 'react';
import { announce } from '#client/dom/announce.tsx';
import { focusBeside } from '#client/dom/focus.ts';
import {
  type MutedPerson,
  useChangeMutedWordMutation,
  useMutedQuery,
  useUnmutePersonMutation,
} from '#client/store/api/safety/mute-api.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { limits } from '#shared/limits.ts';
import { ActionRow, SettingsCard, WhileLoading } from './settings-card.tsx';

/** The people and words that the user has muted, the same on every device. */
export function MutedInAccount() {
  const query = useMutedQuery();
  const { data } = query;
  return (
    <SettingsCard title="Muted people and words">
      <p className="text-muted text-small">
        Muted people, and people and projects that say a muted word, are not in your feed, search and lists of projects.
        Nobody is told.
      </p>
      <WhileLoading query={query} rows={2} />
      {data && <People people={data.people} />}
      {data && <Words words={data.words} />}
    </SettingsCard>
  );
}

function People({ people }: { people: readonly MutedPerson[] }) {
  if (people.length === 0)
    return <p className="text-muted">No person is muted. You can mute a person from their profile.</p>;
  return (
    <ul aria-label="Muted people" className="flex flex-col divide-y divide-base-300">
      {people.map((person) => (
        <Person key={person._id} person={person} />
      ))}
    </ul>
  );
}

function Person({ person: { _id, name } }: { person: MutedPerson }) {
  const [unmute] = useUnmutePersonMutation();
  return (
    <ActionRow
      action={{
        words: 'Unmute',
        label: `Unmute ${name}`,
        call: () => unmute(_id).unwrap(),
        done: `${name} is no longer muted`,
      }}
    >
      <p dir="auto" className="wrap-anywhere">
        {name}
      </p>
    </ActionRow>
  );
}

function Words({ words }: { words: readonly string[] }) {
  const [save, { isLoading }] = useChangeMutedWordMutation();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string>();
  const change = async (word: string, isMuted: boolean) => {
    setFailure(undefined);
    try {
      await save({ word, isMuted }).unwrap();
      announce(isMuted ? `${word} is muted` : `${word} is no longer muted`);
      return true;
    } catch (error) {
      setFailure((isApiError(error) && error.fields?.word) || errorMessage(error));
      return false;
    }
  };
  const add = async () => {
    const word = text.trim();
    if (word !== '' && (await change(word, true))) setText('');
  };
  return (
    <div className="flex flex-col gap-3">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <div className="min-w-44 flex-1">
          <TextField
            label="Mute a word"
            error={failure}
            value={text}
            maxLength={limits.mutedWord.max}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" pending={isLoading}>
          Mute
        </Button>
      </form>
      {words.length > 0 && (
        <ul aria-label="Muted words" className="flex flex-wrap gap-2">
          {words.map((word) => (
            <li key={word}>
              <Button
                className="btn-sm"
                aria-label={`Unmute the word ${word}`}
                onClick={({ currentTarget }) => {
                  focusBeside(currentTarget.closest('li'));
                  void change(word, false);
                }}
              >
                <span dir="auto">{word}</span>
                <span aria-hidden="true">×</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
