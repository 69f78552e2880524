import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { AppServices } from '../appServices.ts'
import { done } from './done.ts'

export function ruleHandlers({ rules, reports, ownSources }: AppServices) {
  return {
    'channels.sources': async () => ok({ sources: await ownSources.get() }),
    'channels.saveSources': ({ sources }) => done(ownSources.save(sources)),
    'rules.get': async ({ profileId }) => ok({ rules: await rules.get(profileId) }),
    'rules.parameters': async () => ok(await rules.parameters()),
    'rules.save': async ({ profileId, rules: wanted, expected }) => {
      const isSaved = await rules.save(profileId, wanted, expected)
      return ok({ isSaved, current: isSaved ? wanted : await rules.get(profileId) })
    },
    'rules.audit': async ({ profileId, text }) => ok(await reports.audit(profileId, text)),
  } satisfies Partial<Handlers>
}
