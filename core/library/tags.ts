import { z } from 'zod'
import type { LinkRecord } from '../../contract/app/link/record.ts'

/** Tags that the user added to or removed from a link in the library only. */
const tagChanges = z.object({ added: z.array(z.string()), removed: z.array(z.string()) })
export type TagChanges = z.infer<typeof tagChanges>

const noChanges: TagChanges = { added: [], removed: [] }

/** Parses the column. A damaged value counts as no changes. */
export function parseTagChanges(text: string | null): TagChanges {
  if (text === null) return noChanges
  try {
    return tagChanges.parse(JSON.parse(text))
  } catch {
    return noChanges
  }
}

/** Returns the stored tags if the service reports them, otherwise the requested ones. */
export function originalTags({ stored, request }: Pick<LinkRecord, 'stored' | 'request'>): string[] {
  if (stored && !stored.unreported?.includes('tags')) return stored.tags ?? []
  return parseTexts(request?.tags ?? '[]')
}

/** Returns the strings of a JSON array; empty for anything else, such as damaged data. */
export function parseTexts(json: string): string[] {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}

export function applyTagChanges(original: readonly string[], { added, removed }: TagChanges): string[] {
  return [...new Set([...original, ...added])].filter((tag) => !removed.includes(tag))
}

/** Returns the combined changes; `null` if none are left. */
export function addTagChange(
  { added, removed }: TagChanges,
  original: readonly string[],
  change: { add: readonly string[]; remove: readonly string[] },
): TagChanges | null {
  const next = {
    added: [...new Set([...added, ...change.add])].filter(
      (tag) => !original.includes(tag) && !change.remove.includes(tag),
    ),
    removed: [...new Set([...removed, ...change.remove])].filter(
      (tag) => original.includes(tag) && (change.remove.includes(tag) || !change.add.includes(tag)),
    ),
  }
  return next.added.length + next.removed.length === 0 ? null : next
}
