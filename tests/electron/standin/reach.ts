import { preventable } from './state.ts'
import { demand } from './strict.ts'

type Answer = (response: { cancel?: boolean }) => void
type RequestListener = (details: { url: string }, answer: Answer) => void
type DownloadListener = (event: object, item: { getURL: () => string }) => void

let onRequest: RequestListener | null = null
let onDownload: DownloadListener | null = null
let spellChecker = true

/** The part of a session that decides what its pages reach. What Electron does without it is to let everything pass. */
export const reach = {
  webRequest: {
    onBeforeRequest: (listener: unknown): void => {
      demand(typeof listener === 'function', 'onBeforeRequest takes a function')
      onRequest = listener as RequestListener
    },
  },
  on: (event: unknown, listener: unknown): void => {
    demand(event === 'will-download', `The stand-in's session has no event "${String(event)}"`)
    demand(typeof listener === 'function', 'A listener must be a function')
    onDownload = listener as DownloadListener
  },
  setSpellCheckerEnabled: (enabled: unknown): void => {
    demand(typeof enabled === 'boolean', 'setSpellCheckerEnabled takes a boolean')
    spellChecker = enabled
  },
}

/** Not Electron's: what the test asks of it. */
export const reachActions = {
  mayLoad: (url: string) =>
    new Promise<boolean>((resolve) => {
      if (onRequest) onRequest({ url }, ({ cancel }) => resolve(!cancel))
      else resolve(true)
    }),
  mayDownload: (url: string) => {
    const event = preventable()
    onDownload?.(event, { getURL: () => url })
    return !event.defaultPrevented
  },
  checksSpelling: () => spellChecker,
}
