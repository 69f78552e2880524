/** Similar links are found by keys in the derived data, because those of colleagues have no request. */
export const sql = `
DROP INDEX links_by_likeness;
`
