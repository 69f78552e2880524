import { sqlState } from './errors.ts'

const duplicateStatement = '42P05'
const unknownStatement = '26000'
/** PgBouncer's error for parameters it can't keep across a shared session. */
const refusedParameter = 'unsupported startup parameter'

/**
 * Explains in one sentence how to fix an error caused by a pooler in transaction mode; `null` for any other
 * error.
 */
export function poolerAdvice(error: unknown): string | null {
  const { message } = error as Error
  const isOfPooler =
    [duplicateStatement, unknownStatement].includes(sqlState(error)) || message.startsWith(refusedParameter)
  if (!isOfPooler) return null
  return `${message}: behind PgBouncer in transaction mode, add prepared_statements=false to DATABASE_URL.`
}
