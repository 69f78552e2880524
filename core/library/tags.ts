import { z } from 'zod'
import type { LinkRecord } from '../../contract/record.ts'

/** What a person has changed in the tags of a link in the library alone. */
const tagChanges = z.object({ added: z.array(z.string()), removed: z.array(z.string()) })
export type TagChanges = z.infer<typeof tagChanges>

const noChanges: TagChanges = { added: [], removed: [] }

/** Reads them from the column; of a damaged one nothing is left. */
export function parseTagChanges(text: string | null): TagChanges {
  if (text === null) return noChanges
  try {
    return tagChanges.parse(JSON.parse(text))
  } catch {
    return noChanges
  }
}

/** The tags that the service stores, or else those that were asked for. */
export function originalTags({ stored, request }: Pick<LinkRecord, 'stored' | 'request'>): string[] {
  if (stored && !stored.unreported?.includes('tags')) return stored.tags ?? []
  return parseTexts(request?.tags ?? '[]')
}

/** The texts of a JSON array; none of anything else, which only a damaged disk or another version has written. */
export function parseTexts(json: string): string[] {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}

export function applyTagChanges(given: readonly string[], { added, removed }: TagChanges): string[] {
  return [...new Set([...given, ...added])].filter((tag) => !removed.includes(tag))
}

/** The changes after some more of them; `null` where nothing is left changed. */
export function addTagChange(
  { added, removed }: TagChanges,
  given: readonly string[],
  more: { add: readonly string[]; remove: readonly string[] },
): TagChanges | null {
  const next = {
    added: [...new Set([...added, ...more.add])].filter(
      (tag) => !given.includes(tag) && !more.remove.includes(tag),
    ),
    removed: [...new Set([...removed, ...more.remove])].filter(
      (tag) => given.includes(tag) && (more.remove.includes(tag) || !more.add.includes(tag)),
    ),
  }
  return next.added.length + next.removed.length === 0 ? null : next
}
