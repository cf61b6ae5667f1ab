import { Button } from '#client/ui/button.tsx';
import { ContinueLink } from '#client/ui/continue-link.tsx';
import { LinkPage } from '#client/ui/link-page.tsx';
import { to } from '#shared/routes.ts';
import { Example, nothing, Room } from './example.tsx';

/** Pieces that belong to links. Outside of the guide's own main element, because link-page is a whole page with one. */
export function Links() {
  return (
    <Room name="links">
      <Example title="continue-link">
        <ContinueLink waiting={{ path: to.projects(), name: 'Projects', onFollow: nothing, onDismiss: nothing }} />
      </Example>
      <Example title="link-page">
        <LinkPage title="Confirm your address">
          <p>You are asked for one thing.</p>
          <Button look="primary">Confirm</Button>
        </LinkPage>
      </Example>
    </Room>
  );
}
