import type { Selectable } from 'kysely';
import type { accountTables } from './tables/accounts.ts';
import type { chatTables } from './tables/chat.ts';
import type { mediaTables } from './tables/media.ts';
import type { moderationTables } from './tables/moderation.ts';
import type { notificationsTables } from './tables/notifications.ts';
import type { peopleTables } from './tables/people.ts';
import type { projectsTables } from './tables/projects.ts';
import type { relationsTables } from './tables/relations.ts';
import type { SearchRows } from './tables/search.ts';
import type { Rows } from './tables/table.ts';

/** Times are milliseconds since 1970; ids are 24 hex digits; an empty string means "none". */
export interface Database
  extends Rows<typeof accountTables>,
    Rows<typeof chatTables>,
    Rows<typeof mediaTables>,
    Rows<typeof moderationTables>,
    Rows<typeof notificationsTables>,
    Rows<typeof peopleTables>,
    Rows<typeof projectsTables>,
    Rows<typeof relationsTables>,
    SearchRows {}

type Row<Table extends keyof Database> = Selectable<Database[Table]>;

export type UserRow = Row<'users'>;
export type SessionRow = Row<'sessions'>;
export type DecisionRow = Row<'decisions'>;
export type ConnectionRow = Row<'connections'>;
export type ProjectRow = Row<'projects'>;
export type ProjectInterestRow = Row<'project_interests'>;
export type ProjectActivityRow = Row<'project_activity'>;
export type ProjectInviteRow = Row<'project_invites'>;
export type ProjectUpdateRow = Row<'project_updates'>;
export type ConversationRow = Row<'conversations'>;
export type MessageRow = Row<'messages'>;
export type ConversationMemberRow = Row<'conversation_members'>;
export type ChatPictureRow = Row<'chat_pictures'>;
export type NotificationRow = Row<'notifications'>;
export type NoticeLimitRow = Row<'notice_limits'>;
export type AdminActionRow = Row<'admin_actions'>;
export type BlockRow = Row<'blocks'>;
export type MuteRow = Row<'mutes'>;
export type ReportRow = Row<'reports'>;
export type CaseRow = Row<'cases'>;
export type CaseActionRow = Row<'case_actions'>;
export type PreferencesRow = Row<'preferences'>;
export type JobRow = Row<'jobs'>;
export type PushSubscriptionRow = Row<'push_subscriptions'>;
export type AccountTokenRow = Row<'account_tokens'>;
export type PasskeyRow = Row<'passkeys'>;
export type DepartureRow = Row<'departures'>;
export type SecondFactorRow = Row<'second_factors'>;
export type AccountEventRow = Row<'account_events'>;
