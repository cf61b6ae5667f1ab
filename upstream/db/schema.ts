import type { Generated, GeneratedAlways } from 'kysely';
import type { AccountEventKind } from '#shared/api/account.ts';
import type { CaseActionKind } from '#shared/api/moderation.ts';
import type { NotificationKind } from '#shared/api/notifications.ts';
import type { WhoMayAsk } from '#shared/api/preferences.ts';
import type { ActivityKind } from '#shared/api/project-activity.ts';
import type { ReportKind, ReportOutcome, ReportReason } from '#shared/api/reports.ts';
import type { FirstRunStep } from '#shared/first-run.ts';
import type { Intent } from '#shared/intents.ts';
import type { ProjectStatus } from '#shared/project-statuses.ts';

/** Row types. Times are milliseconds since 1970; ids are 24 hex digits; an empty string means "none". */
export interface Database {
  users: UserRow;
  user_skills: UserSkillRow;
  user_intents: UserIntentRow;
  sessions: SessionRow;
  decisions: DecisionRow;
  connections: ConnectionRow;
  projects: WithDefaults<ProjectRow, 'stage' | 'hours_per_week' | 'repository_url' | 'demo_url' | 'erase_at'>;
  project_interests: WithDefaults<ProjectInterestRow, 'role' | 'answer' | 'offered_at'>;
  project_skills: ProjectSkillRow;
  project_roles: ProjectRoleRow;
  project_activity: ProjectActivityRow;
  project_invites: ProjectInviteRow;
  project_updates: ProjectUpdateRow;
  project_follows: ProjectFollowRow;
  conversations: WithDefaults<ConversationRow, 'pair' | 'project_id' | 'last_seq' | 'rev' | 'words_seq'>;
  messages: WithDefaults<MessageRow, 'rev' | 'picture_count' | 'event' | 'mentions' | 'pinned_at'>;
  conversation_members: WithDefaults<ConversationMemberRow, 'read_seq' | 'shown_seq' | 'muted' | 'told_of_blocks'>;
  message_words: MessageWordRow;
  message_reactions: MessageReactionRow;
  chat_pictures: ChatPictureRow;
  chat_picture_files: ChatPictureFileRow;
  notifications: NotificationRow;
  notice_limits: WithDefaults<NoticeLimitRow, 'asked_at'>;
  admin_actions: AdminActionRow;
  blocks: BlockRow;
  mutes: MuteRow;
  reports: ReportRow;
  moderators: ModeratorRow;
  cases: CaseRow;
  case_actions: CaseActionRow;
  warnings: WarningRow;
  erased_pictures: ErasedPictureRow;
  muted_words: MutedWordRow;
  preferences: PreferencesRow;
  media: MediaRow;
  media_files: MediaFileRow;
  media_owners: MediaOwnerRow;
  jobs: JobRow;
  push_subscriptions: PushSubscriptionRow;
  push_keys: PushKeysRow;
  secret_fingerprint: SecretFingerprintRow;
  account_tokens: AccountTokenRow;
  passkeys: PasskeyRow;
  departures: DepartureRow;
  used_challenges: UsedChallengeRow;
  second_factors: SecondFactorRow;
  recovery_codes: RecoveryCodeRow;
  account_events: AccountEventRow;
  people_search: PeopleSearchRow;
  project_search: ProjectSearchRow;
}

/** The row with columns that need not be written. */
type WithDefaults<Row, Column extends keyof Row> = {
  [Name in keyof Row]: Name extends Column ? Generated<Row[Name]> : Row[Name];
};

