import { useEffect, useRef } from 'react'
import type { CommandId } from '../../contract/app/window/commands.ts'

/** Functions that run commands. */
export type CommandHandlers = Partial<Record<CommandId, (() => void) | undefined>>

const registered = new Set<{ current: CommandHandlers }>()

/** Handles commands while the calling component is mounted. `undefined` if a command has nothing to act on. */
export function useCommands(handlers: CommandHandlers): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    registered.add(latest)
    for (const id of [...awaited]) runAwaited(id)
    return () => void registered.delete(latest)
  }, [])
}

/** Returns the handlers of everything in view. What was mounted last wins. */
export function commandHandlers(): CommandHandlers {
  const handlers: CommandHandlers = {}
  for (const { current } of registered) Object.assign(handlers, current)
  return handlers
}

/** Commands that run as soon as the screen that handles them is in view. */
const awaited = new Set<CommandId>()

/** Runs a command now, or when the screen that was just opened handles it. */
export function runWhenHandled(id: CommandId): void {
  awaited.clear()
  awaited.add(id)
  runAwaited(id)
}

function runAwaited(id: CommandId): void {
  const run = commandHandlers()[id]
  if (!run) return
  awaited.delete(id)
  run()
}
