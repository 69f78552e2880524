import type { CallOutput, ParsedInput } from '../../../contract/app/calls/calls.ts'
import type { LinkChange, CurrentLink } from '../../../contract/app/calls/links/changes.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { fail, ok, type Result } from '../../../contract/app/problems/result.ts'
import type { Destination } from '../../client/client.ts'
import type { ChangeCompletion } from '../../library/linkChanges.ts'
import { checkRequestSchemes } from '../../profiles/confirmedSchemes.ts'
import { lookUpVersion } from '../../lookups/currentLinks.ts'
import { offers, findProfile } from '../../profiles/profiles.ts'
import { attemptChange } from './changeAttempts.ts'
import { concludeChange } from './concludeChange.ts'
import type { CreateParts } from '../create/create.ts'
import { keyLifetimeMs } from '../intents/attemptRequest.ts'
import { concludeOrUnknown, interruptedProblem, refusalIn } from '../intents/intents.ts'
import { compareSender, hashSender } from '../intents/senderHash.ts'
import type { LinkServices } from '../linkServices.ts'

export type ChangeParts = CreateParts & Pick<LinkServices, 'linkChanges'>

/** The problem of a change that was sent but has no recorded response. */
export const interruptedChange = interruptedProblem('change_unknown')

/** A link that can be changed, and its destination. */
interface Changeable {
  record: LinkRecord & { path: string }
  destination: Destination
}

/** Returns the current state of a library's link at its service. */
export async function readCurrentLink(
  parts: ChangeParts,
  link: string,
): Promise<Result<CallOutput<'changes.read'>>> {
  const changeable = await findChangeable(parts, link)
  if (!changeable.ok) return changeable
  const { record, destination } = changeable.value
  return await lookUpVersion(parts.client, destination, record.path)
}

type SettleInput = Omit<ParsedInput<'changes.settle'>, 'confirmSender'> & { confirmSender?: boolean }
type SendOutput = CallOutput<'changes.send'>

/** Changes a link. A repeated call with the same id returns the same outcome and changes nothing. */
export async function changeLink(
  parts: ChangeParts,
  input: ParsedInput<'changes.send'>,
): Promise<Result<SendOutput>> {
  const { linkChanges } = parts
  const existing = await linkChanges.get(input.id)
  // A pending change that isn't running: its outcome couldn't be saved, for example because the disk was full.
  if (existing?.state === 'pending')
    await linkChanges.end(existing.id, unknownCompletion(interruptedChange), null)
  if (existing) return await readOutcome(parts, existing.id, null)
  const changeable = await findChangeable(parts, input.link)
  if (!changeable.ok) return changeable
  const { id, link, patch, version } = input
  const problem = await checkRequestSchemes(parts, changeable.value.record.profileId, patch)
  if (problem) return fail(problem)
  const { destination } = changeable.value
  const madeAt = new Date().toISOString()
  await linkChanges.begin({ id, link, patch, version, madeAt }, hashSender(destination))
  return await parts.longWork.during('change', () =>
    concludeOrUnknown('change_unknown', async () => {
      const { record } = changeable.value
      const outcome = await attemptChange(parts, toRequest(input, record), destination)
      await concludeChange(parts, { change: input, record, outcome }, destination)
      return await readOutcome(parts, id, outcome.state === 'conflict' ? outcome.current : null)
    }),
  )
}

function toRequest(
  { id, patch, version }: Pick<LinkChange, 'id' | 'patch' | 'version'>,
  { path }: Changeable['record'],
) {
  return { path, patch, version, idempotencyKey: id }
}

/**
 * Resolves an unknown change. Fails if it isn't certain that the profile still has the key and address that it was sent
 * with, or with the service's refusal. A change in any other state stays unchanged.
 */
export async function settleChange(
  parts: ChangeParts,
  { id, confirmSender = false }: SettleInput,
): Promise<Result<SendOutput>> {
  const change = await parts.linkChanges.get(id)
  if (!change) return fail({ code: 'link_not_in_library' })
  if (change.state !== 'unknown') return await readOutcome(parts, id, null)
  const changeable = await findChangeable(parts, change.link)
  if (!changeable.ok) return changeable
  const problem = await parts.longWork.during('settle', () =>
    sendAgain(parts, change, { ...changeable.value, confirmSender }),
  )
  return problem ? fail(problem) : await readOutcome(parts, id, null)
}

/**
 * Sends an unknown change again, but only to whom it was sent before. Returns why it wasn't sent or was refused; `null` if
 * it is resolved or still without an answer.
 */
async function sendAgain(
  parts: ChangeParts,
  change: LinkChange,
  { record, destination, confirmSender = false }: Changeable & Pick<SettleInput, 'confirmSender'>,
): Promise<Problem | null> {
  const sender = compareSender(parts.settings, destination, await parts.linkChanges.sentWith(change.id))
  if (sender === 'other') return { code: 'sender_changed' }
  if (sender === 'unknown' && !confirmSender) return { code: 'sender_unknown' }
  const outcome = await attemptChange(parts, toRequest(change, record), destination, 'repeat')
  if (outcome.state === 'refused') return refusalIn(outcome)
  if (outcome.state !== 'unknown') await concludeChange(parts, { change, record, outcome }, destination)
  return null
}

/** Resolves the unknown changes of a profile, except those too old, which the user must resolve. */
export async function settleChanges(parts: ChangeParts, profileId: string): Promise<void> {
  const since = new Date(Date.now() - keyLifetimeMs).toISOString()
  for (const change of await parts.linkChanges.unsettled(profileId, since)) {
    const changeable = await findChangeable(parts, change.link)
    if (changeable.ok) await sendAgain(parts, change, changeable.value)
  }
}

function unknownCompletion(problem: LinkChange['problem']): ChangeCompletion {
  return { state: 'unknown', problem, back: null, after: null, differences: null }
}

async function readOutcome(
  { linkChanges, records }: ChangeParts,
  id: string,
  current: CurrentLink | null,
): Promise<Result<SendOutput>> {
  const change = await linkChanges.get(id)
  const record = change && (await records.get(change.link))
  if (!record) return fail({ code: 'link_not_in_library' })
  return ok({ change, record, current })
}

/** Returns a link of the library and its destination, if its service can change links. */
async function findChangeable(parts: ChangeParts, link: string): Promise<Result<Changeable>> {
  const record = await parts.records.get(link)
  if (!record) return fail({ code: 'link_not_in_library' })
  const { state, path, profileId, environment } = record
  if (state !== 'created' || path === null || ['', '.', '..'].includes(path))
    return fail({ code: 'no_path_found' })
  const profile = findProfile(parts.settings, profileId)
  if (!profile.ok) return profile
  if (!offers(profile.value, parts.services, 'changes')) return fail({ code: 'changes_not_offered' })
  const destination = await parts.destination(profileId, environment)
  return destination.ok ? ok({ record: { ...record, path }, destination: destination.value }) : destination
}
