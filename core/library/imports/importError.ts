import type { ProblemCode } from '../../../contract/app/problems/problem.ts'

/**
 * Thrown if a file can't be imported. The message is the problem code, because threads don't preserve other
 * properties.
 */
export class ImportError extends Error {
  constructor(code: ProblemCode & (`import_${string}` | 'sheet_too_large' | 'sheet_too_long')) {
    super(code)
    this.name = 'ImportError'
  }
}
