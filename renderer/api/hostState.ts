import { useSyncExternalStore } from 'react'
import type { Result } from '../../contract/result.ts'

/** `restarted`: an app answers, but to the windows that it has opened itself. */
export type HostState = 'answering' | 'gone' | 'restarted'

const listeners = new Set<() => void>()
let state: HostState = 'answering'

export function hostState(): HostState {
  return state
}

/** Whether there is an app behind the window, as its last answer or silence showed. */
export function useHostState(): HostState {
  return useSyncExternalStore(onHostState, hostState)
}

/** Calls when the app has stopped answering, and when it answers again. */
export function onHostState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Learns from an answer. */
export function recordAnswer(result: Result<unknown>): void {
  const code = result.ok ? null : result.problem.code
  if (code === 'host_unreachable') setHostState('gone')
  else if (code !== 'not_allowed') setHostState('answering')
  // A window that was never let in has not lost anything.
  else if (state === 'gone') setHostState('restarted')
}

const loadFailures = new WeakSet<Error>()

/** Learns from a part of the window that could not be loaded: they all come from the app. */
export function recordLoadFailure(error: unknown): void {
  if (error instanceof Error) loadFailures.add(error)
  setHostState('gone')
}

export function isLoadFailure(error: Error): boolean {
  return loadFailures.has(error)
}

function setHostState(next: HostState): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}
