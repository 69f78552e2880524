import { EventEmitter } from 'node:events'
import type { Menu as ElectronMenu, PopupOptions } from 'electron'
import { checkOptions } from './declared.ts'
import { assertReady, journal } from './state.ts'
import { assertArgument, createStrict } from './strict.ts'
import type { WithParametersOf } from './typed.ts'

interface BuiltMenu {
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
    assertReady('Menu')
    const items: unknown = template
    checkItems(items)
    const popup = ({ window, ...options }: PopupOptions) => {
      assertArgument(window instanceof EventEmitter, 'popup needs a window')
      checkOptions('PopupOptions', options)
      journal.popups.push(items)
    }
    return { items, popup }
  },
  setApplicationMenu: (menu: BuiltMenu): void => {
    assertArgument(Array.isArray(menu.items), 'setApplicationMenu takes a menu')
    journal.menu = menu.items
  },
} satisfies {
  buildFromTemplate: WithParametersOf<typeof ElectronMenu.buildFromTemplate, BuiltMenu>
  setApplicationMenu: (menu: BuiltMenu) => ReturnType<typeof ElectronMenu.setApplicationMenu>
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
