import type { draftCalls } from '../../contract/app/calls/runs/drafts.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { AppServices } from '../appServices.ts'

export function draftHandlers({
  drafts,
}: Pick<AppServices, 'drafts'>): Pick<Handlers, keyof typeof draftCalls> {
  return {
    'drafts.list': async () => ok(await drafts.list()),
    'drafts.save': async (draft) => {
      await drafts.save(draft)
      return ok(null)
    },
    'drafts.remove': async ({ id }) => {
      await drafts.remove(id)
      return ok(null)
    },
  }
}
