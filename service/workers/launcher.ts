/** Interval of checks for the parent process, in milliseconds. */
const pollIntervalMs = 250

/**
 * Stops this process with SIGTERM when `npm run` has exited. npm signals the shell that it started, and the shell exits
 * without passing the signal on. The process would keep running unnoticed.
 */
export function endWithLauncher(env: NodeJS.ProcessEnv): void {
  if (env['npm_lifecycle_event'] === undefined) return
  const launcher = process.ppid
  const pollTimer = setInterval(() => {
    if (process.ppid === launcher) return
    clearInterval(pollTimer)
    process.kill(process.pid, 'SIGTERM')
  }, pollIntervalMs).unref()
}
