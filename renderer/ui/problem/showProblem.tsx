import { catalogue } from '../../../contract/problemCatalogue.ts'
import type { Problem } from '../../../contract/problem.ts'
import { showToast } from '../toast.ts'

/** Shows a problem as a toast if it has no place on the screen. */
export function showProblemToast(problem: Problem): void {
  const { title, advice } = catalogue[problem.code]
  showToast({ color: 'red', title, message: advice, autoClose: 8_000, role: 'alert' })
}
