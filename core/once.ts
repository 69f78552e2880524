/** The same work, done only when it is first asked for; everybody gets that one promise. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => (done ??= work())
}
