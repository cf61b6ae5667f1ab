import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { WhileLoading } from '../while-loading.tsx';
import { pushSupport } from './browser-push.ts';
import { usePush } from './use-push.ts';

const label = 'Push notifications';
const what = 'They come while DotCode is not open, and say who and how many, never what was written.';

/** Whether this browser gets push messages. The permission is asked for when the switch is pressed. */
export function PushSwitch() {
  const support = pushSupport();
  if (support === 'yes') return <Supported />;
  if (support === 'home-screen')
    return (
      <Impossible>
        On an iPhone or iPad they need DotCode on the Home Screen: choose Share, then Add to Home Screen, and open it
        from there.
      </Impossible>
    );
  return <Impossible>This browser cannot show notifications while DotCode is closed.</Impossible>;
}

function Supported() {
  const { query, isReady, isOn, isBlocked, pending, failure, change } = usePush();
  if (isBlocked)
    return (
      <Impossible>
        Your browser blocks notifications of this site. To allow them, open the site's settings beside the address, set
        Notifications to Allow, and come back.
      </Impossible>
    );
  return (
    <>
      <WhileLoading query={query} rows={1} />
      {query.data && isReady && (
        <SwitchField
          label={label}
          hint={isOn ? what : `Your browser will ask. ${what}`}
          checked={isOn}
          disabled={pending}
          onChange={(on) => void change(on)}
        />
      )}
      <ErrorLine>{failure}</ErrorLine>
    </>
  );
}

function Impossible({ children }: { children: string | string[] }) {
  return (
    <div>
      <p className="font-semibold text-small">{label}</p>
      <p className="text-muted text-small">{children}</p>
    </div>
  );
}
