const key = 'linkwright-open-draft'

/** The draft that *Create* comes back to in this window; `null` before the first one, when the newest is opened. */
export function openDraftId(): string | null {
  return sessionStorage.getItem(key)
}

export function rememberDraft(id: string): void {
  sessionStorage.setItem(key, id)
}

/** The link was made: *Create* begins with an empty form. Other drafts wait in the menu. */
export function forgetOpenDraft(): void {
  rememberDraft(crypto.randomUUID())
}
