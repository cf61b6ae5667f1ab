import type { LucideIcon } from 'lucide-react';
import Copy from 'lucide-react/icons/copy';
import Flag from 'lucide-react/icons/flag';
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import Reply from 'lucide-react/icons/reply';
import Trash from 'lucide-react/icons/trash';
import { copyText } from '#client/dom/copy-text.ts';
import type { ShownMessage } from '../thread/thread-rows.ts';
import type { MessageTools } from './message-tools.ts';
import { isOpenToChange } from './open-to-change.ts';

export interface MessageAction {
  label: string;
  icon: LucideIcon;
  run: () => void;
  danger?: true;
}

/** Whether the message can be reacted to. */
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
