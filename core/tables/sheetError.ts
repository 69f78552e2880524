import type { ProblemCode } from '../../contract/app/problems/problem.ts'

/**
 * Thrown if a table can't be read. The message is the problem code, because threads don't preserve other
 * properties.
 */
export class SheetError extends Error {
  constructor(code: ProblemCode & `sheet_${string}`) {
    super(code)
    this.name = 'SheetError'
  }
}
