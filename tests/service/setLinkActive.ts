import { nextModification } from '../../service/store/links/linkSwitch.ts'
import type { Store } from '../../service/store/store.ts'

/** Switches a link on or off at a time, as the operator. Resolves to whether there is such a link. */
export async function setLinkActive(
  store: Store,
  key: string,
  active: boolean,
  now = Date.now(),
): Promise<boolean> {
  for (;;) {
    const link = await store.findLink(key)
    if (!link) return false
    if (link.active === active) return true
    const { id, project, environment } = link
    const newLink = { ...link, active, updatedAt: nextModification(link, now) }
    const fields = JSON.stringify({ active: { from: link.active, to: active } })
    const entry = { at: newLink.updatedAt, keyName: null, fields, idempotency: null }
    const change = { link: id, project, environment, ...entry }
    if (await store.changes.apply(newLink, change, link.updatedAt, newLink.updatedAt)) return true
  }
}
