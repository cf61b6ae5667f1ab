import type { LucideIcon } from 'lucide-react';
import Copy from 'lucide-react/icons/copy';
import Flag from 'lucide-react/icons/flag';
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import Reply from 'lucide-react/icons/reply';
import Trash from 'lucide-react/icons/trash';
import { createContext, useContext } from 'react';
import { copyText } from '#client/lib/dom/clipboard.ts';
import type { ChatMessage } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import type { ShownMessage } from '../thread/thread-rows.ts';

export interface MessageAction {
  label: string;
  icon: LucideIcon;
  run: () => void;
  danger?: true;
}

export function canReact({ stored }: ShownMessage, tools: MessageTools): boolean {
  return tools.react !== undefined && stored !== undefined && !stored.hidden && stored.deletedAt === undefined;
}

/** The actions of a message beside reactions, in the order of the bar. */
export function actionsOf(message: ShownMessage, tools: MessageTools): MessageAction[] {
  const { own, text, stored } = message;
  if (!stored || stored.deletedAt !== undefined) return [];
  const { reply, edit, remove, report, pin } = tools;
  const actions: MessageAction[] = [];
  const canChange = own && isOpenToChange(stored);
  if (reply && !stored.hidden) actions.push({ label: 'Reply', icon: Reply, run: () => reply(message) });
  if (text !== '') actions.push({ label: 'Copy text', icon: Copy, run: () => void copyText(text) });
  if (pin && !stored.hidden)
    actions.push({ label: stored.pinnedAt === undefined ? 'Pin' : 'Unpin', icon: Pin, run: () => pin(message) });
  if (edit && canChange) actions.push({ label: 'Edit', icon: Pencil, run: () => edit(message) });
  if (remove && canChange) actions.push({ label: 'Delete', icon: Trash, run: () => remove(message), danger: true });
  if (report && !own) actions.push({ label: 'Report', icon: Flag, run: () => report(message) });
  return actions;
}

/** The actions on messages of the open conversation. A missing function is not offered. */
export interface MessageTools {
  own: User;
  /** Undefined in a room, whose messages name their authors. */
  peer: User | undefined;
  isRoom: boolean;
  people: readonly (User | null)[];
  reply?: ((message: ShownMessage) => void) | undefined;
  /** Adds one of the user's reactions, or takes it back. */
  react?: ((message: ShownMessage, emoji: string) => void) | undefined;
  edit?: ((message: ShownMessage) => void) | undefined;
  remove?: ((message: ShownMessage) => void) | undefined;
  report?: ((message: ShownMessage) => void) | undefined;
  /** Pins a message of a room, or takes the pin off. */
  pin?: ((message: ShownMessage) => void) | undefined;
  /** Scrolls to a message, which may have to be loaded. */
  showMessage: (messageId: string) => void;
  showPicture: (message: ShownMessage, index: number) => void;
  /** Opens the actions as a sheet, where there is no room beside the message, or no pointer to hover with. */
  openSheet: (message: ShownMessage) => void;
  /** Takes the focus from a button that is removed by its own press: to the composer, or on touch to the thread. */
  focusComposer: () => void;
}

export const MessageToolsContext = createContext<MessageTools | undefined>(undefined);

export function useMessageTools(): MessageTools {
  const tools = useContext(MessageToolsContext);
  if (!tools) throw new Error('Messages are shown inside of an open conversation.');
  return tools;
}

/** Whether its author may still change a message, by this device's clock; the upstream decides. */
export function isOpenToChange({ createdAt, deletedAt, hidden }: ChatMessage, now = Date.now()): boolean {
  if (hidden || deletedAt !== undefined) return false;
  return now - Date.parse(createdAt) < limits.messageChangeMinutes * 60_000;
}
