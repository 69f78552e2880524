/** The database is temporarily unavailable: unreachable, locked, full or read-only. The caller may retry. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailable'
  /**
   * Whether the write is certain not to be stored. If a connection breaks after a commit, that is unknown.
   */
  readonly nothingStored: boolean

  constructor(
    message: string,
    { nothingStored = false, ...options }: ErrorOptions & { nothingStored?: boolean } = {},
  ) {
    super(message, options)
    this.nothingStored = nothingStored
  }
}

/** Runs work after something may have been stored. Its errors then don't claim that nothing was stored. */
export async function afterStoring<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StoreUnavailableError
      ? new StoreUnavailableError(error.message, { cause: error })
      : error
  }
}

/** The database file was moved, replaced or removed while in use: further writes would be lost. */
export class StoreReplacedError extends StoreUnavailableError {
  override name = 'StoreReplaced'
}

/** The requested data is in a damaged part of the database. Other parts are still served. */
export class StoreDamagedError extends StoreUnavailableError {
  override name = 'StoreDamaged'
}

/** The classes that errors keep between threads. */
export const storeErrors = {
  StoreUnavailable: StoreUnavailableError,
  StoreReplaced: StoreReplacedError,
  StoreDamaged: StoreDamagedError,
}
