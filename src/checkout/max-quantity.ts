/** So many of one thing can be in a cart. It stands alone, so that a page which only counts does not load the schemas. */
export const maxQuantity = 99;
