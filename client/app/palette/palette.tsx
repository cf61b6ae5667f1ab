import { useState } from 'react';
import { useLogOut } from '#client/store/use-log-out.ts';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { UnsentDialog } from '#client/ui/dialog/unsent-dialog.tsx';
import { Finder } from './finder.tsx';

/** One field that finds people, projects, conversations, messages and commands, and opens what is chosen. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { logOut, hasUnsent } = useLogOut();
  const [asking, setAsking] = useState(false);
  const leave = () => {
    onClose();
    void logOut();
  };
  if (asking) return <UnsentDialog onStay={onClose} onLogOut={leave} />;
  return (
    <Modal className="modal items-start" label="Find anything" onClose={onClose} closesOutside>
      <div className="modal-box mt-2 flex h-[min(32rem,calc(100dvh-1rem))] max-h-none max-w-[40rem] flex-col overflow-hidden border border-base-300 p-0 tall:sm:mt-[12vh] tall:sm:h-[min(30rem,76vh)]">
        <Finder onClose={onClose} onLogOut={() => (hasUnsent() ? setAsking(true) : leave())} />
      </div>
    </Modal>
  );
}
