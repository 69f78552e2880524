import type { CallbackResponse, DownloadItem, OnBeforeRequestListenerDetails, Session } from 'electron'
import { declaredEvents } from './declared.ts'
import { createPreventableEvent } from './state.ts'
import type { Preventable } from './state.ts'
import { assertArgument } from './strict.ts'

type Details = Pick<OnBeforeRequestListenerDetails, 'url'>
type RequestListener = (details: Details, answer: (response: CallbackResponse) => void) => void
type DownloadListener = (event: Preventable, item: Pick<DownloadItem, 'getURL'>) => void

let onRequest: RequestListener | null = null
let onDownload: DownloadListener | null = null
let spellChecker = true

/** The part of a session that decides what its pages can reach. By default, Electron allows everything. */
export const networkAccess = {
  webRequest: {
    onBeforeRequest: (listener: RequestListener): void => {
      assertArgument(typeof listener === 'function', 'onBeforeRequest takes a function')
      onRequest = listener
    },
  } satisfies Record<keyof Pick<Session['webRequest'], 'onBeforeRequest'>, unknown>,
  on: (event: string, listener: DownloadListener): void => {
    assertArgument(declaredEvents('Session').has(event), `Session has no event "${event}"`)
    assertArgument(event === 'will-download', `The stand-in's session has no event "${event}"`)
    onDownload = listener
  },
  setSpellCheckerEnabled: (enabled: boolean): void => {
    assertArgument(typeof enabled === 'boolean', 'setSpellCheckerEnabled takes a boolean')
    spellChecker = enabled
  },
} satisfies Pick<Session, 'setSpellCheckerEnabled'> &
  Record<keyof Pick<Session, 'on' | 'webRequest'>, unknown>

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
  mayDownload: (url: string) => {
    const event = createPreventableEvent()
    onDownload?.(event, { getURL: () => url })
    return !event.defaultPrevented
  },
  checksSpelling: () => spellChecker,
}
