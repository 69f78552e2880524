import { existsSync } from 'node:fs'
import type { GlobalShortcut, NotificationConstructorOptions, Tray as ElectronTray } from 'electron'
import { checkOptions } from './declared.ts'
import { DeclaredEmitter } from './emitter.ts'
import { scenario } from './scenario.ts'
import { assertReady, journal } from './state.ts'
import { assertArgument, createStrict, isText } from './strict.ts'

interface BuiltMenu {
  items: { label?: string }[]
}

/** The last one is shown. */
const trays: RealTray[] = []

class RealTray extends DeclaredEmitter implements Pick<ElectronTray, 'destroy' | 'setToolTip'> {
  constructor(image: unknown) {
    super('Tray')
    assertReady('Tray')
    assertArgument(isText(image) && existsSync(image), 'Failed to load image from path')
    trays.push(this)
    journal.tray = []
  }

  setToolTip(text: string): void {
    assertArgument(isText(text), 'setToolTip takes a string')
  }

  setContextMenu({ items }: BuiltMenu): void {
    journal.tray = items.flatMap(({ label }) => label ?? [])
  }

  destroy(): void {
    trays.length = 0
    journal.tray = null
  }
}
export const Tray = createStrict('Tray', RealTray)

const shortcuts = new Map<string, () => void>()
const accelerator = /^(?:(?:CommandOrControl|Shift|Alt)\+)+[A-Z]$/

export const globalShortcut = createStrict('globalShortcut', {
  register: (keys, callback) => {
    assertReady('globalShortcut')
    assertArgument(accelerator.test(keys), `Error processing argument at index 0: ${keys}`)
    if (keys === scenario.takenKeys || shortcuts.has(keys)) return false
    shortcuts.set(keys, callback)
    journal.shortcuts = [...shortcuts.keys()]
    return true
  },
  unregister: (keys) => {
    shortcuts.delete(keys)
    journal.shortcuts = [...shortcuts.keys()]
  },
} satisfies Pick<GlobalShortcut, 'register' | 'unregister'>)

const notifications: RealNotification[] = []

class RealNotification extends DeclaredEmitter {
  readonly #options: NotificationConstructorOptions

  static isSupported(): boolean {
    return true
  }

  constructor(options: NotificationConstructorOptions) {
    super('Notification')
    checkOptions('NotificationConstructorOptions', options)
    this.#options = options
  }

  show(): void {
    const { title = '', body = '' } = this.#options
    notifications.push(this)
    journal.notifications.push({ title, body })
  }
}
export const Notification = createStrict('Notification', RealNotification)

/** Not Electron's: what a user does outside of the window. */
export const systemActions = {
  clickTray: () => trays.at(-1)?.emit('click', {}, {}, {}),
  pressKeys: (keys: string) => shortcuts.get(keys)?.(),
  clickNotification: () => notifications.at(-1)?.emit('click', {}),
}
