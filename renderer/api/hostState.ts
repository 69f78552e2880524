import { useSyncExternalStore } from 'react'
import type { Result } from '../../contract/app/problems/result.ts'

/** `restarted`: an app answers, but rejects this window because it belongs to an earlier start of the app. */
export type HostState = 'answering' | 'gone' | 'restarted'

const listeners = new Set<() => void>()
let state: HostState = 'answering'

export function hostState(): HostState {
  return state
}

/** Returns whether the app is reachable, based on its last answer. */
export function useHostState(): HostState {
  return useSyncExternalStore(onHostState, hostState)
}

/** Subscribes to the app becoming unreachable or reachable again. Returns the unsubscribe function. */
export function onHostState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Updates the host state from a call's result. */
export function recordResult(result: Result<unknown>): void {
  const code = result.ok ? null : result.problem.code
  if (code === 'host_unreachable') setHostState('gone')
  else if (code !== 'not_allowed') setHostState('answering')
  // A window that was never authorized has no input to lose.
  else if (state === 'gone') setHostState('restarted')
}

const loadFailures = new WeakSet<Error>()

/** Records that a code chunk could not be loaded. Chunks are served by the app, so it may have stopped. */
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
