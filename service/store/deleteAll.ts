/** Maximum number of rows deleted in one statement: more would block other writes, or exceed the time limit of PostgreSQL. */
export const pruneSize = 500

/** Repeats a statement that deletes some rows until none is left. Returns the number of deleted rows. */
export async function deleteAll(deleteSome: () => Promise<number>): Promise<number> {
  let deleted = 0
  for (let count = 1; count > 0; deleted += count) count = await deleteSome()
  return deleted
}
