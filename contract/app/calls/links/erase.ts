import { z } from 'zod'
import { call } from '../call.ts'

/** The word to type before everything is erased. */
export const eraseWord = 'ERASE'

export const eraseCalls = {
  /**
   * Erases all data of the app on this computer, including its keys in the system's key store, then starts over. Fails
   * if the key store is locked. Links at services are kept.
   */
  'erase.all': call({ word: z.literal(eraseWord) }, z.null()),
}
