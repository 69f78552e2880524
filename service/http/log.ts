/** Writes events as one JSON line each. Never a key, a header's value or a body. */
export type Log = ReturnType<typeof createBufferedLog>

export type LogEntry = Record<string, string | number | null>

const maxBufferMs = 100
const maxBytes = 64 * 1_024
/** Maximum size of an atomic write to a pipe shared by several writers (pipe(7), PIPE_BUF). */
export const maxSharedWriteBytes = 4_096

/**
 * Returns a log that writes many lines at once: a system call for each would cost more than handling the
 * request. No chunk is longer than `maxBufferedBytes` of UTF-8, unless a single line is.
 */
export function createBufferedLog(print: (text: string) => void, maxBufferedBytes = maxBytes) {
  let buffer = ''
  let bufferedBytes = 0
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    const text = buffer
    buffer = ''
    bufferedBytes = 0
    if (text) print(text)
  }
  return {
    /** Writes buffered lines. */
    flush,
    write: (entry: LogEntry) => {
      const line = `{"time":"${timestamp(Date.now())}",${JSON.stringify(entry).slice(1)}\n`
      const bytes = Buffer.byteLength(line)
      if (bufferedBytes + bytes > maxBufferedBytes) flush()
      buffer += line
      bufferedBytes += bytes
      timer ??= setTimeout(flush, maxBufferMs)
    },
  }
}

let lastTime = 0
let lastTimestamp = ''

/** The time as ISO text, formatted once per millisecond. */
function timestamp(time: number): string {
  if (time !== lastTime) lastTimestamp = new Date(time).toISOString()
  lastTime = time
  return lastTimestamp
}

/** For the embedded service: the app shows its requests itself. */
export const silentLog: Log = { write: () => undefined, flush: () => undefined }

/** Returns the log entry of a bug. */
export function bugEntry(requestId: string | null, error: unknown): LogEntry {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { level: 'error', request: requestId, error: text }
}
