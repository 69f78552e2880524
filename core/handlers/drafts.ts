import type { draftCalls } from '../../contract/calls/drafts.ts'
import { ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { Drafts } from '../library/drafts.ts'

export function draftHandlers(drafts: Drafts): Pick<Handlers, keyof typeof draftCalls> {
  return {
    'drafts.list': () => Promise.resolve(ok(drafts.list())),
    'drafts.save': (draft) => {
      drafts.save(draft)
      return Promise.resolve(ok(null))
    },
    'drafts.remove': ({ id }) => {
      drafts.remove(id)
      return Promise.resolve(ok(null))
    },
  }
}
