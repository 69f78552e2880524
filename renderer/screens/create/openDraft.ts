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
/** Requests without an answer yet, by draft. A second one for the same draft would find it locked by the first. */
const requests = new Map<string, Promise<boolean>>()

/**
 * Claims a draft for this window until it opens another one. Resolves with false if another window has it open: each would
 * overwrite what the other saved.
 */
export function claimDraft(id: string): Promise<boolean> {
  if (claim?.id === id) return Promise.resolve(true)
  const request = requests.get(id) ?? requestLock(id)
  requests.set(id, request)
  return request
}

function requestLock(id: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  void navigator.locks.request(`draft ${id}`, { ifAvailable: true }, (lock) => {
    requests.delete(id)
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
