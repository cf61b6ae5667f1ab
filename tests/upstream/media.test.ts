import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { day } from '#shared/durations.ts';
import { animation, decompressionBomb, photoWithMetadata, picture } from '#tests/support/pictures.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import type { TestClient } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { transact } from '#upstream/db/transaction.ts';
import { deleteUnusedPictures } from '#upstream/features/media/media-store.ts';

function upload(client: TestClient, body: Uint8Array<ArrayBuffer>, type = 'image/png') {
  return client.send('POST', '/media', undefined, { body, headers: { 'content-type': type } });
}

let colours = 0;
/** Another colour each time, so that each picture has an id of its own. */
function newPicture() {
  colours += 1;
  return picture('png', { colour: `#${(colours * 4099).toString(16).padStart(6, '0')}` });
}

await describeOnEachDatabase('pictures', (engine) => {
  let ada: SignedUp;
  let ben: SignedUp;
  const upstream = useUpstream({ engine });
  beforeAll(async () => {
    [ada, ben] = await upstream.signUpMany(2);
  });

  async function uploaded(person: SignedUp, bytes?: Uint8Array<ArrayBuffer>) {
    const reply = await upload(person.client, bytes ?? (await newPicture()));
    expect(reply.status, reply.text).toBe(200);
    return reply.body as { _id: string; url: string; width: number; height: number };
  }
  const fetchFile = (id: string, file: string, headers: Record<string, string> = {}) =>
    fetch(`${upstream.url}/media/${id}/${file}`, { headers });

  it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)(
    'takes a %s and makes every size in both formats',
    async (format) => {
      const { _id, url, width, height } = await uploaded(ada, await picture(format, { width: 1600, height: 800 }));
      expect(url).toBe(`/api/media/${_id}/card.webp`);
      expect({ width, height }).toEqual({ width: 1280, height: 640 });
      const sides = { avatar: [256, 256], card: [640, 320], cover: [1280, 640] };
      for (const [size, side] of Object.entries(sides))
        for (const type of ['avif', 'webp']) {
          const answer = await fetchFile(_id, `${size}.${type}`);
          expect(answer.status).toBe(200);
          expect(answer.headers.get('content-type')).toBe(`image/${type}`);
          const made = await sharp(await answer.arrayBuffer()).metadata();
          expect([made.width, made.height]).toEqual(side);
        }
    },
  );

  it('does not make a small picture larger, except its avatar', async () => {
    const { _id, width, height } = await uploaded(ada, await picture('png', { width: 100, height: 50 }));
    expect({ width, height }).toEqual({ width: 100, height: 50 });
    const avatar = await sharp(await (await fetchFile(_id, 'avatar.webp')).arrayBuffer()).metadata();
    expect([avatar.width, avatar.height]).toEqual([256, 256]);
  });

  it('turns a photograph upright and removes its metadata', async () => {
    const photo = await photoWithMetadata();
    expect(Buffer.from(photo).includes('secret place')).toBe(true);
    const { _id, width, height } = await uploaded(ada, photo);
    expect({ width, height }).toEqual({ width: 200, height: 400 });
    const bytes = Buffer.from(await (await fetchFile(_id, 'cover.webp')).arrayBuffer());
    expect(bytes.includes('secret place')).toBe(false);
    expect(await sharp(bytes).metadata()).not.toHaveProperty('exif');
  });

  it('answers a picture so that a browser keeps it, shared caches ask again, and it never runs as a page', async () => {
    const { _id } = await uploaded(ada);
    const answer = await fetchFile(_id, 'card.avif');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable, s-maxage=300',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      etag: `"${_id}-card.avif"`,
    });
    const whole = Buffer.from(await answer.arrayBuffer());
    // Without a Cache-Control of its own, fetch asks for a fresh answer.
    const known = { 'if-none-match': `"${_id}-card.avif"`, 'cache-control': 'max-age=0' };
    expect((await fetchFile(_id, 'card.avif', known)).status).toBe(304);
    const part = await fetchFile(_id, 'card.avif', { range: 'bytes=4-11' });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([200, whole.length]);
    const head = await fetch(`${upstream.url}/media/${_id}/card.avif`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)]);
  });

  it('answers 404 to an unknown picture, size and format', async () => {
    const { _id } = await uploaded(ada);
    for (const path of [`${'f'.repeat(24)}/card.webp`, `${_id}/huge.webp`, `${_id}/card.svg`, 'x/card.webp'])
      expect((await fetch(`${upstream.url}/media/${path}`)).status, path).toBe(404);
  });

  it('shows uploaded pictures as photo, cover and project picture, with words for the last', async () => {
    const [photo, cover, shot] = [await uploaded(ada), await uploaded(ada), await uploaded(ada)];
    const edit = await ada.client.patch('/profile/edit', { photoUrl: photo.url, coverUrl: cover.url });
    expect(edit.body.data).toMatchObject({ photoUrl: photo.url, coverUrl: cover.url });
    const sent = { projectName: 'Shown', projectImage: shot.url, projectImageAlt: 'A terminal with three green lines' };
    expect((await ada.client.post('/create-project', sent)).body.project).toMatchObject(sent);
  });

  it('refuses to show a picture of somebody else, or one that is gone', async () => {
    const { url, _id } = await uploaded(ada);
    for (const [reply, field] of [
      [await ben.client.patch('/profile/edit', { photoUrl: url }), 'photoUrl'],
      [await ben.client.patch('/profile/edit', { coverUrl: url }), 'coverUrl'],
      [await ben.client.post('/create-project', { projectName: 'X', projectImage: url }), 'projectImage'],
    ] as const)
      expect([reply.status, Object.keys(reply.body.fields)]).toEqual([422, [field]]);
    expect((await ada.client.delete(`/media/${_id}`)).status).toBe(200);
    expect((await ada.client.patch('/profile/edit', { photoUrl: url })).status).toBe(422);
  });

  it('deletes a picture that nothing shows', async () => {
    const { _id, url } = await uploaded(ada);
    await ada.client.patch('/profile/edit', { photoUrl: url });
    expect((await ada.client.delete(`/media/${_id}`)).status).toBe(409);
    expect((await fetchFile(_id, 'card.webp')).status).toBe(200);
    await ada.client.patch('/profile/edit', { photoUrl: '' });
    expect((await ada.client.delete(`/media/${_id}`)).status).toBe(200);
    expect((await fetchFile(_id, 'card.webp')).status).toBe(404);
    expect((await ada.client.delete(`/media/${_id}`)).status).toBe(404);
  });

  it('stores the same picture of two people once, and keeps it until both have deleted it', async () => {
    const bytes = await newPicture();
    const [first, second] = [await uploaded(ada, bytes), await uploaded(ben, bytes)];
    expect(second._id).toBe(first._id);
    await ada.client.delete(`/media/${first._id}`);
    expect((await fetchFile(first._id, 'card.webp')).status).toBe(200);
    await ben.client.delete(`/media/${first._id}`);
    expect((await fetchFile(first._id, 'card.webp')).status).toBe(404);
  });

  const collect = (now: number, before: number) =>
    transact(upstream.db, (trx) => deleteUnusedPictures(trx, now, before));

  it('deletes what nothing has shown for a day, and keeps the rest', async () => {
    const person = await upstream.signUp();
    const [photo, shot, unused] = [await uploaded(person), await uploaded(person), await uploaded(person)];
    await person.client.patch('/profile/edit', { photoUrl: photo.url });
    await person.client.post('/create-project', { projectName: 'Kept', projectImage: shot.url });
    await collect(Date.now(), Date.now() - day);
    expect((await fetchFile(unused._id, 'card.webp')).status, 'uploaded a moment ago').toBe(200);
    const later = Date.now() + day + 1000;
    await collect(later, later - day);
    expect((await fetchFile(unused._id, 'card.webp')).status).toBe(404);
    for (const { _id } of [photo, shot]) expect((await fetchFile(_id, 'card.webp')).status).toBe(200);
  });

  it('never deletes a picture that is uploaded or put to use at the same time', { tags: ['once'] }, async () => {
    const bytes = await newPicture();
    const { url, _id } = await uploaded(ada, bytes);
    for (let round = 0; round < 10; round++) {
      // Both own the picture, unused for long. Each of the three calls is a use of today, whichever ends first.
      await upstream.db.updateTable('media_owners').set({ used_at: 0 }).where('media_id', '=', _id).execute();
      const now = Date.now();
      const [edit] = await Promise.all([
        ada.client.patch('/profile/edit', { photoUrl: url }),
        collect(now, now),
        uploaded(ben, bytes),
      ]);
      const shown = edit.status === 200;
      expect(shown || edit.status === 422).toBe(true);
      expect((await fetchFile(_id, 'card.webp')).status).toBe(200);
      await ada.client.patch('/profile/edit', { photoUrl: '' });
      await uploaded(ada, bytes);
    }
  });

  it('are in the export, and gone with the account', async () => {
    const person = await upstream.signUp();
    const { _id, url } = await uploaded(person);
    await person.client.patch('/profile/edit', { photoUrl: url });
    const { pictures } = (await person.client.get('/profile/export')).body;
    expect(pictures).toEqual([{ url, createdAt: expect.any(String), type: 'image/webp', data: expect.any(String) }]);
    expect((await sharp(Buffer.from(pictures[0].data, 'base64')).metadata()).format).toBe('webp');
    await person.client.delete('/profile', { password: person.password });
    expect((await fetchFile(_id, 'card.webp')).status).toBe(404);
  });
});

