declare const seen: unique symbol;

/**
 * A row that one of the functions of this folder has read for a viewer. Presenters take no other rows, so that a new read
 * does not compile until it goes through here. Only this folder casts to it.
 */
export type Visible<Row> = Row & { readonly [seen]: true };