/** A deleted account stays as a row without personal data, so that messages it sent still have a sender. */
export interface UserRow {
  id: string;
  first_name: string;
  last_name: string;
  /** As typed; null after the account is deleted. */
  email: string | null;
  /** The normalised address, see `accountKey`; unique. */
  email_key: string | null;
  password_hash: string | null;
  /** Counts the changes of the password; a session with another version is dead. */
  password_version: Generated<number>;
  photo_url: string;
  cover_url: string;
  about: string;
  headline: string;
  location: string;
  github_url: string;
  website_url: string;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  /** Since when an operator keeps the person out. */
  suspended_at: Generated<number | null>;
  /** When that ends by itself; null for never. */
  suspended_until: Generated<number | null>;
  /** The reason, which the person reads at the login. */
  suspended_reason: Generated<string>;
  /** The moderator's action that suspends; empty for an operator's. */
  suspended_by: Generated<string>;
  /** Since when a moderator hides the texts and links of the profile from others. */
  hidden_at: Generated<number | null>;
  hidden_reason: Generated<string>;
  /** The name that a moderator has hidden from others, see `shown-name.ts`; empty for none. */
  hidden_name: Generated<string>;
  hidden_name_reason: Generated<string>;
  hidden_name_at: Generated<number | null>;
  /** Since when the address waits to be confirmed; null for a confirmed one, and where mail was absent at the sign-up. */
  unverified_since: Generated<number | null>;
  /** 1 for a profile that is visible without an account. */
  is_public: Generated<number>;
  /** How many hours a week the person has for what they look for; null until they have said it. */
  weekly_hours: Generated<number | null>;
  /** The step of the first run at which the person is; empty once it is over. */
  first_run: Generated<FirstRunStep | ''>;
  /** 1 for accounts that the sample network or `npm run seed` made. */
  is_sample: Generated<number>;
}

interface UserSkillRow {
  user_id: string;
  skill_key: string;
  label: string;
  /** As typed; `label` is the listed name. */
  spelling: string;
  position: number;
}

/** Something that a person looks for. */
interface UserIntentRow {
  user_id: string;
  intent: Intent;
}

export interface SessionRow {
  id: string;
  /** SHA-256 of the cookie's value, in hex. The value itself is not stored. */
  token_hash: string;
  user_id: string;
  device: string;
  /** The shortened IP address of its last use. */
  address: Generated<string>;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  /** The password's version at the login. */
  password_version: number;
  /** When the owner confirmed last that it is them, after the login; null for never. */
  confirmed_at: Generated<number | null>;
}

/** What one person has decided about another: at most one row for each, which the other person never sees as such. */
export interface DecisionRow {
  id: string;
  by_id: string;
  about_id: string;
  kind: 'asked' | 'ignored' | 'rejected';
  /** What the person says with the request. */
  note: string;
  at: number;
}

/** Two people who are connected. Neither has a row in `decisions` about the other. */
export interface ConnectionRow {
  /** That of the request that was accepted. */
  id: string;
  low_id: string;
  high_id: string;
  /** The one of the two who asked. */
  from_id: string;
  /** Of the request. */
  note: string;
  at: number;
}

export interface ProjectRow {
  id: string;
  creator_id: string;
  name: string;
  image_url: string;
  image_alt: string;
  description: string;
  /** 1 for a project that is visible without an account, 0 for one that is not; null until its creator has chosen. */
  is_public: number | null;
  created_at: number;
  updated_at: number;
  /** Since when a moderator hides it from everybody but its creator. */
  hidden_at: number | null;
  hidden_reason: string | null;
  /** Its status; null until its creator has said it. */
  stage: ProjectStatus | null;
  hours_per_week: number | null;
  repository_url: string;
  demo_url: string;
  /** When it is erased, for a deleted project, which nobody sees. */
  erase_at: number | null;
}

/** Somebody whom a project looks for. */
interface ProjectRoleRow {
  project_id: string;
  role_key: string;
  name: string;
  /** 0 or 1. */
  is_filled: number;
  position: number;
}

/** Something that has happened in a project; kept for a year. */
export interface ProjectActivityRow {
  id: string;
  project_id: string;
  kind: ActivityKind;
  actor_id: string;
  /** The new status, with `status`. */
  detail: string;
  created_at: number;
}

/** A link with which a member invites people into a project. */
export interface ProjectInviteRow {
  id: string;
  project_id: string;
  inviter_id: string;
  token_hash: string;
  /** For how many people it works, and how many have used it. */
  uses: number;
  used: number;
  created_at: number;
  ends_at: number;
}

/** What a member has told of a project. */
export interface ProjectUpdateRow {
  id: string;
  project_id: string;
  author_id: string;
  text: string;
  picture_url: string;
  picture_alt: string;
  created_at: number;
}

export interface ProjectFollowRow {
  user_id: string;
  project_id: string;
  created_at: number;
}

interface ProjectSkillRow {
  project_id: string;
  skill_key: string;
  label: string;
  /** As typed; `label` is the listed name. */
  spelling: string;
  position: number;
}

export interface ProjectInterestRow {
  id: string;
  project_id: string;
  user_id: string;
  status: 'interested' | 'accepted' | 'rejected';
  note: string;
  /** The role that is asked for, or that a member has; and what the creator has answered. */
  role: string;
  answer: string;
  /** Since when the creator offers the project to this member. */
  offered_at: number | null;
  created_at: number;
  updated_at: number;
}

