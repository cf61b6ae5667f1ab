/**
 * For the environment of a program under test: at SIGUSR2, it and every Node process that it starts throw in a timer and
 * leave a promise rejected, with a text that may be in no log.
 */
export const escapingErrors = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `process.on('SIGUSR2', () => {
      setTimeout(() => { throw new RangeError('ada@example.com in a timer'); });
      Promise.reject(new Error('ada@example.com in a promise'));
    });`,
  )}`,
};

interface EscapedError {
  program: string;
  pid?: number;
  thrown: { type: string; stack: string };
}

/** The lines of the log about errors that nobody caught. */
export function escapedErrors(output: string): EscapedError[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 60);
}
