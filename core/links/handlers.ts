import type { linkCalls } from '../../contract/calls/links.ts'
import { ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import { createCreator, recorded } from './create.ts'
import type { CreateParts } from './create.ts'
import { find } from './find.ts'

export function linkHandlers(parts: CreateParts): Pick<Handlers, keyof typeof linkCalls> {
  return {
    'links.create': createCreator(parts),
    'links.list': ({ before, limit }) => Promise.resolve(ok(parts.records.page(before, limit))),
    'links.get': ({ id }) => Promise.resolve(recorded(parts.records, id)),
    'links.find': (input) => find(parts, input),
  }
}
