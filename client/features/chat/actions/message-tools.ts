import { createContext, useContext } from 'react';
import type { User } from '#shared/api/users.ts';
import type { ShownMessage } from '../thread/thread-rows.ts';

/** The actions on messages of the open conversation. A missing function is not offered. */
export interface MessageTools {
  own: User;
  peer: User | undefined;
  /** Everybody in the conversation. */
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
