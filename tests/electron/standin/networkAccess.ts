import type { CallbackResponse, OnBeforeRequestListenerDetails, Session } from 'electron'
import { assertArgument } from './strict.ts'

type Details = Pick<OnBeforeRequestListenerDetails, 'url'>
type RequestListener = (details: Details, answer: (response: CallbackResponse) => void) => void

let onRequest: RequestListener | null = null
let spellChecker = true

/** The part of a session that decides what its pages can reach. By default, Electron allows everything. */
export const networkAccess = {
  webRequest: {
    onBeforeRequest: (listener: RequestListener): void => {
      assertArgument(typeof listener === 'function', 'onBeforeRequest takes a function')
      onRequest = listener
    },
  } satisfies Record<keyof Pick<Session['webRequest'], 'onBeforeRequest'>, unknown>,
  setSpellCheckerEnabled: (enabled: boolean): void => {
    assertArgument(typeof enabled === 'boolean', 'setSpellCheckerEnabled takes a boolean')
    spellChecker = enabled
  },
} satisfies Pick<Session, 'setSpellCheckerEnabled'> & Record<keyof Pick<Session, 'webRequest'>, unknown>

/** Not Electron's: returns whether the session lets a page request a URL. */
export function mayLoad(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (onRequest) onRequest({ url }, ({ cancel }) => resolve(cancel !== true))
    else resolve(true)
  })
}

/** Not Electron's: what the test can request. */
export const networkActions = {
  mayLoad,
  checksSpelling: () => spellChecker,
}
