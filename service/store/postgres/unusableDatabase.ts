/**
 * A database that waiting will not make usable. The message is for whoever set `DATABASE_URL`: one or two
 * sentences.
 */
export class UnusableDatabaseError extends Error {
  override name = 'UnusableDatabase'
}
