import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { replaceToast } from '../ActionToast.tsx'
import { showToast } from '../toast.ts'

interface Retry {
  /** Replaces the toast with the same id. */
  id: string
  run: () => void
}

/**
 * Shows a problem as a toast if it has no place on the screen. With `retry`, which is needed if input would be lost, the
 * toast stays until the user tries again or dismisses it.
 */
export function showProblemToast(problem: Problem, retry?: Retry): void {
  const { title, advice } = catalogue[problem.code]
  const toast = { color: 'red', title, message: advice, role: 'alert' }
  if (!retry) showToast(toast)
  else {
    const actions = [{ label: 'Try again', run: retry.run }]
    replaceToast({ ...toast, id: retry.id, autoClose: false, actions })
  }
}
