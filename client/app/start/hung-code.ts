/** Code that has not come by then is given up: the browser opens the address itself. */
export const hungAfterMs = 10_000;
