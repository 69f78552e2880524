import type { SelectedLinks } from '../../../contract/app/library/view.ts'
import type { Work } from '../../jobs.ts'
import type { Remote } from '../../../sqlite/thread/messages.ts'
import type { Changes, LinkBatch, BatchResult } from './changes.ts'

/** Changes all selected links in batches until done or cancelled. Returns how many changed. */
export async function changeAll(
  collection: Remote<Pick<Changes, 'extent'>>,
  selected: SelectedLinks,
  work: Work,
  change: (batch: LinkBatch) => Promise<BatchResult>,
): Promise<number> {
  if ('ids' in selected) return (await change(selected)).links
  const { view } = selected
  const { links: total, last: until } = await collection.extent(view)
  if (total === 0) return 0
  return await forEachBatch(work, total, (after) => change({ view, after, until }))
}

/** Runs batches until none are left or cancelled. Returns how many links changed. */
export async function forEachBatch(
  { signal, reportProgress }: Work,
  total: number,
  changeBatch: (after: number) => Promise<BatchResult>,
): Promise<number> {
  let links = 0
  for (let after: number | null = 0; after !== null && !signal.aborted;) {
    const result: BatchResult = await changeBatch(after)
    links += result.links
    after = result.next
    reportProgress(links, total)
  }
  return links
}
