import { type ReactNode, useCallback, useRef } from 'react';
import { roomKey } from '#client/api/chat/conversation-key.ts';
import { useListed } from '#client/api/chat/conversation-list.ts';
import { RoomConversation } from '#client/features/chat/room/room-conversation.tsx';
import { useAddress } from '#client/lib/dom/use-address.ts';
import { Tabs } from '#client/ui/tabs.tsx';

interface Props {
  projectId: string;
  /** The content of the tab About, which visitors see without tabs. */
  about: ReactNode;
  /** The list of members, beside the chat. */
  team: ReactNode;
}

/** For the creator and the members: what the project is, and the chat of its team. */
export function ProjectTabs({ projectId, about, team }: Props) {
  const [params, writeAddress] = useAddress();
  const unread = useListed(roomKey(projectId))?.unread ?? 0;
  const wasChosen = useRef(false);
  // Below the head of a project, a small screen shows nothing but the upper edge of the chat.
  const showChosen = useCallback((chat: HTMLElement | null) => {
    if (wasChosen.current) chat?.scrollIntoView({ block: 'nearest' });
  }, []);
  const current = params.get('tab') === 'team' ? 'team' : 'about';
  return (
    <Tabs
      label="Parts of this project"
      tabs={[
        { id: 'about', label: 'About' },
        {
          id: 'team',
          label: 'Team',
          count: { count: unread, word: unread === 1 ? 'unread message' : 'unread messages' },
        },
      ]}
      current={current}
      onSelect={(id) => {
        wasChosen.current = true;
        writeAddress({ tab: id === 'team' ? id : '', message: '' });
      }}
    >
      {current === 'about' ? (
        about
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_20rem]">
          {/* As high as fits below the tabs, between the bars of a phone. */}
          <div
            ref={showChosen}
            className="card flex h-[min(44rem,calc(100dvh-13.5rem))] min-h-96 min-w-0 overflow-hidden"
            data-fill
          >
            <RoomConversation key={projectId} projectId={projectId} isPart />
          </div>
          {team}
        </div>
      )}
    </Tabs>
  );
}
