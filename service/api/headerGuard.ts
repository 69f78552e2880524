import type { FastifyRequest } from 'fastify'
import { environment, headers } from '../../contract/headers.ts'
import { ApiError } from '../http/apiError.ts'
import { delayer } from '../http/delayer.ts'
import type { Delay } from '../http/delayer.ts'
import { clientAddress } from '../http/clientAddress.ts'
import { ratePerMinute } from '../http/rateLimit.ts'
import type { RateLimit } from '../http/rateLimit.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { LinkMaker } from '../links/create.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The project and environment that the headers have proven. */
    owner: LinkMaker | null
  }
}

export interface GuardParts {
  keyring: Keyring
  /** Of each project. */
  rateLimit: RateLimit
  /** Of each address that sends wrong keys, or none. */
  wrongKeyLimit: RateLimit
  /** Whether `X-Forwarded-Proto` and `X-Forwarded-For` come from a proxy in front and not from anyone. */
  behindProxy?: boolean
}

/**
 * Checks the headers of both operations (specification 5) in the order that shows nothing about a project before
 * its key is proven. The project's rate is counted last, so that a request that cannot succeed costs nothing.
 */
export function createHeaderGuard({ keyring, rateLimit, wrongKeyLimit, behindProxy = false }: GuardParts) {
  const delay = delayer()
  return async (request: FastifyRequest): Promise<void> => {
    if (behindProxy) rejectUnencrypted(readHeader(request, 'X-Forwarded-Proto'))
    const key = readHeader(request, headers.projectKey)
    const project = key ? await keyring.prove(key) : null
    if (project === null) {
      // Only now: whoever shares the address, as all of a company do, gets in with a right key whatever the others send.
      await rejectWrongKeys(wrongKeyLimit.take(clientAddress(request.raw, behindProxy)), delay)
      throw wrongKeyError(key)
    }
    const read = environment.safeParse(readHeader(request, headers.environment))
    if (!read.success) {
      throw new ApiError('invalid_environment', 'The ENVIRONMENT header must be production or development.')
    }
    rejectOtherMedia(request.headers['content-type'])
    const { id, terms } = project
    request.project = id
    request.owner = {
      project: id,
      environment: read.data,
      linksPerDay: terms.linksPerDay,
      linkOrigin: terms.linkOrigin,
    }
    const rate = terms.ratePerMinute === null ? undefined : ratePerMinute(terms.ratePerMinute)
    rejectTooMany(rateLimit.take(id, rate))
  }
}

/** The owner of the request, which `createHeaderGuard` has proven before any handler runs. */
export function requestOwner(request: FastifyRequest): LinkMaker {
  if (!request.owner) throw new Error('A route of the API is not behind the header guard.')
  return request.owner
}

/** One header's value; a header sent twice comes as one text with a comma, which is then simply wrong. */
export function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' ? value : undefined
}

/** For a proxy that ends TLS and has let plain HTTP through: the key was readable on its way. */
function rejectUnencrypted(protocol: string | undefined): void {
  if (protocol?.toLowerCase() === 'http') {
    throw new ApiError(
      'malformed_request',
      'Use https://. This project key has travelled unencrypted: rotate it.',
    )
  }
}

function wrongKeyError(key: string | undefined): ApiError {
  return key
    ? new ApiError('invalid_project_key', 'The PROJECT-KEY header holds no valid key.')
    : new ApiError('missing_project_key', 'The PROJECT-KEY header is missing.')
}

/** `application/json`, with or without parameters (specification 5: on every request, also without a body). */
function rejectOtherMedia(contentType: string | undefined): void {
  if (!/^application\/json[\t ]*(;|$)/i.test(contentType ?? '')) {
    const sentence =
      'The Content-Type header must be application/json, also on GET. Where a generated client leaves it out, ' +
      'make it a default header of that client.'
    throw new ApiError('unsupported_media_type', sentence)
  }
}

function rejectTooMany(waitSeconds: number): void {
  if (waitSeconds > 0) throw rateLimitError('Too many requests for this project.', waitSeconds)
}

/** The delay keeps clients that ignore `Retry-After` from taking the processor from other projects. */
async function rejectWrongKeys(waitSeconds: number, delay: Delay): Promise<void> {
  if (waitSeconds === 0) return
  await delay()
  throw rateLimitError('The PROJECT-KEY header holds no valid key, too often from this address.', waitSeconds)
}

function rateLimitError(sentence: string, waitSeconds: number): ApiError {
  return new ApiError('rate_limited', `${sentence} Try again in ${waitSeconds} s.`, {
    headers: { 'retry-after': String(waitSeconds) },
  })
}
