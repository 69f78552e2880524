/** Returns a function that runs `work` once. All callers get the same promise. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => (done ??= work())
}
