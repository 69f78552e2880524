import { asksToBackOff, isOfOneLink } from '../../contract/requestPool.ts'
import type { Problem, ProblemCode } from '../../contract/problem.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Destination } from '../client/client.ts'
import { attemptCreate } from '../links/attempts.ts'
import type { AttemptParts } from '../links/attempts.ts'
import { toEnding } from '../links/conclude.ts'
import type { LinkEnd, PendingRow } from '../library/runs/sendQueue.ts'
import { isOtherDomain, learnLinkDomain } from '../profiles/learnLinkDomain.ts'
import type { SettingsFile } from '../settings/settings.ts'

interface Parts extends AttemptParts {
  settings: SettingsFile
}

interface SendContext {
  to: Destination
  /** Whether a row that failed again without creating a link is itself the cause. */
  isCausedByRow: () => boolean
  end: (end: LinkEnd) => void
  /** Called for a link on a domain that is new to the profile. */
  onOtherDomain: () => void
}

/** Network problems that may pass within a minute. */
const transientProblems = new Set<ProblemCode>([
  'dns_failed',
  'connection_refused',
  'connection_lost',
  'timed_out',
  'network_down',
  'network_failed',
  'proxy_failed',
  'service_unavailable',
  'service_failed',
])

/** Whether a run waits for a problem to pass instead of pausing. */
export function isTransient(problem: Problem): boolean {
  return asksToBackOff(problem) || transientProblems.has(problem.code)
}

/**
 * Sends a pending row, reports its result through `end`, and returns the link. Leaves the row open if it is
 * certain that no link was made and the row isn't the cause.
 */
export async function sendRow(
  parts: Parts,
  row: PendingRow,
  { to: destination, isCausedByRow, end, onOtherDomain }: SendContext,
): Promise<Result<string>> {
  const pendingCreate = { id: row.linkId, request: row.request }
  const { generated } = await attemptCreate(parts, pendingCreate, destination, 'paced')
  if (generated.state === 'failed' && !isFinalForRow(generated.problem, isCausedByRow))
    return fail(generated.problem)
  end({ id: row.linkId, ending: toEnding(generated) })
  if (generated.state === 'unknown') return fail(doubtOf(generated.problem))
  if (generated.state !== 'created') return fail(generated.problem)
  if (isOtherDomain(parts.settings, destination.profile?.id ?? '', generated.link)) onOtherDomain()
  await learnLinkDomain(parts.settings, destination.profile?.id ?? '', generated.link).catch(() => undefined)
  return ok(generated.link)
}

/**
 * For a create, an answer about one link leaves the row unknown. Several in a row point to the service, so
 * the code changes to one that stops the run.
 */
function doubtOf(problem: Problem): Problem {
  return isOfOneLink(problem) ? { ...problem, code: 'run_unconfirmed', cause: problem.code } : problem
}

/** Whether the failure is final for the row: the request was rejected, or only this row fails repeatedly. */
function isFinalForRow(problem: Problem, isCausedByRow: () => boolean): boolean {
  return problem.code === 'request_refused' || (!asksToBackOff(problem) && isCausedByRow())
}
