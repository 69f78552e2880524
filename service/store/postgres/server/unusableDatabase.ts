/**
 * A database that can't be used until its configuration changes. The message of one or two sentences is for the
 * operator.
 */
export class UnusableDatabaseError extends Error {
  override name = 'UnusableDatabase'
}
