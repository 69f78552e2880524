import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { done } from './done.ts'
import type { AppServices } from '../appServices.ts'

export function draftHandlers({ drafts }: AppServices) {
  return {
    'drafts.list': async () => ok(await drafts.list()),
    'drafts.save': (draft) => done(drafts.save(draft)),
    'drafts.remove': ({ id }) => done(drafts.remove(id)),
  } satisfies Partial<Handlers>
}