/** The chat of two people, or the room of a project. */
export interface ConversationRow {
  id: string;
  /** The ids of two people, see `pairKey`; null in a room. */
  pair: string | null;
  /** The project whose room it is; null for a pair. */
  project_id: string | null;
  /** The newest message's `seq`. Increasing it locks the row, which orders the conversation's messages. */
  last_seq: number;
  /** How often its messages have changed: edits, deletions, reactions, and what moderators hide. */
  rev: number;
  /** Up to here the words of its messages are indexed. */
  words_seq: number;
}

/**
 * A person of a conversation, since its first message while they were in it. Of a room, the project says who is in it: the row
 * of a person who has left stays for their return.
 */
export interface ConversationMemberRow {
  conversation_id: string;
  user_id: string;
  /** Time of the conversation's newest message. */
  last_message_at: number;
  /** The newest message that the person has read or written. */
  read_seq: number;
  /** How far the other person may know that this one has read: behind `read_seq` while receipts are off. */
  shown_seq: number;
  /** 1 for a room whose unread messages this person does not count. */
  muted: number;
  /** 1 for a room where this person has put away the line about people whom they do not see. */
  told_of_blocks: number;
}

export interface MessageRow {
  id: string;
  conversation_id: string;
  seq: number;
  sender_id: string;
  text: string;
  client_id: string | null;
  created_at: number;
  /** Since when a moderator hides its text from both. */
  hidden_at: number | null;
  /** The conversation's `rev` at its last change; 0 for none. */
  rev: number;
  edited_at: number | null;
  /** A deleted message keeps its place, without text, pictures and reactions. */
  deleted_at: number | null;
  /** The message of the same conversation that it answers. */
  reply_to: string | null;
  picture_count: number;
  /** In a room, a line about its sender: they have joined. Null for a message. */
  event: 'joined' | null;
  /** Ids of the people named with `@`, in a room, with a space between; empty for none. */
  mentions: string;
  /** Since when it is pinned in its room. */
  pinned_at: number | null;
}

/** A word of a message, for the search in them. Of conversations only rooms are deleted, by `roomsTurn` with their words. */
interface MessageWordRow {
  conversation_id: string;
  /** Folded, see `search-text.ts`. */
  word: string;
  /** The message's time. */
  at: number;
  seq: number;
}

export interface MessageReactionRow {
  message_id: string;
  user_id: string;
  emoji: string;
  created_at: number;
}

/** A picture of a message, or one that waits for its message: unused ones are deleted after a day. */
export interface ChatPictureRow {
  /** Random: unlike those of public pictures it says nothing about the content. */
  id: string;
  owner_id: string;
  message_id: string | null;
  /** Its place in the message. */
  position: Generated<number>;
  alt: Generated<string>;
  /** Of the largest size, in pixels. */
  width: number;
  height: number;
  created_at: number;
}

export interface ChatPictureFileRow {
  picture_id: string;
  /** As `media_files.file`. */
  file: string;
  bytes: Uint8Array;
}

/** One notification per person, kind and subject; kept 90 days, see `notification-store.ts`. */
export interface NotificationRow {
  id: string;
  user_id: string;
  kind: NotificationKind;
  /** The key of its group: the id of the other person, of the project, of the message that mentions, or the name of an account event. */
  subject: string;
  actor_id: string | null;
  project_id: string | null;
  /** The answer of a project ask (`accepted`, `rejected`). */
  detail: string;
  /** Time of the latest event of the group. */
  created_at: number;
  read_at: number | null;
  /** When a mail about it is due; null for none, or none yet. */
  mail_at: Generated<number | null>;
  /** When a mail has told of it, by itself or with others; null again when the row is renewed. */
  mailed_at: Generated<number | null>;
}

/** How one person may cause notifications of another; kept 30 days, see `notice-limits.ts`. */
export interface NoticeLimitRow {
  by_id: string;
  for_id: string;
  about: string;
  /** When the latest notification was caused; 0 for never. */
  told_at: number;
  /** When the person last took an ask back, or was removed; 0 for never. */
  withdrawn_at: number;
  /** When the person asked the other for the first time in a day, which counts; 0 for never. */
  asked_at: number;
}

/** One person's block of another, see `block-store.ts`. */
export interface BlockRow {
  blocker_id: string;
  blocked_id: string;
  created_at: number;
}

