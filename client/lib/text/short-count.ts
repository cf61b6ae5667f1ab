/** At most two digits: it fits a badge, and upstreams count no further than just past 99. */
export function shortCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** "1 project", "3 projects". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
