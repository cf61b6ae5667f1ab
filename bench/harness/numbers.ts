export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which the given share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The smallest and the largest, as `1.20–1.42`. */
export function range(values: readonly number[], digits = 2): string {
  return `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
}

/** The median and the range, or a dash where no request finished in time. */
export function spread(values: readonly number[]): string {
  const answered = values.filter(Number.isFinite);
  return answered.length === 0 ? '–' : `${median(answered).toFixed(2)} (${range(answered)})`;
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

/** A line that says whether a budget `holds` or `misses`. */
export function verdict(what: string, holds: boolean): string {
  return `- ${holds ? 'holds' : '**misses**'}: ${what}`;
}
