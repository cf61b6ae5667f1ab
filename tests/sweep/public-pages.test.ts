import { expect, it } from 'vitest';
import { loadSite } from '#server/site/site.ts';
import { createRecordedUpstream } from '#tests/support/recorded-upstream/create-recorded-upstream.ts';
import { startGateway } from '#tests/support/start-gateway.ts';
import { startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

const site = () =>
  loadSite({
    folder: 'dist/client',
    demo: false,
    offline: true,
    publicUrl: 'https://dotcode.example',
  });
const html = { headers: { accept: 'text/html' } };

await describeOnEachDatabase('public pages, from the database to the page', (engine) => {
  it('show what their owner has made public, for as long as it is', async () => {
    const upstream = await startUpstream({ engine });
    const gateway = await startGateway({ upstreamUrl: upstream.url, site: site() });
    try {
      const { id, client } = await upstream.signUp({ firstName: 'Ana', lastName: 'Kimberling' });
      const ana = client.copy(`${gateway.url}/api`);
      const made = await ana.post('/create-project', { projectName: 'Kite', description: 'Flies', isPublic: true });
      const project = `/share/project/${made.body.project._id}`;
      const profile = `/share/profile/${id}`;
      const open = (path: string) => fetch(gateway.url + path, html);

      const page = await open(project);
      expect(page.status).toBe(200);
      const text = await page.text();
      expect(text).toContain('Get Started to meet Ana');
      expect(text).not.toContain('Kimberling');
      expect((await open(profile)).status).toBe(404);
      await ana.patch('/profile/edit', { isPublic: true });
      expect(await (await open(profile)).text()).toContain('Ana Kimberling');
      const sitemap = await (await open('/sitemap.xml')).text();
      for (const path of [project, profile]) expect(sitemap).toContain(`https://dotcode.example${path}`);
      const call = await fetch(`${gateway.url}/api/public/profile/${id}`);
      expect([call.status, call.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);

      await ana.patch(`/project/edit/${made.body.project._id}`, { isPublic: false });
      await ana.patch('/profile/edit', { isPublic: false });
      for (const path of [project, profile]) expect((await open(path)).status).toBe(404);
      // The specified routes send strangers home, as before.
      const guarded = await fetch(`${gateway.url}/project/view/${made.body.project._id}`, {
        ...html,
        redirect: 'manual',
      });
      expect([guarded.status, guarded.headers.get('location')]).toEqual([302, '/']);
    } finally {
      await gateway.close();
      await upstream.close();
    }
  });
});

it('an upstream without public pages has none: 404, and a sitemap of the open pages', async () => {
  const upstream = await createRecordedUpstream();
  const gateway = await startGateway({ upstreamUrl: upstream.url, site: site() });
  try {
    const known = upstream.network.people;
    const [person] = Object.values(known);
    for (const path of [`/share/profile/${person?._id}`, '/share/project/65f1c0ffee0badcafe123456'])
      expect((await fetch(gateway.url + path, html)).status).toBe(404);
    const sitemap = await (await fetch(`${gateway.url}/sitemap.xml`)).text();
    expect(sitemap.match(/<loc>/g)).toHaveLength(4);
  } finally {
    await gateway.close();
    await upstream.close();
  }
});
