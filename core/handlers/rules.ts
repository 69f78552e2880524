import type { ruleCalls } from '../../contract/app/calls/profiles/rules.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { AppServices } from '../appServices.ts'
import { toResult } from './codedErrors.ts'

export function ruleHandlers({
  rules,
  reports,
  ownSources,
}: Pick<AppServices, 'rules' | 'reports' | 'ownSources'>): Pick<Handlers, keyof typeof ruleCalls> {
  return {
    'rules.get': async ({ profileId }) => ok({ rules: await rules.get(profileId) }),
    'rules.save': async ({ profileId, rules: wanted, expected }) => {
      const isSaved = await rules.save(profileId, wanted, expected)
      return ok({ isSaved, current: isSaved ? wanted : await rules.get(profileId) })
    },
    'channels.sources': async () => ok({ sources: await ownSources.get() }),
    'channels.saveSources': async ({ sources }) => {
      await ownSources.save(sources)
      return ok(null)
    },
    'rules.audit': ({ profileId, text }) => toResult(() => reports.audit(profileId, text)),
  }
}
