import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { navigate } from '../session/hashLocation.ts'
import { commands, type CommandId } from '../../contract/app/window/commands.ts'
import { commandHandlers, useCommands } from '../session/commands.ts'
import { ErrorBoundary } from '../session/ErrorBoundary.tsx'
import { useSession } from '../session/Session.tsx'
import { isDialogOpen } from '../ui/isDialogOpen.ts'
import { isTypingIn } from './contextKeys.ts'
import Palette from './palette/Palette.tsx'
import ShortcutsDialog from './ShortcutsDialog.tsx'
import { focusRegion } from './regions.ts'
import { isPrefix, matchKey } from './shortcutKeys.ts'

/** Time in milliseconds within which the second key of a sequence counts. */
const sequenceMs = 1_500

/** Runs commands by their keys, and shows the palette and the list of shortcuts. */
export function Shortcuts() {
  const [opened, setOpened] = useState<'palette' | 'help' | null>(null)
  const { singleKeys } = useSession().state
  const prefix = useRef({ key: '', until: 0 })
  useCommands({
    palette: () => setOpened('palette'),
    help: () => setOpened('help'),
    nextRegion: () => focusRegion(1),
    previousRegion: () => focusRegion(-1),
  })
  useWindowEvent('keydown', (event) => {
    const { key, until } = prefix.current
    const { ids, isTyped } = matchKey(event, event.timeStamp < until ? key : null)
    prefix.current.until = 0
    if (event.defaultPrevented || event.repeat || isDialogOpen()) return
    if (isTyped && (!singleKeys || isTypingIn(event.target))) return
    if (isTyped && isPrefix(event))
      prefix.current = { key: event.key.toUpperCase(), until: event.timeStamp + sequenceMs }
    if (runFirst(ids)) event.preventDefault()
  })
  const close = () => setOpened(null)
  return (
    <ErrorBoundary>
      {opened === 'palette' && <Palette close={close} />}
      {opened === 'help' && <ShortcutsDialog close={close} />}
    </ErrorBoundary>
  )
}

/** Runs the command of the most specific place. Returns whether one was there. */
function runFirst(ids: CommandId[]): boolean {
  const handlers = commandHandlers()
  const run = ids.map((id) => handlers[id]).findLast((handler) => handler !== undefined)
  const path = ids.map((id) => commands[id].path).findLast((route) => route !== undefined)
  if (run) run()
  else if (path !== undefined) navigate(path)
  return (run ?? path) !== undefined
}
