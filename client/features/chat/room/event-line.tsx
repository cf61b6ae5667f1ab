import { absoluteTime } from '#client/text/time.ts';
import type { ShownMessage } from '../thread/thread-rows.ts';

/** A row of a room that says that somebody joined the project. */
export function EventLine({ message: { key, id, text, createdAt } }: { message: ShownMessage }) {
  return (
    <li className="my-3 text-center text-muted text-small" data-message={key} data-id={id} tabIndex={-1}>
      <span title={absoluteTime(createdAt)} dir="auto">
        {text}
      </span>
    </li>
  );
}
