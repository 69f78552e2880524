/** The database cannot do its work at the moment: unreachable, locked, full, read-only. The caller may try again. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailable'
  /** Whether it is certain that what was to be written is not. A connection that breaks after a commit leaves it open. */
  readonly nothingStored: boolean

  constructor(
    message: string,
    { nothingStored = false, ...options }: ErrorOptions & { nothingStored?: boolean } = {},
  ) {
    super(message, options)
    this.nothingStored = nothingStored
  }
}

/** Does what comes after something may have been stored, so that its failure proves nothing about that. */
export async function afterStoring<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StoreUnavailableError
      ? new StoreUnavailableError(error.message, { cause: error })
      : error
  }
}

/** The database file was moved, replaced or removed while in use: what is written to it would be lost. */
export class StoreReplaced extends StoreUnavailableError {
  override name = 'StoreReplaced'
}

/** What was asked for lies in a damaged part of the database. What lies elsewhere goes on being served. */
export class StoreDamagedError extends StoreUnavailableError {
  override name = 'StoreDamaged'
}
