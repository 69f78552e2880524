/** The database cannot do its work at the moment: unreachable, locked, full, read-only. The caller may try again. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}
