const key = 'linkwright-open-draft'

/** Returns the draft that *Create* returns to in this window; `null` before the first one, when the newest opens. */
export function openDraftId(): string | null {
  return sessionStorage.getItem(key)
}

export function rememberDraft(id: string): void {
  sessionStorage.setItem(key, id)
}

/** Makes *Create* start with an empty form, because the link was created. Other drafts stay in the menu. */
export function forgetOpenDraft(): void {
  rememberDraft(crypto.randomUUID())
}
