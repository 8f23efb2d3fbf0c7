/** How many queries may share one request. Isomorphic: the page's client keeps to it. */
export const maxBatchSize = 10;
