import type { ProblemCode } from '../../../contract/problem.ts'

/** A file that cannot be imported, and why. Its name is the problem's code, which passes from thread to thread. */
export class ImportError extends Error {
  constructor(code: ProblemCode & `import_${string}`) {
    super(code)
    this.name = 'ImportError'
  }
}
