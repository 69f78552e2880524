import type { Result } from '../../contract/app/problems/result.ts'
import { createStore } from '../ui/createStore.ts'

/** `restarted`: an app answers, but rejects this window because it belongs to an earlier start of the app. */
export type HostState = 'answering' | 'gone' | 'restarted'

/** Whether the app is reachable, based on its last answer. */
export const hostState = createStore<HostState>('answering')

/** Updates the host state from a call's result. */
export function recordResult(result: Result<unknown>): void {
  const code = result.ok ? null : result.problem.code
  if (code === 'host_unreachable') hostState.set('gone')
  else if (code !== 'not_allowed') hostState.set('answering')
  // A window that was never authorized has no input to lose.
  else if (hostState.get() === 'gone') hostState.set('restarted')
}

const loadFailures = new WeakSet<Error>()

/** Records that a code chunk could not be loaded. Chunks are served by the app, so it may have stopped. */
export function recordLoadFailure(error: unknown): void {
  if (error instanceof Error) loadFailures.add(error)
  hostState.set('gone')
}

export function isLoadFailure(error: Error): boolean {
  return loadFailures.has(error)
}
