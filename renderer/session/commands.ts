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
    return () => void registered.delete(latest)
  }, [])
}

/** Returns the handlers of everything in view. What was mounted last wins. */
export function commandHandlers(): CommandHandlers {
  const handlers: CommandHandlers = {}
  for (const { current } of registered) Object.assign(handlers, current)
  return handlers
}
