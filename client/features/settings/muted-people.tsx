import {
  type MutedPerson,
  useChangeMutedWordMutation,
  useMutedQuery,
  useUnmutePersonMutation,
} from '#client/api/safety/mute-api.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { focusBeside } from '#client/lib/dom/focus.ts';
import { Button } from '#client/ui/button.tsx';
import { applyServerErrors, useApiForm } from '#client/ui/form/api-form.ts';
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
  const [save] = useChangeMutedWordMutation();
  const change = async (word: string, isMuted: boolean) => {
    await save({ word, isMuted }).unwrap();
    announce(isMuted ? `${word} is muted` : `${word} is no longer muted`);
  };
  const form = useApiForm({
    defaultValues: { word: '' },
    send: async ({ word }) => {
      if (word.trim() === '') return;
      await change(word.trim(), true);
      form.reset();
    },
  });
  const { error = form.failure, ...word } = form.field('word');
  return (
    <div className="flex flex-col gap-3">
      <form className="flex flex-wrap items-end gap-2" onSubmit={form.submit}>
        <div className="min-w-44 flex-1">
          <TextField label="Mute a word" error={error} maxLength={limits.mutedWord.max} {...word} />
        </div>
        <Button type="submit" pending={form.isSubmitting}>
          Mute
        </Button>
      </form>
      {words.length > 0 && (
        <ul aria-label="Muted words" className="flex flex-wrap gap-2">
          {words.map((muted) => (
            <li key={muted}>
              <Button
                className="btn-sm"
                aria-label={`Unmute the word ${muted}`}
                onClick={({ currentTarget }) => {
                  focusBeside(currentTarget.closest('li'));
                  void change(muted, false).catch((refusal: unknown) => applyServerErrors(form, refusal));
                }}
              >
                <span dir="auto">{muted}</span>
                <span aria-hidden="true">×</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
