import type { Trx } from '#upstream/db/connection.ts';
import { newId } from '#upstream/ids.ts';
import { storeRoles } from '../features/projects/role-store.ts';
import { indexProjects } from '../features/search/search-index.ts';
import { skillRows } from '../features/skills/skill-rows.ts';
import type { DemoNetwork } from './demo-network.ts';
import { demoProjects } from './projects.ts';

export async function insertProjects(trx: Trx, network: DemoNetwork): Promise<void> {
  for (const project of demoProjects) {
    const created = network.daysAgo(project.daysAgo);
    const id = newId(created);
    await trx
      .insertInto('projects')
      .values({
        id,
        creator_id: network.idOf(project.creator),
        name: project.name,
        image_url: network.pictureUrlOf(`project-${project.key}`),
        image_alt: project.imageAlt ?? '',
        description: project.description,
        stage: project.facts?.status ?? null,
        hours_per_week: project.facts?.hoursPerWeek ?? null,
        repository_url: project.facts?.repositoryUrl ?? '',
        demo_url: project.facts?.demoUrl ?? '',
        created_at: created,
        updated_at: created,
      })
      .execute();
    const skills = skillRows(project.skills).map((skill) => ({ project_id: id, ...skill }));
    await trx.insertInto('project_skills').values(skills).execute();
    const { wanted = [], filled = [] } = project.facts ?? {};
    await storeRoles(trx, id, [
      ...wanted.map((name) => ({ name, filled: false })),
      ...filled.map((name) => ({ name, filled: true })),
    ]);
    await indexProjects(trx, [id]);
    const people = [
      ...project.members.map((by) => ({ by, status: 'accepted' as const, note: '' })),
      ...project.interested.map(({ by, note = '' }) => ({ by, status: 'interested' as const, note })),
    ];
    const interests = people.map(({ by, status, note }, i) => {
      const hours = project.hoursAgo?.[by] ?? (project.daysAgo * 24) / (i + 2);
      const at = network.hoursAgo(hours);
      return {
        id: newId(at),
        project_id: id,
        user_id: network.idOf(by),
        status,
        note,
        created_at: at,
        updated_at: at,
      };
    });
    if (interests.length > 0) await trx.insertInto('project_interests').values(interests).execute();
  }
}
