import type { Draft } from '../../contract/app/calls/runs/drafts.ts'
import { isObject } from '../../contract/service/json/json.ts'
import { call } from './call.ts'

const storageKey = 'linkwright.unsavedDrafts'

/** Drafts that the app has not saved yet, by id. They survive a reload and never contain a key. */
const unsaved = new Map(readStoredDrafts().map((draft) => [draft.id, draft]))

/** Returns the drafts that exist only in this page. */
export function unsavedDrafts(): Draft[] {
  return [...unsaved.values()]
}

/** Sends a draft to the app. Keeps it in the page until the app has saved it. */
export async function sendDraft(draft: Draft) {
  unsaved.set(draft.id, draft)
  const result = await call('drafts.save', { id: draft.id, form: draft.form })
  // A newer version that is being sent is still unsaved.
  if (result.ok && unsaved.get(draft.id) === draft) unsaved.delete(draft.id)
  persistDrafts()
  return result
}

/** Sends all unsaved drafts to the app. */
export async function sendUnsavedDrafts(): Promise<void> {
  await Promise.all(unsavedDrafts().map(sendDraft))
}

export function forgetUnsavedDraft(id: string): void {
  unsaved.delete(id)
  persistDrafts()
}

// If storage is full or blocked, the drafts stay in memory only.
function persistDrafts(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(unsavedDrafts()))
  } catch {
    return
  }
}

function readStoredDrafts(): Draft[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) && stored.every(isDraft) ? stored : []
  } catch {
    return []
  }
}

// Checked by hand, because a schema would be loaded before the first screen. The form is checked when it is opened.
function isDraft(stored: unknown): stored is Draft {
  if (!isObject(stored)) return false
  const { id, savedAt, form } = stored
  return typeof id === 'string' && id !== '' && typeof savedAt === 'string' && form !== undefined
}
