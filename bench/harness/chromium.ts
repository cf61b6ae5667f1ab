import { findChromium } from '../../scripts/find-chromium.mjs';
import { findProgram } from './processes.ts';

/** The Chromium to measure with: the one of `CHROMIUM_PATH`, the system's, or the one that the tests use. */
export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? findProgram('chromium') ?? findChromium();
}

/** A part's report where there is none, with the first column of its table. */
export function noChromium(column: string): string {
  return `Chromium is not installed here: nothing was measured.\n\n| ${column} |\n| --- |`;
}
