import type { ChangeStore, LinkChange } from './changeStore.ts'
import type { StoredLink } from './links.ts'

/** Whether a link is active: switched on, and not past its end. */
export function isActive({ active, activeUntil }: Pick<StoredLink, 'active' | 'activeUntil'>): boolean {
  return active && (activeUntil === null || Date.now() < activeUntil)
}

/** Returns the modification time of a link's next state, which is always later than the one before. */
export function nextModification({ updatedAt }: Pick<StoredLink, 'updatedAt'>, now = Date.now()): number {
  return Math.max(now, updatedAt + 1)
}

/** Implements `Store.setLinkActive` by an ordinary change with a history entry. */
export async function setLinkActive(
  store: { findLink: (key: string) => Promise<StoredLink | null>; changes: Pick<ChangeStore, 'apply'> },
  key: string,
  active: boolean,
  now: number,
): Promise<boolean> {
  for (;;) {
    const link = await store.findLink(key)
    if (!link) return false
    const hasEnded = active && link.activeUntil !== null && link.activeUntil <= now
    if (link.active === active && !hasEnded) return true
    const activeUntil = hasEnded ? null : link.activeUntil
    const newLink = { ...link, active, activeUntil, updatedAt: nextModification(link, now) }
    const fields = {
      ...(link.active !== active && { active: { from: link.active, to: active } }),
      ...(hasEnded && { active_until: { from: formatTime(link.activeUntil), to: null } }),
    }
    if (
      await store.changes.apply(newLink, operatorChange(newLink, fields), link.updatedAt, newLink.updatedAt)
    )
      return true
    // The link was changed meanwhile, so this is decided again from its new state.
  }
}

function operatorChange(newLink: StoredLink, fields: object): LinkChange {
  const { id, updatedAt, project, environment } = newLink
  const owner = { project, environment }
  return {
    link: id,
    at: updatedAt,
    ...owner,
    keyName: null,
    fields: JSON.stringify(fields),
    idempotency: null,
  }
}

/** Returns a time in the format of API responses. */
export function formatTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
