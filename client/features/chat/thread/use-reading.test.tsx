import { expect, it } from 'vitest';
import { chatApi, useThread } from '#client/api/chat/chat-api.ts';
import { fakeApi } from '#client/test-api.ts';
import { renderWithStore } from '#client/test-support.tsx';
import type { Chat } from '#shared/api/chat.ts';
import { useShortThread } from './use-reading.ts';

const pageLength = 100;

/** `count` messages in pages; without pages, as another upstream answers. */
function answerChat(count: number, isPaged = true) {
  return fakeApi().on('GET chat/ben', ({ query }) => {
    const before = Number(query.get('before')?.slice(1) ?? count + 1);
    const first = isPaged ? Math.max(1, before - pageLength) : 1;
    const messages = Array.from({ length: before - first }, (_, at) => ({
      _id: `m${first + at}`,
      seq: first + at,
      senderId: null,
      text: `line ${first + at}`,
      createdAt: new Date((first + at) * 1000).toISOString(),
    }));
    return { body: { chat: { _id: 'c', participants: [], messages, ...(isPaged && { hasMore: first > 1 }) } } };
  });
}

function Thread({ atEnd }: { atEnd: boolean }) {
  const { chat, older } = useThread('ben');
  return chat ? <Shown chat={chat} atEnd={atEnd} load={older.load} /> : null;
}

function Shown({ chat, atEnd, load }: { chat: Chat; atEnd: boolean; load: () => void }) {
  useShortThread(chat, 'ben', atEnd);
  return (
    <button type="button" onClick={load}>
      {chat.messages[0]?.text} to {chat.messages.at(-1)?.text}
    </button>
  );
}

async function scrollUp(findByText: ReturnType<typeof renderWithStore>['findByText'], ...lines: string[]) {
  for (const line of lines) (await findByText(line)).click();
}

it('drops messages far above the end, which can be loaded again', async () => {
  answerChat(450);
  const { findByText, store } = renderWithStore(<Thread atEnd />);
  await scrollUp(findByText, 'line 351 to line 450', 'line 251 to line 450');
  await scrollUp(findByText, 'line 151 to line 450', 'line 51 to line 450');
  await findByText('line 251 to line 450');
  expect(chatApi.endpoints.chat.select('ben')(store.getState()).hasNextPage).toBe(true);
});

it('keeps everything while what is above is read', async () => {
  answerChat(450);
  const { findByText } = renderWithStore(<Thread atEnd={false} />);
  await scrollUp(findByText, 'line 351 to line 450', 'line 251 to line 450');
  await scrollUp(findByText, 'line 151 to line 450', 'line 51 to line 450');
  await findByText('line 1 to line 450');
});

it('keeps everything where the upstream has no pages to bring it back', async () => {
  answerChat(401, false);
  const { findByText } = renderWithStore(<Thread atEnd />);
  await findByText('line 1 to line 401');
});
