import { catalogue } from '../../../contract/problemCatalogue.ts'
import type { Problem } from '../../../contract/problem.ts'
import { showToast } from '../toast.ts'

/** Says a problem in passing, where no place on the screen is its own. */
export function showProblemToast(problem: Problem): void {
  const { title, advice } = catalogue[problem.code]
  showToast({ color: 'red', title, message: advice, autoClose: 8_000, role: 'alert' })
}
