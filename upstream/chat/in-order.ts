export type InOrder = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/**
 * Runs the tasks of one key one after the other in call order, and tasks of different keys in parallel. Messages of a
 * conversation are then sent in the order in which they were stored.
 */
export function createInOrder(): InOrder {
  const tails = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(task);
    const tail = result
      .catch(() => undefined)
      .then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return result;
  };
}
