import Compass from 'lucide-react/icons/compass';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { OfflineLine } from '#client/ui/state/offline-line.tsx';
import { RetryLine } from '#client/ui/state/retry-line.tsx';
import { ServerWords } from '#client/ui/state/server-words.tsx';
import { ServiceLine } from '#client/ui/state/service-line.tsx';
import { CardBones, RowBones, StackedBones } from '#client/ui/state/skeleton.tsx';
import { Spinner } from '#client/ui/state/spinner.tsx';
import { StillTrying } from '#client/ui/state/still-trying.tsx';
import { Example, nothing, Room } from './example.tsx';

const noon = new Date().setHours(12, 0, 0, 0);
const failure = { status: 502, code: 'upstream_unreachable', message: 'The server cannot be reached.' };

export function States() {
  return (
    <Room name="states">
      <Example title="empty-state: with the next step; in words only" inColumns>
        <EmptyState
          title="You have seen everyone for now"
          icon={<Compass size={28} strokeWidth={1.75} />}
          actions={<Button look="primary">Explore projects</Button>}
        >
          New people join every day.
        </EmptyState>
        <EmptyState title="Nothing waiting" />
      </Example>
      <Example title="error-state: with Retry, and the server’s own words" inColumns>
        <ErrorState error={failure} onRetry={nothing} />
        <ErrorState title="The projects could not be loaded" error={{ ...failure, details: 'E502: no route' }} />
      </Example>
      <Example title="error-line, retry-line, server-words">
        <ErrorLine>This email already has an account.</ErrorLine>
        <RetryLine error={failure} retrying={false} onRetry={nothing} />
        <ServerWords words="E502: no route to the upstream" />
      </Example>
      <Example title="service-line, offline-line, still-trying, spinner">
        <ServiceLine trouble={{ kind: 'away', since: noon, shownFrom: noon }} />
        <OfflineLine keptAt={noon} />
        <StillTrying pending now onStop={nothing} />
        <Spinner />
      </Example>
      <Example title="skeleton: text, rows, cards" inColumns>
        <StackedBones bones={['h-6 w-1/2', 'h-4 w-full', 'h-4 w-2/3']} />
        <RowBones rows={2} />
      </Example>
      <CardBones cards={2} />
    </Room>
  );
}
