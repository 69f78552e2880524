import { findLinkPath } from '../../contract/service/path/linkPath.ts'
import type { Problem, ProblemCode } from '../../contract/app/problems/problem.ts'
import { fail, ok } from '../../contract/app/problems/result.ts'
import type { Destination } from '../client/client.ts'
import { attemptCreate } from '../links/create/attemptCreate.ts'
import { toCompletion, readBack } from '../links/create/conclude.ts'
import { hashSender } from '../links/intents/senderHash.ts'
import type { CompletedCreate, PendingRow } from '../library/runs/sendQueue.ts'
import { isOtherDomain, learnLinkDomain } from '../profiles/learnLinkDomain.ts'
import { toUnknownRowProblem, isFinalForRow, type RowKind } from './rowKind.ts'
import type { SendParts, PoolTask } from './sendWithPool.ts'

const finalCodes: ReadonlySet<Problem['code']> = new Set(['request_refused'])

/** Sends the rows of a run that creates links. */
export function createRowsToCreate(
  parts: SendParts,
  { id, limit, destination, isOurs }: PoolTask,
): RowKind<PendingRow, CompletedCreate> {
  const { sending, settings } = parts
  /** The first sign that the service returns wrong links. The run pauses there, so that the user can decide. */
  let pauseProblem: Problem | null = null
  const pauseFor = (code: ProblemCode) => void (pauseProblem ??= { code })
  const profileId = destination.profile?.id ?? ''
  const isFirst = limit === 1
  let prepared: Promise<void> | null = null
  return {
    pauseReason: () => pauseProblem,
    take: async (count) => {
      await (prepared ??= sending.prepare())
      return sending.take(id, count, hashSender(destination))
    },
    release: (rows) => sending.release(rows.map(({ linkId }) => linkId)),
    save: async (ends) => {
      const { repeated } = await sending.end(ends, isOurs)
      if (repeated) pauseFor('run_link_repeated')
    },
    send: async (row, { isCausedByRow, end }) => {
      const pendingCreate = { id: row.linkId, request: row.request }
      const outcome = await attemptCreate(parts, pendingCreate, destination, 'paced')
      if (outcome.state === 'failed' && !isFinalForRow(outcome.problem, isCausedByRow, finalCodes))
        return fail(outcome.problem)
      end({ id: row.linkId, completion: toCompletion(outcome) }, outcome.state)
      if (outcome.state === 'unknown') return fail(toUnknownRowProblem(outcome.problem))
      if (outcome.state !== 'created') return fail(outcome.problem)
      // The user reviews the first link in any case.
      if (!isFirst && isOtherDomain(settings, profileId, outcome.link)) pauseFor('run_other_domain')
      await learnLinkDomain(settings, profileId, outcome.link).catch(() => undefined)
      return ok(outcome.link)
    },
    afterFirst: async (row, link) => {
      if (pauseProblem === null) await checkFirstLink(parts, row, link, destination)
    },
  }
}

/** Reads the first link back from the service. The other links can be checked later. */
async function checkFirstLink(
  parts: SendParts,
  row: PendingRow,
  link: string,
  destination: Destination,
): Promise<void> {
  const path = findLinkPath(link)?.path
  if (path) await readBack(parts, { id: row.linkId, request: row.request, path }, destination)
}
