import { findLinkPath } from '../../../contract/service/link/linkPath.ts'
import type { Destination, CreateOutcome } from '../../client/client.ts'
import type { CreateCompletion } from '../../library/records.ts'
import { learnLinkDomain } from '../../profiles/learnLinkDomain.ts'
import type { SettingsFile } from '../../settings/settings.ts'
import type { PendingCreate } from './attempts.ts'
import { readBack, type ReadBackParts } from './readBack.ts'

/** The outcome of a create that was sent but has no recorded response. */
export const interruptedCompletion: CreateCompletion = {
  state: 'unknown',
  link: null,
  path: null,
  problem: {
    code: 'create_unknown',
    detail: 'The app was closed or crashed before the response was saved.',
  },
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
  const detail = [problem.code, problem.detail].filter(Boolean).join(': ')
  const unknown = { ...problem, code: 'create_unknown', cause: problem.code, detail } as const
  return { state, link: null, path: null, problem: unknown }
}
