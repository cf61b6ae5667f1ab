export type InOrder = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/**
 * Runs the tasks of one key one after the other, in the order of the calls, and different keys side by side. What is
 * written first is told first, however the database's answers overtake each other.
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
