import type { DownloadItem as ElectronItem, SaveDialogOptions, Session } from 'electron'
import { checkOptions, declaredEvents } from './declared.ts'
import { DeclaredEmitter } from './emitter.ts'
import { createPreventableEvent } from './state.ts'
import type { Preventable } from './state.ts'
import { assertArgument, createStrict } from './strict.ts'

type Used = 'cancel' | 'getFilename' | 'getURL' | 'setSaveDialogOptions'
type Listener = (event: Preventable, item: Pick<ElectronItem, Used>) => void

class DownloadItem extends DeclaredEmitter implements Pick<ElectronItem, Used> {
  readonly #url: string
  /** Not Electron's: by default, the dialog's title is the address. */
  title: string

  constructor(url: string) {
    super('DownloadItem')
    this.#url = url
    this.title = url
  }

  getURL(): string {
    return this.#url
  }

  getFilename(): string {
    return 'links.csv'
  }

  setSaveDialogOptions(options: SaveDialogOptions): void {
    checkOptions('SaveDialogOptions', options)
    const { title = this.#url } = options as SaveDialogOptions
    this.title = title
  }

  cancel(): void {
    this.emit('done', {}, 'cancelled')
  }
}

let onDownload: Listener | null = null
let current: DownloadItem | null = null

/** The session's event when a page downloads something. By default, Electron allows it. */
export const downloads = {
  on: (event: string, listener: Listener): void => {
    assertArgument(declaredEvents('Session').has(event), `Session has no event "${event}"`)
    assertArgument(event === 'will-download', `The stand-in's session has no event "${event}"`)
    onDownload = listener
  },
} satisfies Record<keyof Pick<Session, 'on'>, unknown>

/** Not Electron's: what the test can request. */
export const downloadActions = {
  mayDownload: (url: string): boolean => {
    const event = createPreventableEvent()
    current = new DownloadItem(url)
    onDownload?.(event, createStrict('item', current))
    return !event.defaultPrevented
  },
  saveDialogTitle: () => current?.title,
  /** Continues or ends the download, with its new state. */
  updateDownload: (event: 'updated' | 'done', state: string) => current?.emit(event, {}, state),
}
