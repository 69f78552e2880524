const key = 'linkwright-open-draft'

/**
 * Returns the draft that *Create* reopens in this window; `null` if none was opened yet, so that the newest one opens.
 */
export function openDraftId(): string | null {
  return sessionStorage.getItem(key)
}

export function rememberDraft(id: string): void {
  sessionStorage.setItem(key, id)
}

/** Makes *Create* start with an empty form after a link was created. Other drafts stay in the menu. */
export function forgetOpenDraft(): void {
  rememberDraft(crypto.randomUUID())
}
