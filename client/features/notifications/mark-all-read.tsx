import { useReadNotificationsMutation } from '#client/api/notifications/notifications-api.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';

/** The button that marks all notifications as read, and why that failed. `onPress` is called before the button leaves. */
export function useMarkAllRead(unread: number, onPress: () => void) {
  const [read, { isLoading, error }] = useReadNotificationsMutation();
  return {
    button: unread > 0 && (
      <Button
        className="btn-sm pointer-coarse:min-h-11"
        pending={isLoading}
        onClick={() => {
          onPress();
          void read('all');
        }}
      >
        Mark all read
      </Button>
    ),
    failed: error !== undefined && <ErrorLine className="p-2">{errorMessage(error)}</ErrorLine>,
  };
}
