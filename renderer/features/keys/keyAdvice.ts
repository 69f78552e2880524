import type { ProblemCode } from '../../../contract/app/problems/problem.ts'

/** The advice for problems with a key next to the field for it, instead of “in the profile”. */
export const keyAdvice: Partial<Record<ProblemCode, string>> = {
  key_refused: 'Copy the whole key again, and enter it here.',
  key_environment: 'Enter a key for this environment here.',
}
