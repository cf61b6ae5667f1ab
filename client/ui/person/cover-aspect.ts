/** Width by height of a project's picture wherever it is shown; the class `aspect-cover` of main.css has the same. */
export const coverAspect = 2.3;
