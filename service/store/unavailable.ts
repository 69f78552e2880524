/** The database cannot do its work at the moment: unreachable, locked, full, read-only. The caller may try again. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** What was asked for lies in a damaged part of the database. What lies elsewhere goes on being served. */
export class StoreDamaged extends StoreUnavailable {
  override name = 'StoreDamaged'
}
