import { LRUCache } from 'lru-cache';

/** How many texts are remembered: lists of ids make texts of many lengths. */
const mostRemembered = 2000;

/**
 * Names statements for a metric by their verb and first table (`select requests`): a small set, because every value is
 * a placeholder and every table is in the schema.
 */
export function createStatementName(): (sql: string) => string {
  const names = new LRUCache<string, string>({ max: mostRemembered });
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    const name = nameOf(sql);
    names.set(sql, name);
    return name;
  };
}

function nameOf(sql: string): string {
  const [, verb = 'other'] = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i.exec(sql) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]{1,40})"?/i.exec(sql) ?? [];
  return [verb, table].filter(Boolean).join(' ').toLowerCase();
}
