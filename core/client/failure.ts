import type { ProblemCode } from '../../contract/app/problems/problem.ts'
import { ServiceNotAllowedError } from '../network/network.ts'
import { LocalAddressError } from '../network/publicHosts.ts'
import { ProxyError } from '../network/proxy.ts'
import { ResponseTooLargeError } from './body.ts'

const byCode: Record<string, ProblemCode> = {
  ENOTFOUND: 'dns_failed',
  EAI_AGAIN: 'dns_failed',
  EAI_NODATA: 'dns_failed',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  ECONNABORTED: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
  UND_ERR_ABORTED: 'timed_out',
  ETIMEDOUT: 'timed_out',
  UND_ERR_CONNECT_TIMEOUT: 'timed_out',
  UND_ERR_HEADERS_TIMEOUT: 'timed_out',
  UND_ERR_BODY_TIMEOUT: 'timed_out',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  ENETUNREACH: 'network_down',
  ENETDOWN: 'network_down',
  EHOSTUNREACH: 'network_down',
  EADDRNOTAVAIL: 'network_down',
  CERT_HAS_EXPIRED: 'tls_expired',
  CERT_NOT_YET_VALID: 'tls_not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_wrong_name',
  HOSTNAME_MISMATCH: 'tls_wrong_name',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_unknown_authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_unknown_authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_unknown_authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_unknown_authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_unknown_authority',
  ERR_SSL_WRONG_VERSION_NUMBER: 'tls_not_spoken',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'tls_not_spoken',
  ERR_SSL_HTTP_REQUEST: 'tls_not_spoken',
  EPROTO: 'tls_failed',
}

/** Other OpenSSL codes. They all mean that the connection can't be trusted. */
const tlsCodePattern = /^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE)/

/**
 * Returns the problem code for a connection error. macOS 15 and later report that an app may not use the local network as
 * a host without a route (Apple TN3179).
 */
export function toProblemCode(error: unknown, platform = process.platform): ProblemCode {
  if (error instanceof ResponseTooLargeError) return 'answer_too_large'
  if (!(error instanceof Error)) return 'network_failed'
  if (error.name === 'TimeoutError') return 'timed_out'
  if (error.name === 'AbortError') return 'cancelled'
  if (error instanceof ProxyError) return error.problem
  if (error instanceof LocalAddressError) return 'local_address'
  if (error instanceof ServiceNotAllowedError) return 'service_not_allowed'
  const code = errorCode(error)
  if (error.name === 'HTTPParserError') return 'not_the_service'
  return explainCode(code, platform)
}

function explainCode(code: string, platform: NodeJS.Platform): ProblemCode {
  if (code === 'EHOSTUNREACH' && platform === 'darwin') return 'local_network_blocked'
  return byCode[code] ?? (tlsCodePattern.test(code) ? 'tls_failed' : 'network_failed')
}

/**
 * Returns the error code of the system or library, or `''`. If several addresses failed, returns the first one's code.
 */
export function errorCode(error: Error): string {
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
  const inner = error instanceof AggregateError ? (error.errors as unknown[])[0] : error.cause
  return inner instanceof Error ? errorCode(inner) : ''
}

/** Returns an error's code and message. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return [errorCode(error), error.message].filter(Boolean).join(': ').slice(0, 500)
}
