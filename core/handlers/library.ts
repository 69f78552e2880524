import { randomUUID } from 'node:crypto'
import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { changeAll, forEachBatch } from '../library/collection/changeAll.ts'
import type { LinkBatch } from '../library/collection/changes.ts'
import { addLink } from '../links/find/add.ts'
import type { AppServices } from '../appServices.ts'

export function libraryHandlers(parts: AppServices) {
  const { collection, jobs, cancelling } = parts
  return {
    'library.search': async (input) => ok(await collection.search(input)),
    'library.count': async (input) => ok(await collection.count(input)),
    'library.facets': async (input) => ok(await collection.facets(input)),
    'library.campaigns': async () => ok(await collection.campaigns()),
    'library.mark': ({ which, change, changeId = randomUUID() }) =>
      jobs.during('mark', async (work) => {
        const mark = (part: LinkBatch) => collection.mark(part, change, changeId)
        return ok({ links: await changeAll(collection, which, work, mark) })
      }),
    'library.undo': ({ changeId }) =>
      jobs.during('undo', async (work) => {
        const removed = await collection.countRemoved(changeId)
        if (removed > 0)
          return ok({ links: await forEachBatch(work, removed, () => collection.unremove(changeId)) })
        const total = await collection.countMarked(changeId)
        return ok({ links: await forEachBatch(work, total, () => collection.unmark(changeId)) })
      }),
    'library.changes': async () => ok({ changes: await collection.history() }),
    'library.versions': async ({ id }) => ok({ versions: await collection.versions(id) }),
    'library.remove': ({ which }) =>
      jobs.during('remove', async (work) => {
        const undo = randomUUID()
        const links = await changeAll(collection, which, work, (part) => collection.remove(part, undo))
        return ok({ links, undo })
      }),
    'library.add': (input) =>
      cancelling.during(input.id ?? randomUUID(), (signal) =>
        addLink({ ...parts, client: parts.client.until(signal) }, input),
      ),
  } satisfies Partial<Handlers>
}
