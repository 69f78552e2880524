/** Interval of checks for the parent process, in milliseconds. */
const pollIntervalMs = 500

/**
 * Shuts down this process as SIGTERM would once npm has exited. npm sends SIGTERM only to its shell, which exits
 * without passing it on, and the app would keep running unnoticed.
 */
export function exitWithNpm(env: NodeJS.ProcessEnv): void {
  if (env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, pollIntervalMs)
  watch.unref()
}
