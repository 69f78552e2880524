import { command } from './windowCommands.ts'
import type { WebContents } from './webContents.ts'

interface PageEvents {
  onLoaded: () => void
  /** The page has closed itself with `window.close()`. */
  onClosed: () => void
}

/** A window's page in Chromium, driven by a test. */
export class ChromiumPage {
  static readonly all = new Map<number, ChromiumPage>()
  readonly contents: WebContents
  readonly events: PageEvents
  readonly #id = ChromiumPage.all.size + 1

  constructor(contents: WebContents, preload: string, events: PageEvents) {
    this.contents = contents
    this.events = events
    ChromiumPage.all.set(this.#id, this)
    contents.chromium = this
    void command('open', this.#id, { preload })
  }

  load(url: string): Promise<void> {
    return command('load', this.#id, url)
  }

  reload(): void {
    void command('reload', this.#id)
  }

  send(channel: string, args: unknown[]): void {
    void command('send', this.#id, channel, args)
  }

  crash(): void {
    void command('crash', this.#id)
  }

  close(): Promise<boolean> {
    return command('close', this.#id)
  }

  destroy(): void {
    void command('destroy', this.#id)
  }
}

/** Returns the page with this number. Throws if there is none. */
export function chromiumPage(id: number): ChromiumPage {
  const page = ChromiumPage.all.get(id)
  if (!page) throw new Error(`There is no page ${id}`)
  return page
}
