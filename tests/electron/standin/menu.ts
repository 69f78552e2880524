import { EventEmitter } from 'node:events'
import type { Menu as ElectronMenu, PopupOptions } from 'electron'
import { checkOptions } from './declared.ts'
import { afterReady, journal } from './state.ts'
import { assertArgument, createStrict } from './strict.ts'
import type { Taking } from './typed.ts'

interface Built {
  items: Record<string, unknown>[]
  popup: (options: PopupOptions) => void
}

function checkItems(items: unknown): asserts items is Record<string, unknown>[] {
  assertArgument(Array.isArray(items), 'A menu is an array of items')
  for (const item of items) {
    checkOptions('MenuItemConstructorOptions', item)
    assertArgument(
      'role' in item || 'label' in item || item['type'] === 'separator',
      'An item needs a label, a role or a type',
    )
    assertArgument(
      item['click'] === undefined || typeof item['click'] === 'function',
      'click must be a function',
    )
    if (item['submenu'] !== undefined) checkItems(item['submenu'])
  }
}

export const Menu = createStrict('Menu', {
  buildFromTemplate: (template) => {
    afterReady('Menu')
    const items: unknown = template
    checkItems(items)
    const popup = ({ window, ...options }: PopupOptions) => {
      assertArgument(window instanceof EventEmitter, 'popup needs a window')
      checkOptions('PopupOptions', options)
      journal.popups.push(items)
    }
    return { items, popup }
  },
  setApplicationMenu: (menu: Built): void => {
    assertArgument(Array.isArray(menu.items), 'setApplicationMenu takes a menu')
    journal.menu = menu.items
  },
} satisfies {
  buildFromTemplate: Taking<typeof ElectronMenu.buildFromTemplate, Built>
  setApplicationMenu: (menu: Built) => ReturnType<typeof ElectronMenu.setApplicationMenu>
})

interface Item {
  label?: string
  click?: () => void
  submenu?: Item[]
}

/** Not Electron's: the user chooses an item by its label. */
export function pick(label: string, menu: unknown = journal.menu): void {
  const flat = (items: Item[]): Item[] => items.flatMap((item) => [item, ...flat(item.submenu ?? [])])
  const item = flat(menu as Item[]).find((candidate) => candidate.label === label)
  assertArgument(item?.click !== undefined, `The menu has no "${label}"`)
  item.click()
}
