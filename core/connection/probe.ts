import { randomBytes } from 'node:crypto'
import type { Problem, ProblemCode } from '../../contract/problem.ts'
import { announcesOwnService, parseJsonObject } from '../client/response.ts'
import type { Answer } from '../client/response.ts'
import { describeRequest, identityHeaders } from '../client/client.ts'
import type { Destination } from '../client/client.ts'
import { problemOf } from '../client/problems.ts'
import type { Sender, SendResult } from '../client/sender.ts'
import type { Redactor } from '../redactor.ts'
import type { StepName } from './step.ts'

export interface ProbeParts {
  sender: Sender
  redactor: Redactor
}

/** What one look at the service showed: the problem, and the step of the walk that it belongs to. */
export interface Probe {
  answer: Answer | null
  /** `null` when the service took key and environment. */
  stoppedAt: { step: StepName; problem: Problem } | null
}

/**
 * Looks up a path that cannot exist: a link service that takes key and environment says that it does not know it. An
 * answer without the mark of our own service counts only if a wrong key is answered differently, since any web server
 * says "not found".
 */
export async function probe(parts: ProbeParts, destination: Destination): Promise<Probe> {
  const path = randomBytes(12).toString('hex')
  const sent = await sendLookup(parts, destination, path)
  const first = toProbe(sent, parts.redactor)
  if (first.stoppedAt || !first.answer || announcesOwnService(first.answer)) return first
  const strange = await sendLookup(parts, { ...destination, key: `not-a-key-${path}` }, path)
  if (!strange.ok || strange.answer.status !== first.answer.status) return first
  return {
    ...first,
    stoppedAt: {
      step: 'json',
      problem: { ...problemOf(first.answer, parts.redactor), code: 'not_the_service' },
    },
  }
}

function sendLookup({ sender }: ProbeParts, destination: Destination, path: string): Promise<SendResult> {
  return sender.send({
    about: describeRequest(destination, 'test'),
    method: 'GET',
    url: `${destination.baseUrl}/link/${path}`,
    headers: identityHeaders(destination),
  })
}

const stepByCode: Partial<Record<ProblemCode, StepName>> = {
  not_the_service: 'json',
  answer_unreadable: 'json',
  answer_too_large: 'json',
  key_refused: 'key',
  environment_refused: 'environment',
  // One known service says no more than 400 to an environment that it does not know.
  request_refused: 'environment',
}

function toProbe(sent: SendResult, redactor: Redactor): Probe {
  if (!sent.ok) {
    return {
      answer: null,
      stoppedAt: { step: stepByCode[sent.problem.code] ?? 'http', problem: sent.problem },
    }
  }
  const { answer } = sent
  const problem = problemOf(answer, redactor)
  if (isRefusedLookup(answer, problem)) return { answer, stoppedAt: null }
  // A framework's own "not found" means that nothing is at this path: the prefix is wrong.
  const code = problem.code === 'link_not_found' ? 'not_the_service' : problem.code
  return { answer, stoppedAt: { step: stepByCode[code] ?? 'http', problem: { ...problem, code } } }
}

function isRefusedLookup(answer: Answer, { code }: Problem): boolean {
  return code === 'link_not_found' && parseJsonObject(answer)?.['status'] === undefined
}
