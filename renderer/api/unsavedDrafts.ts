import { z } from 'zod'
import { draft } from '../../contract/calls/drafts.ts'
import type { Draft } from '../../contract/calls/drafts.ts'
import { call } from './call.ts'

const storageKey = 'linkwright.unsavedDrafts'

/** What the app behind the window has not taken yet, by id; kept by the page over a reload. There is never a key in a draft. */
const unsaved = new Map(readStoredDrafts().map((kept) => [kept.id, kept]))

/** The drafts that only this page has. */
export function unsavedDrafts(): Draft[] {
  return [...unsaved.values()]
}

/** Hands a draft to the app, and keeps it here until the app has it. */
export async function sendDraft(kept: Draft) {
  unsaved.set(kept.id, kept)
  const result = await call('drafts.save', { id: kept.id, form: kept.form })
  // A newer version may be on its way, which then is what is not saved.
  if (result.ok && unsaved.get(kept.id) === kept) unsaved.delete(kept.id)
  persistDrafts()
  return result
}

/** Hands over all that is still here. */
export async function sendUnsavedDrafts(): Promise<void> {
  await Promise.all(unsavedDrafts().map(sendDraft))
}

export function forgetUnsavedDraft(id: string): void {
  unsaved.delete(id)
  persistDrafts()
}

// A full or forbidden storage leaves the page's memory, which is what there was without it.
function persistDrafts(): void {
  try {
    if (unsaved.size > 0) sessionStorage.setItem(storageKey, JSON.stringify(unsavedDrafts()))
    else sessionStorage.removeItem(storageKey)
  } catch {
    return
  }
}

function readStoredDrafts(): Draft[] {
  try {
    return z.array(draft).parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return []
  }
}
