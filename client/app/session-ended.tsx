import { removeUser } from '#client/store/auth-slice.ts';
import { baseApi } from '#client/store/base-api.ts';
import { useAppDispatch } from '#client/store/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';

/** The session is gone while the user was at work: what they wrote stays on this device. */
export function SessionEnded() {
  const dispatch = useAppDispatch();
  const leave = () => {
    dispatch(removeUser());
    dispatch(baseApi.util.resetApiState());
  };
  return (
    <Dialog
      title="Your session has ended"
      dismissible={false}
      onClose={leave}
      actions={
        <Button look="primary" onClick={leave}>
          Log in again
        </Button>
      }
    >
      <p>Your drafts are kept on this device. Log in again to go on.</p>
    </Dialog>
  );
}