describe('an upload that is refused', () => {
  let ada: SignedUp;
  const upstream = useUpstream();
  beforeAll(async () => {
    ada = await upstream.signUp();
  });

  const bytesOf = (text: string) => async () => new TextEncoder().encode(text);
  it.each([
    [415, 'an SVG', 'image/png', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [415, 'an SVG by its type', 'image/svg+xml', bytesOf('<svg/>')],
    [415, 'JSON', 'application/json', bytesOf('{}')],
    [415, 'an animation', 'image/gif', animation],
    [415, 'a tiny picture', 'image/png', () => picture('png', { width: 8, height: 8 })],
    [415, 'a truncated picture', 'image/jpeg', async () => (await picture('jpeg')).slice(0, 600)],
    [413, 'a bomb of 10 gigapixels', 'image/png', async () => decompressionBomb(100_000, 100_000)],
    [413, 'a picture of too many pixels', 'image/png', async () => decompressionBomb(9000, 9000)],
    [413, 'more than 5 MB', 'image/png', async () => new Uint8Array(5 * 1024 ** 2 + 1)],
    [400, 'nothing', 'image/png', async () => new Uint8Array()],
  ] as const)('answers %i to %s', async (status, _name, type, bytes) => {
    expect((await upload(ada.client, await bytes(), type)).status).toBe(status);
  });

  it('leaves nothing of a script behind the picture', async () => {
    const polyglot = Buffer.concat([await picture('jpeg'), Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]);
    const { body, status } = await upload(ada.client, new Uint8Array(polyglot), 'image/jpeg');
    expect(status).toBe(200);
    for (const file of ['avatar', 'card', 'cover'].flatMap((size) => [`${size}.avif`, `${size}.webp`])) {
      const bytes = await (await fetch(`${upstream.url}/media/${body._id}/${file}`)).arrayBuffer();
      expect(Buffer.from(bytes).includes('script')).toBe(false);
    }
  });
});
