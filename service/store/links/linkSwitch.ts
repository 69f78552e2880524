import type { StoredLink } from './links.ts'

/** Whether a link is active: switched on, and not past its end. */
export function isActive({ active, activeUntil }: Pick<StoredLink, 'active' | 'activeUntil'>): boolean {
  return active && (activeUntil === null || Date.now() < activeUntil)
}

/** Returns the modification time of a link's next state, which is always later than the one before. */
export function nextModification({ updatedAt }: Pick<StoredLink, 'updatedAt'>, now = Date.now()): number {
  return Math.max(now, updatedAt + 1)
}

/** Returns a time in the format of API responses. */
export function formatTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
