import type { FastifyRequest } from 'fastify'
import { headers, parseEnvironment } from '../../contract/service/api/headers.ts'
import { ApiError } from '../http/apiError.ts'
import { createDelayer, type Delay } from '../http/delayer.ts'
import { clientAddress } from '../http/clientAddress.ts'
import { ratePerMinute, type RateLimit } from '../http/rateLimit.ts'
import type { KeyTerms } from '../keys/issue.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { Requester } from '../links/create.ts'
import { hasApps, ownPathsOpenApp } from '../store/projects/projectTerms.ts'
import { rejectChange, rejectForbidden } from './keyScopes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The verified project and environment. */
    owner: Requester | null
    /** The verified key's name and permissions. */
    keyTerms: KeyTerms | null
  }
}

export interface GuardParts {
  keyring: Keyring
  /** Per project. */
  rateLimit: RateLimit
  /** Per address that sends wrong keys or none. */
  wrongKeyLimit: RateLimit
  /** Whether `X-Forwarded-Proto` and `X-Forwarded-For` come from a trusted proxy. */
  behindProxy?: boolean
}

/**
 * Returns a hook that checks the headers of both operations (specification 5), in an order that reveals nothing about
 * a project before its key is verified. The rate limit is last, so that an invalid request costs nothing.
 */
export function createHeaderGuard({ keyring, rateLimit, wrongKeyLimit, behindProxy = false }: GuardParts) {
  const delay = createDelayer()
  return async (request: FastifyRequest): Promise<void> => {
    if (behindProxy) rejectUnencrypted(readHeader(request, 'X-Forwarded-Proto'))
    const key = readHeader(request, headers.projectKey)
    const keyInUse = key ? await keyring.verify(key) : null
    if (keyInUse === null) {
      // Checked only for wrong keys: a valid key works even if others at the same address, such as colleagues, send wrong ones.
      await rejectWrongKeys(wrongKeyLimit.take(clientAddress(request.raw, behindProxy)), delay)
      throw wrongKeyError(key)
    }
    const environment = parseEnvironment(readHeader(request, headers.environment))
    if (environment === null) {
      throw new ApiError('invalid_environment', 'The ENVIRONMENT header must be production or development.')
    }
    const { project: id, terms, changesOff } = keyInUse
    rejectForbidden(keyInUse, request, environment)
    rejectChange(changesOff, request)
    const contentType = request.headers['content-type']
    if (request.method === 'PATCH') rejectOtherPatches(contentType)
    else rejectOtherMedia(contentType)
    request.project = id
    request.keyTerms = keyInUse
    request.owner = {
      project: id,
      environment,
      linksPerDay: terms.linksPerDay,
      changesPerDay: terms.changesPerDay,
      linkOrigin: terms.domains[environment].default,
      hasApps: hasApps(terms.apps[environment]),
      ownPathsOpenApp: ownPathsOpenApp(terms.apps[environment]),
      keyName: keyInUse.name,
    }
    const rate = terms.ratePerMinute === null ? undefined : ratePerMinute(terms.ratePerMinute)
    const waitSeconds = rateLimit.take(id, rate)
    if (waitSeconds > 0) throw rateLimitError('Too many requests for this project.', waitSeconds)
  }
}

/** Returns the request's owner, verified by `createHeaderGuard` before any handler runs. */
export function requestOwner(request: FastifyRequest): Requester {
  if (!request.owner) throw new Error('A route of the API is not behind the header guard.')
  return request.owner
}

/** Returns the terms of the request's key. */
export function requestKey(request: FastifyRequest): KeyTerms {
  if (!request.keyTerms) throw new Error('A route of the API is not behind the header guard.')
  return request.keyTerms
}

/** Returns one header's value; a repeated header is joined by a comma and so invalid. */
export function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' ? value : undefined
}

/** Refuses plain HTTP requests that a TLS-terminating proxy let through, because the key was readable in transit. */
export function rejectUnencrypted(protocol: string | undefined): void {
  if (protocol?.toLowerCase() === 'http') {
    throw new ApiError(
      'malformed_request',
      'Use https://. This project key was sent unencrypted, so rotate it.',
    )
  }
}

function wrongKeyError(key: string | undefined): ApiError {
  return key
    ? new ApiError('invalid_project_key', 'The PROJECT-KEY header does not contain a valid key.')
    : new ApiError('missing_project_key', 'The PROJECT-KEY header is missing.')
}

/**
 * Requires `application/json`, with or without parameters (specification 5: on every request, even without a body).
 */
export function rejectOtherMedia(contentType: string | undefined): void {
  if (!/^application\/json[\t ]*(;|$)/i.test(contentType ?? '')) {
    const sentence =
      'The Content-Type header must be application/json, also for GET. If a generated client omits it, ' +
      'set it as a default header of that client.'
    throw new ApiError('unsupported_media_type', sentence)
  }
}

/** Requires a JSON merge patch (RFC 7396). Its content type may also be that of plain JSON. */
function rejectOtherPatches(contentType: string | undefined): void {
  if (/^application\/(?:merge-patch\+)?json[\t ]*(;|$)/i.test(contentType ?? '')) return
  const sentence = 'The Content-Type header must be application/merge-patch+json or application/json.'
  throw new ApiError('unsupported_media_type', sentence, {
    headers: { 'accept-patch': 'application/merge-patch+json, application/json' },
  })
}

/** Throws while an address may send no more wrong keys. The delay prevents clients that ignore `Retry-After` from using up CPU time. */
export async function rejectWrongKeys(waitSeconds: number, delay: Delay): Promise<void> {
  if (waitSeconds === 0) return
  await delay()
  throw rateLimitError('Too many requests without a valid key or invitation from this address.', waitSeconds)
}

function rateLimitError(sentence: string, waitSeconds: number): ApiError {
  return new ApiError('rate_limited', `${sentence} Try again in ${waitSeconds} s.`, {
    headers: { 'retry-after': String(waitSeconds) },
  })
}
