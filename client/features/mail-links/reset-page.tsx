import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { LinkPage } from '#client/ui/link-page.tsx';
import { AskForLink } from './ask-for-link.tsx';
import { ChoosePassword } from './choose-password.tsx';
import { useLinkKey, useLinkToken } from './link-token.ts';

/** Without a token it asks for the address that gets a link; with one, for the new password. */
export function ResetPage() {
  const { token } = useLinkToken();
  const key = useLinkKey();
  const isOffered = useCapability('password.reset');
  const isKnown = useCapabilitiesKnown();
  if (isKnown && !isOffered)
    return (
      <LinkPage title="Forgot password?">
        <p>This service sends no mail. Please ask the people who run it.</p>
      </LinkPage>
    );
  return token === '' ? <AskForLink /> : <ChoosePassword key={key} token={token} />;
}
