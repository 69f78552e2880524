import { z } from 'zod'
import type { LinkRecord } from '../../contract/app/link/record.ts'
import { tryParseJson } from '../../contract/app/text/tryParseJson.ts'

/** Tags that the user added to or removed from a link in the library only. */
const tagChanges = z.object({ added: z.array(z.string()), removed: z.array(z.string()) })
export type TagChanges = z.infer<typeof tagChanges>

/** Parses the column. A damaged value counts as no changes. */
export function parseTagChanges(text: string | null): TagChanges {
  const parsed = text === null ? null : tagChanges.safeParse(tryParseJson(text)).data
  return parsed ?? { added: [], removed: [] }
}

/** Returns the stored tags if the service reports them, otherwise the requested ones. */
export function originalTags({ stored, request }: Pick<LinkRecord, 'stored' | 'request'>): string[] {
  if (stored && !stored.unreported?.includes('tags')) return stored.tags ?? []
  return parseTexts(request?.tags ?? '[]')
}

/** Returns the strings of a JSON array; empty for anything else, such as damaged data. */
export function parseTexts(json: string): string[] {
  const value = tryParseJson(json)
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
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
