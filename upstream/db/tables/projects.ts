import type { ActivityKind } from '#shared/api/project-updates.ts';
import type { ProjectStatus } from '#shared/project-statuses.ts';
import { owned, type Tables, typed } from './table.ts';

export const projectsTables = {
  projects: {
    columns: {
      id: 'key not null primary key',
      creator_id: owned('users'),
      name: 'text not null',
      image_url: 'text not null',
      image_alt: 'text not null',
      description: 'text not null',
      /** 1 for a project that is visible without an account, 0 for one that is not; null until its creator has chosen. */
      is_public: 'integer',
      created_at: 'bigint not null',
      updated_at: 'bigint not null',
      /** Since when a moderator hides it from everybody but its creator. */
      hidden_at: 'bigint',
      hidden_reason: 'text',
      /** Its status; null until its creator has said it. */
      stage: typed<ProjectStatus | null>('text'),
      hours_per_week: 'integer',
      repository_url: "text not null default ''",
      demo_url: "text not null default ''",
      /** When it is erased, for a deleted project, which nobody sees. */
      erase_at: 'bigint',
    },
    indexes: [
      'create index projects_by_creator on projects (creator_id, id)',
      'create index projects_public on projects (id) where is_public = 1',
      'create index projects_deleted on projects (erase_at) where erase_at is not null',
    ],
  },
  project_skills: {
    columns: {
      project_id: owned('projects'),
      skill_key: 'key not null',
      label: 'text not null',
      /** As typed; `label` is the listed name. */
      spelling: 'text not null',
      position: 'integer not null',
    },
    constraints: ['constraint project_skills_pk primary key (project_id, skill_key)'],
    indexes: ['create unique index project_skills_by_skill on project_skills (skill_key, project_id)'],
  },
  /** The roles for which a project looks for people. */
  project_roles: {
    columns: {
      project_id: owned('projects'),
      role_key: 'key not null',
      name: 'text not null',
      /** 0 or 1. */
      is_filled: 'integer not null',
      position: 'integer not null',
    },
    constraints: ['constraint project_roles_pk primary key (project_id, role_key)'],
  },
  project_interests: {
    columns: {
      id: 'key not null primary key',
      project_id: owned('projects'),
      user_id: owned('users'),
      status: typed<'interested' | 'accepted' | 'rejected'>(
        "text not null check (status in ('interested', 'accepted', 'rejected'))",
      ),
      note: 'text not null',
      /** The role that is asked for, or that a member has; and what the creator has answered. */
      role: "text not null default ''",
      answer: "text not null default ''",
      /** Since when the creator offers the project to this member. */
      offered_at: 'bigint',
      created_at: 'bigint not null',
      updated_at: 'bigint not null',
    },
    constraints: ['constraint project_interests_once unique (project_id, user_id)'],
    indexes: [
      'create index project_interests_by_project_id on project_interests (project_id, status, id)',
      'create index project_interests_by_user_id on project_interests (user_id, status, id)',
      'create unique index project_offers on project_interests (project_id) where offered_at is not null',
    ],
  },
  /** Something that has happened in a project; kept for a year. */
  project_activity: {
    columns: {
      id: 'key not null primary key',
      project_id: owned('projects'),
      kind: typed<ActivityKind>('text not null'),
      actor_id: owned('users'),
      /** The new status, with `status`. */
      detail: 'text not null',
      created_at: 'bigint not null',
    },
    indexes: [
      'create index project_activity_by_project on project_activity (project_id, id)',
      'create index project_activity_by_actor on project_activity (actor_id, id)',
      'create index project_activity_by_age on project_activity (created_at)',
      "create index project_activity_for_visitors on project_activity (project_id, id) where kind <> 'asked'",
    ],
  },
  /** A link with which a member invites people into a project. */
  project_invites: {
    columns: {
      id: 'key not null primary key',
      project_id: owned('projects'),
      inviter_id: owned('users'),
      token_hash: 'text not null unique',
      /** For how many people it works, and how many have used it. */
      uses: 'integer not null',
      used: 'integer not null',
      created_at: 'bigint not null',
      ends_at: 'bigint not null',
    },
    indexes: [
      'create index project_invites_by_project on project_invites (project_id, id)',
      'create index project_invites_by_inviter on project_invites (inviter_id, id)',
      'create index project_invites_by_end on project_invites (ends_at)',
    ],
  },
  /** The updates that members have written about a project. */
  project_updates: {
    columns: {
      id: 'key not null primary key',
      project_id: owned('projects'),
      author_id: owned('users'),
      text: 'text not null',
      picture_url: 'text not null',
      picture_alt: 'text not null',
      created_at: 'bigint not null',
    },
    indexes: [
      'create index project_updates_by_project on project_updates (project_id, id)',
      'create index project_updates_by_author on project_updates (author_id, id)',
    ],
  },
  project_follows: {
    columns: {
      user_id: owned('users'),
      project_id: owned('projects'),
      created_at: 'bigint not null',
    },
    constraints: ['constraint project_follows_key primary key (user_id, project_id)'],
    indexes: ['create index project_follows_by_project on project_follows (project_id)'],
  },
} as const satisfies Tables;
