import { Box, Menu } from '@mantine/core'
import { useState } from 'react'
import { commands, rowCommands, type CommandId } from '../../../../contract/app/window/commands.ts'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import { cellOfTarget } from '../../../features/grid/useGrid.ts'
import { titleText } from '../../../link/titleText.ts'
import { KeyNames } from '../../../session/KeyNames.tsx'

/** What the commands do with a row; `undefined` for those that it doesn't offer. */
export type RowCommands = (row: LibraryRow) => Partial<Record<CommandId, (() => void) | undefined>>

interface OpenMenu {
  row: LibraryRow
  /** The row's element, which has the focus before and after. */
  element: HTMLElement
  x: number
  y: number
}

/** Returns the context menu of rows, and a handler that opens it for the row at which the event happened. */
export function useRowMenu(at: (index: number) => LibraryRow | undefined, rowHandlers: RowCommands) {
  const [shown, setShown] = useState<OpenMenu | null>(null)
  const [opened, setOpened] = useState(false)
  const open = (event: React.MouseEvent) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]') : null
    const row = element ? at(cellOfTarget(element)?.row ?? -1) : undefined
    if (!element || !row) return
    event.preventDefault()
    element.focus({ preventScroll: true })
    // The key for menus has no position of its own.
    const { left, bottom } = element.getBoundingClientRect()
    const isKey = event.button !== 2
    setShown({ row, element, x: isKey ? left + 60 : event.clientX, y: isKey ? bottom : event.clientY })
    setOpened(true)
  }
  const handlers = shown ? rowHandlers(shown.row) : {}
  const menu = shown && (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      offset={2}
      // In a low window, it covers the place of the pointer.
      middlewares={{ flip: true, shift: { crossAxis: true } }}
      onClose={() => shown.element.focus({ preventScroll: true })}
      trapFocus
      // In a landmark, but not in the list, which scrolls.
      withinPortal
      portalProps={{ target: 'main' }}
    >
      <Menu.Target>
        <Box component="span" pos="fixed" left={shown.x} top={shown.y} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label={titleText(shown.row.title)}>
        {rowCommands.map((id) => {
          const run = handlers[id]
          return run && <RowCommand key={id} id={id} run={run} />
        })}
      </Menu.Dropdown>
    </Menu>
  )
  return { open, menu }
}

function RowCommand({ id, run }: { id: CommandId; run: () => void }) {
  const { title, keys = [] } = commands[id]
  return (
    <Menu.Item onClick={run} rightSection={keys.length > 0 && <KeyNames keys={keys} />}>
      {title}
    </Menu.Item>
  )
}
