import type { ProblemCode } from '../../contract/problem.ts'
import { AnswerTooLarge } from './body.ts'

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
  UND_ERR_HEADERS_OVERFLOW: 'answer_too_large',
  EPROTO: 'tls_failed',
  HOSTNAME_MISMATCH: 'tls_failed',
}

/** Codes of OpenSSL's certificate verification, which all mean the same for a person: do not trust this. */
const certificate = /^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|INVALID_PURPOSE)/

/** The problem that an error on the way to a service stands for. */
export function failureCode(error: unknown): ProblemCode {
  if (error instanceof AnswerTooLarge) return 'answer_too_large'
  if (!(error instanceof Error)) return 'network_failed'
  if (error.name === 'TimeoutError') return 'timed_out'
  const code = errorCode(error)
  if (certificate.test(code)) return 'tls_failed'
  if (error.name === 'HTTPParserError') return 'not_the_service'
  return byCode[code] ?? 'network_failed'
}

/** The system's or the library's own code of an error, `''` without one. Of a failure on several addresses, the first. */
export function errorCode(error: Error): string {
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
  const inner = error instanceof AggregateError ? (error.errors as unknown[])[0] : error.cause
  return inner instanceof Error ? errorCode(inner) : ''
}
