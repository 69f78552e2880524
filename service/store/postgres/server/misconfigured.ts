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
 * Returns a sentence that says why a database can't be used until its configuration changes; `null` if waiting may
 * help.
 */
export function explainMisconfiguration(error: unknown): string | null {
  const { message, code = '' } = error as Error & { code?: string }
  // `pg` sets no code here.
  if (message === 'The server does not support SSL connections') {
    return 'The PostgreSQL server does not support TLS, but sslmode requires it. Set ssl = on in the configuration of the server.'
  }
  if (untrustedCodes.has(code)) {
    return `The PostgreSQL server's certificate is not trusted (${message}). Add its certificate authority to DATABASE_URL with sslrootcert=/path/ca.pem.`
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The PostgreSQL server's certificate does not match the host in DATABASE_URL (${message}).`
  }
  if (code.startsWith('ERR_OSSL_')) {
    return `A certificate or key in the options of DATABASE_URL cannot be used (${message}).`
  }
  const stateClass = sqlState(error).slice(0, 2)
  if (stateClass === '3F') return `PostgreSQL reports: ${message}. Create the schema named in search_path.`
  return misconfigurationClasses.has(stateClass) ? `PostgreSQL reports: ${message}.` : null
}
