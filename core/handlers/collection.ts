import type { collectionCalls } from '../../contract/calls/collection.ts'
import { ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { Collection } from '../library/collection/collection.ts'
import type { Remote } from '../library/thread/messages.ts'
import { addLink } from '../links/add.ts'
import type { AddParts } from '../links/add.ts'

interface Parts extends AddParts {
  collection: Remote<Collection>
}

export function collectionHandlers(parts: Parts): Pick<Handlers, keyof typeof collectionCalls> {
  const { collection } = parts
  return {
    'links.search': async (input) => ok(await collection.search(input)),
    'links.count': async (input) => ok(await collection.count(input)),
    'links.facets': async (input) => ok(await collection.facets(input)),
    'links.mark': async ({ which, change }) => ok({ links: await collection.mark(which, change) }),
    'links.remove': async ({ which }) => ok(await collection.remove(which)),
    'links.unremove': async ({ undo }) => ok({ links: await collection.unremove(undo) }),
    'links.add': (input) => addLink(parts, input),
  }
}
