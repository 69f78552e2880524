/** What the end of the app asks of each window. */
export interface Closable {
  /** Asks the page; it may refuse. */
  close: () => void
  /** Asks no one. */
  destroy: () => void
}

/** The windows that there are, oldest first. */
export const windowList = new Set<Closable>()
