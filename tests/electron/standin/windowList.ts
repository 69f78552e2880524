/** What ending the app requires of each window. */
export interface Closable {
  /** Asks the page, which may refuse. */
  close: () => void
  /** Closes without asking. */
  destroy: () => void
}

/** The open windows, oldest first. */
export const windowList = new Set<Closable>()
