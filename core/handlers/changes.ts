import { ok, type Result } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { done } from './done.ts'
import type { AppServices } from '../appServices.ts'
import { withSignal } from '../links/cancelling.ts'
import { changeLink, readCurrentLink, settleChange } from '../links/change/change.ts'
import { createIntents } from '../links/intents/intents.ts'
import type { CallOutput, ParsedInput } from '../../contract/app/calls/calls.ts'
import { offers, findProfile } from '../profiles/profiles.ts'

export function changeHandlers(parts: AppServices) {
  const { linkChanges, cancelling } = parts
  return {
    'changes.read': ({ link }) => readCurrentLink(parts, link),
    'changes.send': createIntents(parts, changeLink),
    'changes.settle': (input) =>
      cancelling.during(input.id, (signal) => settleChange(withSignal(parts, signal), input)),
    'changes.open': async ({ link }) => {
      const newest = await linkChanges.newest(link)
      return ok(newest?.state === 'applied' ? null : newest)
    },
    'changes.dismiss': ({ id }) => done(linkChanges.dismiss(id)),
    'changes.recent': async () => ok({ changes: await linkChanges.recent() }),
    'changes.history': (input) => readHistory(parts, input),
  } satisfies Partial<Handlers>
}

/** Returns the changes of a link; `null` if its service doesn't report them. */
async function readHistory(
  { settings, services, destination, client }: AppServices,
  { profileId, environment, path, before }: ParsedInput<'changes.history'>,
): Promise<Result<CallOutput<'changes.history'>>> {
  const profile = findProfile(settings, profileId)
  if (!profile.ok) return profile
  if (!offers(profile.value, services, 'changes') || ['.', '..'].includes(path)) return ok(null)
  const target = await destination(profileId, environment)
  return target.ok ? await client.history(target.value, path, before) : target
}
