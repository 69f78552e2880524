/** Interval of checks for the parent process, in milliseconds. */
const pollIntervalMs = 500

/**
 * Ends this process as SIGTERM would if npm has exited. npm sends SIGTERM to the shell in between, which exits
 * silently. Without this the app would keep running unnoticed.
 */
export function endWithNpm(env: NodeJS.ProcessEnv): void {
  if (env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, pollIntervalMs)
  watch.unref()
}
