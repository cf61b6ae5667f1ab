import Compass from 'lucide-react/icons/compass';
import Handshake from 'lucide-react/icons/handshake';
import { Announcer } from '#client/lib/dom/announce.tsx';
import { Button } from '#client/ui/button.tsx';
import { FilterChip } from '#client/ui/chips.tsx';
import { Count } from '#client/ui/count.tsx';
import { ThemeSwitch } from '#client/ui/form/switch-field.tsx';
import { KeyCaps } from '#client/ui/key-caps.tsx';
import { Wordmark } from '#client/ui/open-page.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorLine, ErrorState } from '#client/ui/state/errors.tsx';
import { OfflineLine } from '#client/ui/state/service-line.tsx';
import { CardBones, RowBones } from '#client/ui/state/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { minute } from '#shared/durations.ts';
import { Example, nothing } from './example.tsx';
import { Fields } from './fields.tsx';
import { People } from './people.tsx';

export function Styleguide() {
  return (
    <main className="guide">
      <header>
        <h1>
          <span className="sr-only">DotCode styleguide</span>
          <Wordmark />
        </h1>
        <ThemeSwitch />
      </header>
      <Announcer />
      <Basics />
      <People />
      <Fields />
      <States />
    </main>
  );
}

const looks = ['primary', 'outline', 'quiet', 'danger'] as const;
const tabs = [
  { id: 'received', label: 'Received', count: { count: 3, word: 'waiting' } },
  { id: 'sent', label: 'Sent' },
];

function Basics() {
  return (
    <section className="guide-room" aria-label="basics">
      <Example title="button: at rest, pending, disabled, with an icon">
        {looks.map((look) => (
          <Button key={look} look={look}>
            {look}
          </Button>
        ))}
        <Button look="primary" pending>
          Save
        </Button>
        <Button disabled>Save</Button>
        <Button look="primary">
          <Handshake size={16} strokeWidth={1.75} aria-hidden="true" />
          Interested
        </Button>
      </Example>
      <Example title="filter chip, count, keys, time">
        <FilterChip label="PostgreSQL" pressed={false} onPress={nothing} />
        <FilterChip label="PostgreSQL" pressed onPress={nothing} />
        <Count count={12} word="unread" />
        <Count count={100} word="unread" />
        <KeyCaps keys="g f" />
        <KeyCaps keys="Mod+k" />
        <RelativeTime iso={new Date(Date.now() - 5 * minute).toISOString()} />
      </Example>
      <Tabs label="Requests" tabs={tabs} current="received" onSelect={nothing}>
        The panel.
      </Tabs>
    </section>
  );
}

const failure = { status: 502, code: 'upstream_unreachable', message: 'The server cannot be reached.' };

function States() {
  return (
    <section className="guide-room" aria-label="states">
      <Example title="nothing there, failed" inColumns>
        <EmptyState
          title="You have seen everyone for now"
          icon={<Compass size={28} strokeWidth={1.75} />}
          actions={<Button look="primary">Explore projects</Button>}
        >
          New people join every day.
        </EmptyState>
        <ErrorState error={{ ...failure, details: 'E502: no route' }} onRetry={nothing} />
      </Example>
      <Example title="lines: failed, with Retry, offline">
        <ErrorLine>This email already has an account.</ErrorLine>
        <ErrorLine error={failure} retrying={false} onRetry={nothing} />
        <OfflineLine keptAt={Date.now()} />
      </Example>
      <Example title="loading: rows, cards" inColumns>
        <RowBones rows={2} />
        <CardBones cards={2} />
      </Example>
    </section>
  );
}
