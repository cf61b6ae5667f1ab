import type { Db } from '#upstream/db/connection.ts';
import type { VisibleProject } from '../visibility/projects.ts';
import { interestsOfViewer } from './interest-store.ts';
import { projectNotFound } from './project-routes.ts';
import { findProject } from './project-store.ts';

/** Throws 404 unless the caller is the project's creator or a member of it. */
export async function findOwnOrJoined(db: Db, userId: string, projectId: string): Promise<VisibleProject> {
  const project = await findProject(db, userId, projectId);
  if (!project) throw projectNotFound();
  if (project.creator_id === userId) return project;
  const interest = (await interestsOfViewer(db, userId, [projectId])).get(projectId);
  if (interest?.status !== 'accepted') throw projectNotFound();
  return project;
}
