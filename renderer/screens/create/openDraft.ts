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

let claim: { id: string; release: () => void } | null = null

/**
 * Claims a draft for this window until it opens another one. Resolves with false if another window has it open: each would
 * overwrite what the other saved.
 */
export function claimDraft(id: string): Promise<boolean> {
  if (claim?.id === id) return Promise.resolve(true)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  void navigator.locks.request(`draft ${id}`, { ifAvailable: true }, (lock) => {
    resolve(lock !== null)
    if (lock === null) return undefined
    claim?.release()
    // The window has the lock until this promise is resolved.
    const held = Promise.withResolvers<undefined>()
    claim = { id, release: () => held.resolve(undefined) }
    return held.promise
  })
  return promise
}
