import { sqlState } from './errors.ts'

/** SQLSTATE classes that, while connecting and reading the schema, mean a wrong configuration. */
const misconfigurationClasses = new Set([
  '28', // access: wrong password, no such role
  '3D', // no such database
  '42', // missing privilege
])

/** Codes of a certificate that no trusted authority has signed. */
const untrustedCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/**
 * Explains in one sentence why a database can't be prepared until its configuration changes; `null` if
 * waiting may help.
 */
export function explainMisconfiguration(error: unknown): string | null {
  const { message, code = '' } = error as Error & { code?: string }
  // `pg` sets no code here.
  if (message === 'The server does not support SSL connections') {
    return 'The PostgreSQL server speaks no TLS, which sslmode asks for: set ssl = on in its configuration.'
  }
  if (untrustedCodes.has(code)) {
    return `The PostgreSQL server's certificate is not trusted (${message}): name its authority by sslrootcert=/path/ca.pem.`
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The PostgreSQL server's certificate is for another host than DATABASE_URL names (${message}).`
  }
  if (code.startsWith('ERR_OSSL_')) {
    return `A certificate or key that the options of DATABASE_URL name cannot be used (${message}).`
  }
  const refusal = sqlState(error).slice(0, 2)
  if (refusal === '3F') return `PostgreSQL refuses: ${message}. Create the schema that search_path names.`
  return misconfigurationClasses.has(refusal) ? `PostgreSQL refuses: ${message}.` : null
}
