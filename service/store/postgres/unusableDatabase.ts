/** A database that waiting will not make usable. The message is for whoever set `DATABASE_URL`: one sentence or two. */
export class UnusableDatabaseError extends Error {
  override name = 'UnusableDatabase'
}
