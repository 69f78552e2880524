import type { z } from 'zod'
import { headers } from '../../contract/service/api/headers.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Redactor } from '../redactor.ts'
import { describeProblem, toProblem } from './problems.ts'
import { parseJsonObject } from './response.ts'
import type { RequestContext, SendResult } from './sender.ts'

/** Target and credentials of a request: base URL, ENVIRONMENT value and key. */
export interface Destination {
  profile: { id: string; name: string } | null
  baseUrl: string
  environment: string
  key: string
}

/** The same three headers on both operations (specification 5). */
export function identityHeaders(destination: Destination): Record<string, string> {
  return {
    [headers.projectKey]: destination.key,
    [headers.environment]: destination.environment,
    'Content-Type': 'application/json',
    Accept: 'application/json',
  }
}

export function describeRequest(
  destination: Destination,
  operation: RequestContext['operation'],
  attempt = 1,
): RequestContext {
  const { profile, baseUrl, environment } = destination
  return { operation, profile, baseUrl, environment, attempt }
}

/** Parses a response of our own service. */
export function parseResponse<T>(schema: z.ZodType<T>, result: SendResult, redactor: Redactor): Result<T> {
  if (!result.ok) return fail(result.problem)
  const read = result.response.status < 300 ? schema.safeParse(parseJsonObject(result.response)) : null
  if (read?.success) return ok(read.data)
  return fail(
    read
      ? describeProblem('answer_unreadable', result.response, redactor)
      : toProblem(result.response, redactor),
  )
}
