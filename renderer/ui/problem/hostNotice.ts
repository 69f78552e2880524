import { createContext } from 'react'
import type { Problem } from '../../../contract/app/problems/problem.ts'

/**
 * Whether the app answers, if the window itself says so when it doesn't. Problems then leave that to the window. `null`
 * outside of such a window.
 */
export const HostNoticeContext = createContext<'stopped' | 'answering' | null>(null)

/** Returns whether a problem is only that the app has stopped, which the window says. */
export function isSaidByWindow({ code }: Problem, notice: 'stopped' | 'answering' | null): boolean {
  if (notice === null) return false
  return code === 'host_unreachable' || (code === 'not_allowed' && notice === 'stopped')
}
