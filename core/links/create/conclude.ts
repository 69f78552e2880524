import { findLinkPath } from '../../../contract/service/path/linkPath.ts'
import type { Destination, CreateOutcome, LookupResult } from '../../client/client.ts'
import type { CreateCompletion } from '../../library/records.ts'
import { learnLinkDomain } from '../../profiles/learnLinkDomain.ts'
import type { SettingsFile } from '../../settings/settings.ts'
import { interruptedProblem, toUnknownProblem } from '../intents/intents.ts'
import type { PendingCreate } from './attemptCreate.ts'
import { compare } from '../../../contract/app/link/change/compare.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { parseRemoteLink } from '../../../contract/app/link/remoteLink.ts'
import type { Result } from '../../../contract/app/problems/result.ts'
import { toStorageProblem } from '../../folder/storageProblem.ts'
import type { LinkServices } from '../linkServices.ts'

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

type ReadBackParts = Pick<LinkServices, 'client' | 'records' | 'inFlight' | 'reportBug'>

interface CreatedLink {
  id: string
  path: string
  request: GenerateRequest
}

/** Delays between attempts in milliseconds. With database replicas, a service may not find a new link immediately. */
const retryDelaysMs = [250, 1_000]

/**
 * Reads a new link back and saves it next to the request. Failures are ignored, because the link was created
 * anyway.
 */
export async function readBack(
  parts: ReadBackParts,
  createdLink: CreatedLink,
  destination: Destination,
): Promise<void> {
  try {
    await readAndSave(parts, createdLink, destination)
  } catch (error) {
    if (!toStorageProblem(error)) parts.reportBug('links.readBack', error)
  }
}

async function readAndSave(
  { client, records, inFlight }: ReadBackParts,
  { id, path, request }: CreatedLink,
  destination: Destination,
): Promise<void> {
  const result = await lookupWithRetry({ client, inFlight }, destination, path)
  if (!result.ok) return
  const stored = parseRemoteLink(result.value.link)
  await records.saveReadback(id, {
    answer: result.value.raw,
    differences: compare(request, stored),
    checkedAt: new Date().toISOString(),
  })
}

async function lookupWithRetry(
  { client, inFlight }: Pick<ReadBackParts, 'client' | 'inFlight'>,
  destination: Destination,
  path: string,
): Promise<Result<LookupResult>> {
  for (const wait of retryDelaysMs) {
    const result = await client.lookup(destination, path)
    if (result.ok || result.problem.code !== 'link_not_found') return result
    await inFlight.pause(wait)
  }
  return await client.lookup(destination, path)
}
