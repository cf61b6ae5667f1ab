import type { Engine } from '../connection.ts';

/** Two years, in milliseconds; `case-log.ts` deletes by the same time. */
const keptMs = 2 * 365 * 24 * 60 * 60 * 1000;

/**
 * Rows of both logs are never changed. Those of moderators are deleted after two years, or once the account that they are
 * about is deleted.
 */
export function logTriggers(engine: Engine): string[] {
  const refuse = (table: string) => `begin select raise(abort, '${table} is append-only'); end`;
  if (engine === 'sqlite')
    return [
      `create trigger account_events_only_grow before update on account_events ${refuse('account_events')}`,
      `create trigger case_actions_unchanged before update on case_actions ${refuse('case_actions')}`,
      // `insert or replace` fires no trigger of a deletion.
      `create trigger case_actions_not_replaced before insert on case_actions
        when exists (select 1 from case_actions where id = new.id) ${refuse('case_actions')}`,
      `create trigger case_actions_kept before delete on case_actions
        when old.created_at > unixepoch() * 1000 - ${keptMs}
          and exists (select 1 from users where id = old.accused_id and deleted_at is null) ${refuse('case_actions')}`,
    ];
  return [
    `create function refuse_change() returns trigger language plpgsql as $$
    begin raise exception '% is append-only', tg_table_name; end $$`,
    `create trigger account_events_only_grow before update on account_events
      for each row execute function refuse_change()`,
    `create function keep_case_action() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and (old.created_at <= extract(epoch from now()) * 1000 - ${keptMs}
        or not exists (select 1 from users where id = old.accused_id and deleted_at is null)) then
        return old;
      end if;
      raise exception '% is append-only', tg_table_name;
    end $$`,
    `create trigger case_actions_kept before update or delete on case_actions
      for each row execute function keep_case_action()`,
    `create trigger case_actions_not_emptied before truncate on case_actions
      for each statement execute function keep_case_action()`,
  ];
}
