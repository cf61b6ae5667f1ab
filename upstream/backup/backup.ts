/** Copies of a database: both reject with one sentence, and leave everything as it was. */
export interface Backup {
  /** Copies the database into `file` while it may be in use. */
  save(file: string): Promise<void>;
  /**
   * Puts `file` in the database's place, which has to be empty unless `replace` is set. Answers where the replaced
   * database is kept.
   */
  restore(file: string, replace: boolean): Promise<string | undefined>;
}