/** A person whom another does not want to meet, see `mute-store.ts`. */
export interface MuteRow {
  user_id: string;
  muted_id: string;
  created_at: number;
}

export interface MutedWordRow {
  user_id: string;
  /** Folded, see `search-text.ts`. */
  word_key: string;
  /** As typed. */
  word: string;
}

/** The preferences of one account; an account without a row has the defaults, see `preferences-store.ts`. */
export interface PreferencesRow {
  user_id: string;
  /** The ways that were switched, as JSON: kind, way, on or off. */
  notify: Generated<string>;
  time_zone: Generated<string>;
  /** 0 for a person who is in nobody's feed and search. */
  discoverable: Generated<number>;
  presence: Generated<number>;
  receipts: Generated<number>;
  typing: Generated<number>;
  who_may_ask: Generated<WhoMayAsk>;
  show_address: Generated<number>;
  /** 1 for a person whose profile shows their time zone. */
  show_time_zone: Generated<number>;
}

/** Somebody's report of a person or thing, see `report-store.ts`. Deleted some time after it was answered. */
export interface ReportRow {
  id: string;
  reporter_id: string;
  /** The owner of what is reported. */
  accused_id: string;
  kind: ReportKind;
  /** The id of the person or thing. */
  subject: string;
  reason: ReportReason;
  details: string;
  /** A copy of what is reported, as JSON. */
  evidence: string;
  created_at: number;
  closed_at: number | null;
  outcome: ReportOutcome | '';
  /** The answer that the reporter reads. */
  answer: string;
  /** The action of a case, or the operator, that has closed it. */
  closed_by: string;
}

/** The role. Its row outlives the account, without its id: the log of moderators names it. */
export interface ModeratorRow {
  id: string;
  user_id: string | null;
  granted_at: number;
  /** When the role was taken away; null while the person has it. */
  removed_at: number | null;
}

/** The reports about one thing, see `case-store.ts`. Open while `closed_at` is null. */
export interface CaseRow {
  id: string;
  kind: ReportKind;
  /** The id of the person or thing. */
  subject: string;
  accused_id: string;
  version: number;
  /** The time of its first report, or of the one that has opened it again. */
  opened_at: number;
  /** When somebody should have looked: the order of the queue. */
  due_at: number;
  first_seen_at: number | null;
  closed_at: number | null;
}

/** What a moderator did in a case; kept for two years, or until the account that it is about is gone. Nothing changes a row. */
export interface CaseActionRow {
  id: string;
  case_id: string;
  /** The case's version that the action has made: their order. */
  version: number;
  kind: ReportKind;
  accused_id: string;
  moderator_id: string;
  action: CaseActionKind;
  reason: string;
  /** Of a suspension; null without an end. */
  until: number | null;
  /** The id of the action that this one takes back, or empty. */
  undoes: string;
  created_at: number;
}

export interface WarningRow {
  /** The id of the moderator's action that gave the warning. */
  id: string;
  user_id: string;
  reason: string;
  created_at: number;
  acknowledged_at: number | null;
}

/** A picture that may not be uploaded again. */
export interface ErasedPictureRow {
  media_id: string;
  created_at: number;
}

/** An uploaded picture, once for all who uploaded the same. Deleted with its last owner. */
export interface MediaRow {
  /** Made from the content, see `encode.ts`. */
  id: string;
  width: number;
  height: number;
  created_at: number;
}

export interface MediaFileRow {
  media_id: string;
  /** `card.webp`: its size and format. */
  file: string;
  bytes: Uint8Array;
}

/** Who uploaded a picture; kept for as long as the person uses it, see `media-store.ts`. */
export interface MediaOwnerRow {
  media_id: string;
  user_id: string;
  created_at: number;
  /** When it was uploaded, put to use or taken out of use. */
  used_at: number;
  /** How often the person's profile and projects show it, see `countUses`. */
  uses: Generated<number>;
}

