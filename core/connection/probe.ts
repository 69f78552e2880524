import { randomBytes } from 'node:crypto'
import type { Problem, ProblemCode } from '../../contract/app/problems/problem.ts'
import { announcesOwnService, parseJsonObject, type HttpResponse } from '../client/response.ts'
import { createSendRequest } from '../client/destination.ts'
import type { Destination } from '../client/client.ts'
import { toProblem } from '../client/problems.ts'
import type { Sender, SendResult } from '../client/sender.ts'
import type { Redactor } from '../redactor.ts'
import type { StepName } from '../../contract/app/calls/profiles/connection.ts'

export interface ProbeParts {
  sender: Sender
  redactor: Redactor
}

/** The result of one probe: the response, and the step at which it failed. */
export interface Probe {
  response: HttpResponse | null
  /** `null` if the service accepted the key and environment. */
  stoppedAt: { step: StepName; problem: Problem } | null
}

/**
 * Looks up a path that can't exist. A link service that accepts the key and environment returns "not found". If the
 * response isn't from our own service, a wrong key must yield a different one, because any web server can return "not
 * found".
 */
export async function probe(parts: ProbeParts, destination: Destination): Promise<Probe> {
  const path = randomBytes(12).toString('hex')
  const result = await sendLookup(parts, destination, path)
  const first = toProbe(result, parts.redactor)
  if (first.stoppedAt || !first.response || announcesOwnService(first.response)) return first
  const wrongKeyResult = await sendLookup(parts, { ...destination, key: `not-a-key-${path}` }, path)
  if (!wrongKeyResult.ok || wrongKeyResult.response.status !== first.response.status) return first
  return {
    ...first,
    stoppedAt: {
      step: 'json',
      problem: { ...toProblem(first.response, parts.redactor), code: 'not_the_service' },
    },
  }
}

function sendLookup({ sender }: ProbeParts, destination: Destination, path: string): Promise<SendResult> {
  return createSendRequest(sender.send)(destination, 'test', { method: 'GET', path: `/link/${path}` })
}

const stepByCode: Partial<Record<ProblemCode, StepName>> = {
  not_the_service: 'json',
  answer_unreadable: 'json',
  answer_too_large: 'json',
  key_refused: 'key',
  key_environment: 'environment',
  environment_refused: 'environment',
  // One known service returns 400 for an unknown environment.
  request_refused: 'environment',
}

function toProbe(sent: SendResult, redactor: Redactor): Probe {
  if (!sent.ok) {
    return {
      response: null,
      stoppedAt: { step: stepByCode[sent.problem.code] ?? 'http', problem: sent.problem },
    }
  }
  const { response } = sent
  const problem = toProblem(response, redactor)
  // The key is valid but has no permission to look up links.
  if (problem.code === 'key_scope' && announcesOwnService(response)) return { response, stoppedAt: null }
  if (isRefusedLookup(response, problem)) return { response, stoppedAt: null }
  // A web framework's own "not found" means that the path prefix is wrong.
  const code = problem.code === 'link_not_found' ? 'not_the_service' : problem.code
  return { response, stoppedAt: { step: stepByCode[code] ?? 'http', problem: { ...problem, code } } }
}

function isRefusedLookup(response: HttpResponse, { code }: Problem): boolean {
  return code === 'link_not_found' && parseJsonObject(response)?.['status'] === undefined
}
