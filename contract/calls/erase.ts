import { z } from 'zod'

/** What a person types before everything is erased. */
export const eraseWord = 'ERASE'

export const eraseCalls = {
  /**
   * Erases everything that the app keeps on this computer, the keys in the system's key store among it, and begins anew. Nothing is
   * erased while the key store is locked. Links of services elsewhere are not touched.
   */
  'app.eraseAll': { input: z.strictObject({ word: z.literal(eraseWord) }), output: z.null() },
}