/** A passkey: the public half of a key pair that an authenticator keeps. */
export interface PasskeyRow {
  id: string;
  user_id: string;
  /** The authenticator's name for it, as base64url. */
  credential_id: string;
  /** COSE. */
  public_key: Uint8Array;
  /** Of the last use; 0 for authenticators that do not count. */
  counter: number;
  /** How browsers reach it, with a space between: `hybrid internal`. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** An account whose owner has left and may still come back; it is hidden by `users.suspended_at`. */
export interface DepartureRow {
  user_id: string;
  begun_at: number;
  erase_at: number;
  /** When the mail before the erasure was written. Nobody is erased without it. */
  reminded_at: number | null;
  /** An operator's suspension that goes on after a return. */
  suspended_since: number | null;
}

/** A challenge that has opened a session; kept until it would have expired. */
export interface UsedChallengeRow {
  challenge: string;
  expires_at: number;
}

/** The second factor of an account: a secret that an authenticator app shares. */
export interface SecondFactorRow {
  user_id: string;
  /** Encrypted with a key from SECRET, see `totp-secret.ts`. */
  sealed_secret: string;
  /** The time step of the code that was used last: neither it nor an older one works again. */
  last_step: number;
  /** When it was begun. */
  created_at: number;
  /** Null until a code has shown that the app has the secret; the login asks for no code before. */
  confirmed_at: number | null;
}

/** One of the codes that stand in for the app; deleted with its use. */
export interface RecoveryCodeRow {
  user_id: string;
  code_hash: string;
}

/** An operator's act on an account with `npm run admin`; kept for two years. */
export interface AdminActionRow {
  id: string;
  user_id: string;
  action: string;
  operator: string;
  reason: string;
  created_at: number;
}

/** A link that was sent by mail, and the code beside it. It works once, until `expires_at`. */
export interface AccountTokenRow {
  id: string;
  user_id: string;
  /** The purpose of the link, see `TokenPurpose`. */
  purpose: string;
  /** SHA-256 of the token, in hex. The token itself is in the mail only. */
  token_hash: string;
  /** HMAC of the six digits, for a code that may be typed instead. */
  code_hash: string | null;
  wrong_codes: Generated<number>;
  /** The address that it is about: the one to confirm, or the one to go back to. */
  email: string;
  email_key: string;
  /** The password's version when it was sent: a change of the password ends links for a lost one. */
  password_version: number;
  created_at: number;
  expires_at: number;
}

/** Background work that waits, runs or is dead, see `upstream/jobs`; deleted once it is done. */
export interface JobRow {
  kind: string;
  /** Unique within the kind. Empty for the one row of work that comes again. */
  key: string;
  /** Of jobs of one kind that are due, those with the lowest number run first. */
  priority: number;
  /** The account that it is about; null for none. */
  user_id: Generated<string | null>;
  /** For the log and the metrics: the kind of mail, the host of a push service. */
  label: Generated<string>;
  /** What the job needs, as JSON; a mail is encrypted within. */
  body: Generated<string>;
  created_at: number;
  /** When it runs next. */
  due_at: number;
  /** The worker `lease_by` runs it, and no other until then. */
  lease_until: Generated<number>;
  lease_by: Generated<string>;
  /** Attempts that have failed. */
  tries: Generated<number>;
  /** Why the last attempt failed, without anybody's address. */
  last_error: Generated<string>;
  /** Since when it is not tried any more; null while it is. */
  died_at: Generated<number | null>;
}

/** Where a browser takes push messages. It belongs to the session that subscribed, and ends with it. */
export interface PushSubscriptionRow {
  id: string;
  user_id: string;
  session_id: string;
  /** An https address at the browser's push service; whoever knows it can try to send there. */
  endpoint: string;
  /** SHA-256 of the endpoint, in hex: an endpoint belongs to one account only. */
  endpoint_hash: string;
  /** The host of the endpoint. */
  service: string;
  /** The browser's public key and its secret, for encrypting the messages (RFC 8291). */
  p256dh: string;
  auth: string;
  created_at: number;
}

/** Which SECRET the database is used with. */
export interface SecretFingerprintRow {
  id: number;
  fingerprint: string;
  written_at: number;
}

/** The one pair of keys by which push services know this deployment (VAPID, RFC 8292). */
export interface PushKeysRow {
  id: number;
  public_key: string;
  /** Encrypted with a key from SECRET. */
  sealed_private_key: string;
  created_at: number;
}

/** What happened to an account, for its owner to read: kept for 90 days, never changed. */
export interface AccountEventRow {
  id: string;
  user_id: string;
  kind: AccountEventKind;
  device: string;
  /** Shortened, see `features/history/visit.ts`. */
  address: string;
  created_at: number;
}

/** A person's search terms, see `search-text.ts`. */
interface PeopleSearchRow {
  seq: GeneratedAlways<number>;
  user_id: string;
  terms: string;
}

interface ProjectSearchRow {
  seq: GeneratedAlways<number>;
  project_id: string;
  terms: string;
}
