import type { ProblemCode } from '../../../../contract/problem.ts'

/** A table that cannot be read, and why. Its name is the problem's code, which passes from thread to thread. */
export class SheetError extends Error {
  constructor(code: ProblemCode & `sheet_${string}`) {
    super(code)
    this.name = 'SheetError'
  }
}
