import type { z } from 'zod'
import { headers } from '../../contract/service/api/headers.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Redactor } from '../redactor.ts'
import { describeProblem, toProblem } from './problems.ts'
import { parseJsonObject } from './response.ts'
import type { OutgoingRequest, RequestContext, Sender, SendResult } from './sender.ts'

/** Target and credentials of a request: base URL, ENVIRONMENT value and key. */
export interface Destination {
  profile: { id: string; name: string } | null
  baseUrl: string
  environment: string
  key: string
}

/** The same three headers on both operations (specification 5). */
function identityHeaders(destination: Destination): Record<string, string> {
  return {
    [headers.projectKey]: destination.key,
    [headers.environment]: destination.environment,
    'Content-Type': 'application/json',
    Accept: 'application/json',
  }
}

interface ServiceRequest extends Pick<OutgoingRequest, 'method' | 'maxBytes'> {
  /** Below the base URL. */
  path: string
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** 1 for the first attempt. */
  attempt?: number
}

/** Sends a request to a service with the identity of its destination. */
export type SendRequest = ReturnType<typeof createSendRequest>

export function createSendRequest(send: Sender['send']) {
  return (
    destination: Destination,
    operation: RequestContext['operation'],
    { path, body, headers: ownHeaders, attempt = 1, ...request }: ServiceRequest,
  ): Promise<SendResult> => {
    const { profile, baseUrl, environment } = destination
    return send({
      ...request,
      about: { operation, profile, baseUrl, environment, attempt },
      url: baseUrl + path,
      headers: { ...identityHeaders(destination), ...ownHeaders },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
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
