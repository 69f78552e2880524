import { findLinkPath } from '../../../contract/service/link/linkPath.ts'
import type { Destination, CreateOutcome } from '../../client/client.ts'
import type { CreateCompletion } from '../../library/records.ts'
import { learnLinkDomain } from '../../profiles/learnLinkDomain.ts'
import type { SettingsFile } from '../../settings/settings.ts'
import { interruptedProblem, toUnknownProblem } from '../intents/intents.ts'
import type { PendingCreate } from './attemptCreate.ts'
import { readBack, type ReadBackParts } from './readBack.ts'

/** The outcome of a create that was sent but has no recorded response. */
export const interruptedCompletion: CreateCompletion = {
  state: 'unknown',
  link: null,
  path: null,
  problem: interruptedProblem('create_unknown'),
}

/** Saves the result of a create, adds the link's domain to the profile, and reads the link back. */
export async function concludeCreate(
  parts: ReadBackParts & { settings: SettingsFile },
  { id, request }: PendingCreate,
  outcome: CreateOutcome,
  destination: Destination,
): Promise<void> {
  const completion = toCompletion(outcome)
  await parts.records.end(id, completion)
  // The link exists and is saved, so a full disk must not turn this into a failure.
  if (completion.link !== null) {
    await learnLinkDomain(parts.settings, destination.profile?.id ?? '', completion.link).catch(
      () => undefined,
    )
  }
  if (completion.path !== null) await readBack(parts, { id, request, path: completion.path }, destination)
}

/** Returns the outcome to save for a create. For an unknown result, keeps the problem as its cause. */
export function toCompletion(outcome: CreateOutcome): CreateCompletion {
  if (outcome.state === 'created') {
    const path = findLinkPath(outcome.link)?.path ?? null
    return { state: 'created', link: outcome.link, path, problem: null }
  }
  const { state, problem } = outcome
  if (state === 'failed') return { state, link: null, path: null, problem }
  return { state, link: null, path: null, problem: toUnknownProblem('create_unknown', problem) }
}
