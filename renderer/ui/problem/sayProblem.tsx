import { catalogue } from '../../../contract/problemCatalogue.ts'
import type { Problem } from '../../../contract/problem.ts'
import { sayInPassing } from '../passing.ts'

/** Says a problem in passing, where no place on the screen is its own. */
export function sayProblem(problem: Problem): void {
  const { title, advice } = catalogue[problem.code]
  sayInPassing({ color: 'red', title, message: advice, autoClose: 8_000, role: 'alert' })
}
