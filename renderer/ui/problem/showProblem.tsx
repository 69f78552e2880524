import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { ToastActions } from '../ActionToast.tsx'
import { hideToast, replaceToast, showToast } from '../toast.ts'

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
  if (!retry) {
    showToast({ color: 'red', title, message: advice, role: 'alert' })
    return
  }
  const { id, run } = retry
  const tryAgain = () => {
    hideToast(id)
    run()
  }
  const message = <ToastActions message={advice} actions={[{ label: 'Try again', run: tryAgain }]} />
  replaceToast({ id, color: 'red', title, message, autoClose: false, role: 'alert' })
}
