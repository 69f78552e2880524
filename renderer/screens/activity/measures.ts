/** A duration as it is read at a glance: `8 ms`, `1.2 s`. */
export function duration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
}

/** A size in bytes as it is read at a glance: `812 B`, `3.4 KB`; a dash when there was no body. */
export function size(bytes: number | null): string {
  if (bytes === null) return '–'
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })

/** A moment to the second; with its day unless that is today. */
export function moment(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const clock = time.format(at)
  return at.toDateString() === now.toDateString() ? clock : `${day.format(at)}, ${clock}`
}
