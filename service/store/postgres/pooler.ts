import { sqlState } from './errors.ts'

const duplicateStatement = '42P05'
const unknownStatement = '26000'
/** Of PgBouncer, for what it cannot promise to every client of a session. */
const refusedParameter = 'unsupported startup parameter'

/**
 * What to do about an error that a pooler makes of a session which is lent for each transaction, in a sentence; `null` for any
 * other error.
 */
export function poolerAdvice(error: unknown): string | null {
  const { message } = error as Error
  const isOfPooler =
    [duplicateStatement, unknownStatement].includes(sqlState(error)) || message.startsWith(refusedParameter)
  if (!isOfPooler) return null
  return `${message}: behind PgBouncer in transaction mode, add prepared_statements=false to DATABASE_URL.`
}
