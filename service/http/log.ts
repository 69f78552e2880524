/** What happened, as one JSON line each. Never a key, a header's value or a body. */
export interface Log {
  write: (entry: LogEntry) => void
  /** Hands over what is waiting. */
  flush: () => void
}

export type LogEntry = Record<string, string | number | null>

const maxBufferMs = 100
const maxBytes = 64 * 1_024
/** What a pipe takes in one piece, whoever else writes to it (pipe(7), PIPE_BUF). */
export const maxSharedWriteBytes = 4_096

/**
 * A log that hands over many lines at once: a system call for each would cost more than the request that it tells of. No
 * text is longer than `most` bytes of UTF-8, unless a single line is.
 */
export function createBufferedLog(print: (text: string) => void, maxBufferedBytes = maxBytes): Log {
  let waiting = ''
  let waitingBytes = 0
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    const text = waiting
    waiting = ''
    waitingBytes = 0
    if (text) print(text)
  }
  return {
    flush,
    write: (entry) => {
      const line = `{"time":"${timestamp(Date.now())}",${JSON.stringify(entry).slice(1)}\n`
      const bytes = Buffer.byteLength(line)
      if (waitingBytes + bytes > maxBufferedBytes) flush()
      waiting += line
      waitingBytes += bytes
      timer ??= setTimeout(flush, maxBufferMs)
    },
  }
}

let lastTime = 0
let lastTimestamp = ''

/** The time as ISO text, written once for all lines of a millisecond. */
function timestamp(time: number): string {
  if (time !== lastTime) lastTimestamp = new Date(time).toISOString()
  lastTime = time
  return lastTimestamp
}

/** For the embedded service, whose requests the app shows itself. */
export const silentLog: Log = { write: () => undefined, flush: () => undefined }

/** The entry of a fault of the program. */
export function bugEntry(requestId: string | null, error: unknown): LogEntry {
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { level: 'error', request: requestId, error: said }
}
